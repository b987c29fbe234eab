//! What the tests need beside a Rust toolchain, from Debian's packages.

use std::process::{Command, Stdio};

/// A program, and the package that has it.
struct Requirement {
    program: &'static str,
    package: &'static str,
    why: &'static str,
}

const REQUIREMENTS: &[Requirement] = &[Requirement {
    program: "javac",
    package: "default-jdk-headless",
    why: "compiles the generated Java class hierarchies",
}];

/// Installs what is missing; where that is not possible, says what to do.
pub(crate) fn install() -> Result<(), String> {
    let missing: Vec<&Requirement> =
        REQUIREMENTS.iter().filter(|needed| !is_there(needed.program)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().map(|needed| needed.package).collect();
    if is_root() && is_there("apt-get") {
        println!("xtask: installing {}", packages.join(", "));
        apt_get(&["update", "-qq"]);
        apt_get(&[&["install", "-y", "-qq", "--no-install-recommends"], &packages[..]].concat());
    }
    let still: Vec<String> = missing
        .iter()
        .filter(|needed| !is_there(needed.program))
        .map(|needed| format!("  {} ({})", needed.program, needed.why))
        .collect();
    if still.is_empty() {
        return Ok(());
    }
    Err(format!(
        "the tests need what is not here:\n{}\ninstall it: sudo apt-get install {}",
        still.join("\n"),
        packages.join(" ")
    ))
}

fn is_there(program: &str) -> bool {
    quiet(Command::new(program).arg("--version"))
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Whether it works is seen by whether the program is there afterwards.
fn apt_get(arguments: &[&str]) -> bool {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command.stdin(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn quiet(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
