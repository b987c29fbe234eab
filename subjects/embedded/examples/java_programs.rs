//! Prints Java class hierarchies, each a program that compiles.
//!
//! `cargo run --release --example java_programs -- 2 2` for two classes and two
//! interfaces.

use pikse_subjects::java;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<usize> =
        std::env::args().skip(1).map(|argument| argument.parse()).collect::<Result<_, _>>()?;
    let (classes, interfaces) = match numbers[..] {
        [] => (2, 1),
        [classes, interfaces] if classes > 0 && interfaces > 0 => (classes, interfaces),
        _ => return Err("give the number of classes and of interfaces, from 1: 2 1".into()),
    };
    let mut count = 0;
    for program in java::hierarchies(classes, interfaces).solutions() {
        count += 1;
        println!("// {count}\n{}", java::source(&program?));
    }
    println!("// {count} programs");
    Ok(())
}
