//! The Debian packages that the tests need in addition to a Rust toolchain.

use std::process::{Command, Stdio};

/// A requirement, how to check it, and the packages that provide it.
pub(crate) struct Requirement {
    what: &'static str,
    /// A shell command that succeeds if it is installed.
    check: &'static str,
    packages: &'static [&'static str],
    why: &'static str,
}

const REQUIREMENTS: &[Requirement] = &[
    Requirement {
        what: "javac",
        check: "javac --version",
        packages: &["default-jdk-headless"],
        why: "compiles the generated Java class hierarchies",
    },
    Requirement {
        what: "clang 19 with libc++",
        check: "echo '#include <set>' | clang++-19 -stdlib=libc++ -x c++ -fsyntax-only -",
        packages: &["clang-19", "libc++-19-dev", "libc++abi-19-dev"],
        why: "compiles the subjects in C and C++",
    },
    Requirement {
        what: "the headers of libbsd and uthash",
        check: "clang-19 -x c -fsyntax-only -include bsd/sys/tree.h -include uthash.h /dev/null",
        packages: &["libbsd-dev", "uthash-dev"],
        why: "are what the examples check",
    },
    Requirement {
        what: "csmith",
        check: "command -v csmith && test -f /usr/include/csmith/csmith.h",
        packages: &["csmith", "libcsmith-dev"],
        why: "writes the programs on which the machine is compared with native code",
    },
    Requirement {
        what: "GNU parallel",
        check: "parallel --version",
        packages: &["parallel"],
        why: "works on parts of a run, as users do",
    },
    Requirement {
        what: "patch",
        check: "patch --version",
        packages: &["patch"],
        why: "makes the sources of Debian's packages what Debian has",
    },
    Requirement {
        what: "chromium",
        check: "chromium --version",
        packages: &["chromium"],
        why: "opens the HTML report, to see that it is drawn as it should be",
    },
];

/// Further requirements of the tests that use MPI.
pub(crate) const MPI: &[Requirement] = &[
    Requirement {
        what: "Open MPI",
        check: "mpirun --version && mpicc --version",
        packages: &["libopenmpi-dev", "openmpi-bin"],
        why: "sends messages between ranks",
    },
    Requirement {
        what: "ip",
        check: "ip -V",
        packages: &["iproute2"],
        why: "makes two hosts of one machine",
    },
];

/// Further requirements of the large tests.
pub(crate) const LARGE: &[Requirement] = &[Requirement {
    what: "clang 14, 15 and 16",
    check: "clang-14 --version && clang-15 --version && clang-16 --version",
    packages: &["clang-14", "clang-15", "clang-16"],
    why: "make bitcode as users of older versions have it",
}];

/// Further requirements of the tests that use Z3.
pub(crate) const Z3: &[Requirement] = &[Requirement {
    what: "Z3",
    check: "echo '#include <z3.h>' | clang-19 -x c -fsyntax-only -",
    packages: &["libz3-dev"],
    why: "confirms the answers of the solver, and decides floating-point arithmetic",
}];

/// Further requirements of `cargo xtask real`.
pub(crate) const REAL: &[Requirement] = &[
    Requirement {
        what: "LLVM 19's tools",
        check: "llvm-link-19 --version && llvm-ar-19 --version",
        packages: &["llvm-19"],
        why: "link the bitcode of real programs",
    },
    Requirement {
        what: "make and Debian's tools for sources",
        check: "make --version && dpkg-source --version",
        packages: &["make", "dpkg-dev"],
        why: "build real programs from Debian's sources",
    },
    Requirement {
        what: "tclsh and ed",
        check: "command -v tclsh && command -v ed",
        packages: &["tcl", "ed"],
        why: "make some of the sources of sqlite and bc",
    },
    Requirement {
        what: "the headers of libpcap",
        check: "clang-19 -x c -fsyntax-only -include pcap.h /dev/null && pcap-config --libs",
        packages: &["libpcap0.8-dev"],
        why: "are needed by tcpdump",
    },
];

/// Installs the missing requirements of all tests, and of `more`. If that is not possible, the error
/// says what to do.
pub(crate) fn install(more: &[Requirement]) -> Result<(), String> {
    let missing: Vec<&Requirement> =
        REQUIREMENTS.iter().chain(more).filter(|needed| !is_there(needed.check)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().flat_map(|needed| needed.packages).copied().collect();
    if is_root() && is_there("apt-get --version") {
        println!("xtask: installing {}", packages.join(", "));
        apt_get(&["update", "-qq"]);
        apt_get(&[&["install", "-y", "-qq", "--no-install-recommends"], &packages[..]].concat());
    }
    let still: Vec<String> = missing
        .iter()
        .filter(|needed| !is_there(needed.check))
        .map(|needed| format!("  {} ({})", needed.what, needed.why))
        .collect();
    if still.is_empty() {
        return Ok(());
    }
    Err(format!(
        "the tests need programs that are not installed:\n{}\ninstall them: sudo apt-get install {}",
        still.join("\n"),
        packages.join(" ")
    ))
}

fn is_there(check: &str) -> bool {
    let mut shell = Command::new("sh");
    shell.args(["-c", check]);
    shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.status().is_ok_and(|status| status.success())
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
