//! profiling aid
fn main() {
    let n = std::env::args().nth(1).map_or(11, |a| a.parse().unwrap());
    for _ in 0..1 {
        println!("{:?}", pikse_subjects::binary_tree::exactly(n).count().unwrap());
    }
}
