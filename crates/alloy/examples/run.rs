use std::path::Path;
fn main() {
    for arg in std::env::args().skip(1) {
        println!("== {arg}");
        let m = match pikse_alloy::open(Path::new(&arg)) { Ok(m) => m, Err(e) => { println!("{e}"); continue; } };
        for c in m.commands() {
            let t = std::time::Instant::now();
            match m.run(&c, &pikse_alloy::Settings{no_isomorphs: std::env::var("NI").is_ok(), ..Default::default()}) {
                Ok(mut r) => {
                    let i = r.next_instance();
                    let res = match &i { Ok(Some(_)) => "sat", Ok(None) => "unsat", Err(_) => "unknown" };
                    let ok = c.expect.map_or("", |e| if (res == "sat") == e { "ok" } else { "VIOLATED" });
                    let holds = match &i { Ok(Some(x)) => format!("{:?}", r.holds(x)), _ => String::new() };
                    print!("{} {:?} -> {res} {ok} holds={holds} {:?} {:?}", c.name, c.kind, r.size(), t.elapsed());
                    if std::env::var("COUNT").is_ok() { print!(" count={:?}", r.count(1000000).map(|x| x.0 + u64::from(res=="sat"))); }
                    println!();
                    if std::env::var("SHOW").is_ok() { if let Ok(Some(x)) = &i { print!("{}", r.show(x).unwrap().text()); } }
                    if std::env::var("CORE").is_ok() { if let Ok(None) = &i { println!("{:#?}", r.core()); } }
                    if let Ok(e) = std::env::var("EVAL") { if let Ok(Some(x)) = &i { match r.evaluate(x, &e) { Ok(v) => println!("{v}"), Err(v) => println!("{v}") } } }
                }
                Err(e) => println!("{} {e}", c.name),
            }
        }
    }
}
