use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};
use pikse_native::bounds::infer;
use pikse_native::*;
use pikse_search::{Search, Settings, Step};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let context = Context::create();
    let t = std::time::Instant::now();
    let program = Program::compile(&context, &[&a[1]], &Options::default()).expect("it compiles");
    let types = Types::of(&program).expect("debug");
    let n: u32 = a[4].parse().unwrap();
    let ranges = a[6..].iter().map(|r| r.parse().unwrap()).collect();
    let request = Request { root: a[2].clone(), size: n, ranges, ..Request::default() };
    let bounds = infer(&types, &request).unwrap_or_else(|e| panic!("{e}"));
    let t0 = t.elapsed();
    let strategy = if a[5] == "re" { Strategy::Reexecute } else { Strategy::Auto };
    let compiled = Compiled::new(&program, &a[3], strategy, Limits::default()).unwrap_or_else(|e| panic!("{e}"));
    let t1 = t.elapsed();
    for _ in 0..3 {
    let predicate = Predicate::load(&compiled, &bounds).unwrap_or_else(|e| panic!("{e}"));
    let mut settings = Settings::new(&bounds.space);
    settings.strict_runs = 16;
    let t2 = std::time::Instant::now();
    let mut search = Search::new(&bounds.space, predicate, settings);
    while search.step().expect("good") == Step::Solution {}
    let s = search.statistics();
    let e = t2.elapsed();
    eprintln!("front {t0:?} compile {:?} search {e:?} {:.1} ns/cand {s:?} {:?} {:?}", t1-t0, e.as_nanos() as f64 / s.explored as f64, search.runner().fallback(), search.runner().failures());
    }
}
