//! quick bench
mod by_hand;
use std::time::Instant;
fn time<T>(name: &str, f: impl Fn() -> T) -> f64
where
    T: std::fmt::Debug,
{
    let mut best = f64::MAX;
    let mut out = None;
    for _ in 0..5 {
        let t = Instant::now();
        out = Some(f());
        best = best.min(t.elapsed().as_secs_f64());
    }
    println!("{name}: {best:.3}s {out:?}");
    best
}
fn main() {
    for _ in 0..3 {
        let (mut h, mut e, mut h2, mut e2) = (f64::MAX, f64::MAX, f64::MAX, f64::MAX);
        let t = |best: &mut f64, f: &dyn Fn() -> u64| {
            let t = Instant::now();
            std::hint::black_box(f());
            *best = best.min(t.elapsed().as_secs_f64());
        };
        for _ in 0..6 {
            t(&mut h, &|| by_hand::binary_tree(11).0);
            t(&mut e, &|| pikse_subjects::binary_tree::exactly(11).count().unwrap().explored);
            t(&mut h2, &|| by_hand::search_tree(9).0);
            t(&mut e2, &|| {
                pikse_subjects::search_tree::with_parents(9)
                    .multi_value(false)
                    .count()
                    .unwrap()
                    .explored
            });
        }
        println!(
            "ratio bin {:.2} ({:.1} {:.1} ns) st {:.2} ({:.1} {:.1} ns)",
            e / h,
            h / 3162018e-9,
            e / 3162018e-9,
            e2 / h2,
            h2 / 8562721e-9,
            e2 / 8562721e-9
        );
    }
}
