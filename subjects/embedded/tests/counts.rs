//! quick
use pikse_subjects::*;
#[test]
fn quick() {
    for n in [3, 9] {
        println!("{:?}", binary_tree::exactly(n).count().unwrap());
    }
    for n in [3, 6, 7] {
        println!("{:?}", search_tree::with_parents(n).multi_value(false).count().unwrap());
        println!("{:?}", search_tree::with_parents(n).count().unwrap());
    }
}
