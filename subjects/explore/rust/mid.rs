//! The middle one of three numbers (document 001, section 3.1.1). Six paths: one for each order in
//! which the comparisons can come out.

pub fn mid(x: i32, y: i32, z: i32) -> i32 {
    if x < y {
        if y < z {
            y
        } else if x < z {
            z
        } else {
            x
        }
    } else if x < z {
        x
    } else if y < z {
        z
    } else {
        y
    }
}
