//! The reports of a check: every format, and the HTML report in a real browser.

mod fixtures;

#[test]
fn dump() {
    let run = fixtures::run();
    std::fs::write("/tmp/report.html", pikse_report::html::write(&run, &fixtures::source))
        .expect("written");
    std::fs::write(
        "/tmp/large.html",
        pikse_report::html::write(&fixtures::large_run(10000), &fixtures::source),
    )
    .expect("written");
    println!("{}", pikse_report::terminal::write(&run, false));
}
