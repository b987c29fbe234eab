//! `pikse explore` on programs that nobody here wrote: parsers of Debian's, on a few symbolic bytes. Their
//! sources are fetched, and every path is run natively, too.

use std::path::Path;
use std::process::Command;

use crate::common::{command, subjects};

/// A program of a Debian package.
struct Real {
    package: &'static str,
    /// The harness, in `subjects/explore/real`.
    harness: &'static str,
    sources: &'static [&'static str],
    flags: &'static str,
    /// At least so many paths: other versions have others.
    paths: u64,
    /// Whether the result is complete but for floating-point numbers that were made concrete.
    floats: bool,
}

const REAL: &[Real] = &[
    Real {
        package: "cjson",
        harness: "cjson.c",
        sources: &["cJSON.c"],
        flags: "-I . -DN=6",
        paths: 8_000,
        floats: true,
    },
    Real {
        package: "lz4",
        harness: "lz4.c",
        sources: &["lib/lz4.c"],
        flags: "-I lib -DN=12",
        paths: 150,
        floats: false,
    },
    Real {
        package: "libyaml",
        harness: "yaml.c",
        sources: &["src/api.c", "src/reader.c", "src/scanner.c"],
        flags: "-I include -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 \
                -DYAML_VERSION_STRING=0 -DN=3",
        paths: 3_000,
        floats: false,
    },
];

#[test]
#[ignore = "fetches sources and takes minutes: cargo xtask test --large"]
fn parsers_of_debian_are_explored_to_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let harnesses = subjects().join("explore/real");
    for real in REAL {
        let fetched = Command::new("sh")
            .arg(harnesses.join("fetch-source.sh"))
            .arg(real.package)
            .arg(folder.path())
            .output()
            .expect("a shell");
        assert!(fetched.status.success(), "{}", String::from_utf8_lossy(&fetched.stderr));
        run(real, &harnesses, &folder.path().join(real.package));
    }
}

fn run(real: &Real, harnesses: &Path, sources: &Path) {
    let ended: crate::common::Ended = command(sources)
        .arg("explore")
        .arg(harnesses.join(real.harness))
        .args(real.sources)
        .args(["--cflags", real.flags, "--json"])
        .output()
        .expect("it starts")
        .into();
    let code = if real.floats { 3 } else { 0 };
    assert_eq!(ended.code, code, "{}: {ended:?}", real.package);
    let told = ended.json();
    assert_eq!(told["errors"].as_array().map(Vec::len), Some(0), "{}: {told}", real.package);
    assert!(told["paths"].as_u64() >= Some(real.paths), "{}: {told}", real.package);
    assert_eq!(told["complete"], !real.floats, "{}: {told}", real.package);
    assert!(!told["cut"].to_string().contains("stopped"), "{}: {told}", real.package);
    println!("{}: {}", real.package, ended.stdout);
    let replayed: crate::common::Ended = command(sources)
        .arg("replay")
        .arg(told["folder"].as_str().expect("a folder"))
        .output()
        .expect("it starts")
        .into();
    assert_eq!(replayed.code, 0, "{}: {replayed:?}", real.package);
}
