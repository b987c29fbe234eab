mod support;
use support::*;
#[test]
fn measure() {
    let spec = std::env::var("M").unwrap();
    for one in spec.split(';') {
        let mut parts = one.split(' ');
        let file = parts.next().unwrap();
        let entry = parts.next().unwrap();
        let flags: Vec<&str> = parts.collect();
        let subject = compile(&subjects().join(file), entry, &flags);
        let start = std::time::Instant::now();
        let mut machine = subject.machine(Default::default());
        let first = begin(&mut machine, subject.entry(entry), &[]);
        let mut counts = Counts::default();
        explore_with(&mut machine, first, |path| {
            if let pikse_vm::Verdict::Error(_) | pikse_vm::Verdict::Cut(..) = path.verdict {
                println!("{:?}", path.verdict);
            }
            counts.add(&path.verdict)
        });
        println!("{one}: {counts:?} {:?} {:?}", start.elapsed(), machine.statistics());
        for s in machine.solver_stats() {
            println!("   {s:?}");
        }
    }
}
