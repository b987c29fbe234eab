//! `cargo xtask dist`: an archive of the command that works on another machine of the same
//! distribution. The command is dynamically linked with the LLVM of the Rust toolchain, which other
//! machines do not have, so the archive has this library beside the program (`lib`), where the program
//! looks first (`crates/cli/build.rs`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cargo, command, root, run};

/// Files of the project that the archive also has.
const FILES: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Makes the archive. `--binaries FOLDER`: of programs that are built already. `--try`: also runs it
/// in a new Debian root, which needs debootstrap and root.
pub(crate) fn dist(options: &[&str]) -> Result<(), String> {
    let (binaries, tries) = match *options {
        [] => (None, false),
        ["--try"] => (None, true),
        ["--binaries", folder] => (Some(folder), false),
        ["--binaries", folder, "--try"] | ["--try", "--binaries", folder] => (Some(folder), true),
        _ => return Err("usage: cargo xtask dist [--binaries FOLDER] [--try]".to_owned()),
    };
    let binaries = match binaries {
        Some(folder) => PathBuf::from(folder),
        None => {
            cargo("build --release --package pikse-cli")?;
            root().join("target/release")
        }
    };
    let name = "pikse-x86_64-linux-gnu".to_owned();
    let all = root().join("target/dist");
    let folder = all.join(&name);
    let failed = |what: &Path| {
        let what = what.display().to_string();
        move |error: std::io::Error| format!("{what}: {error}")
    };
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed(&folder))?;
    }
    for part in ["bin", "lib", "share/man/man1", "share/completions"] {
        let part = folder.join(part);
        fs::create_dir_all(&part).map_err(failed(&part))?;
    }
    let copy = |from: &Path, to: PathBuf| fs::copy(from, to).map(drop).map_err(failed(from));
    for program in ["pikse", "cargo-pikse"] {
        copy(&binaries.join(program), folder.join("bin").join(program))?;
    }
    let library = library()?;
    copy(&library, folder.join("lib").join(library.file_name().unwrap_or_default()))?;
    for file in FILES {
        copy(&root().join(file), folder.join(file))?;
    }
    let pikse = folder.join("bin/pikse");
    run(Command::new(&pikse).arg("man").arg(folder.join("share/man/man1")))?;
    for shell in ["bash", "zsh", "fish"] {
        let script = Command::new(&pikse).args(["completions", shell]).output();
        let script = script.map_err(failed(&pikse))?.stdout;
        let path = folder.join("share/completions").join(format!("pikse.{shell}"));
        fs::write(&path, script).map_err(failed(&path))?;
    }
    let archive = all.join(format!("{name}.tar.gz"));
    run(Command::new("tar").arg("-C").arg(&all).arg("-czf").arg(&archive).arg(&name))?;
    println!("xtask: {}", archive.display());
    if tries { try_in_a_new_root(&all, &archive, &name) } else { Ok(()) }
}

/// The LLVM of the toolchain that builds the command.
fn library() -> Result<PathBuf, String> {
    let sysroot = command("rustc").args(["--print", "sysroot"]).output();
    let sysroot = sysroot.map_err(|error| format!("rustc does not start: {error}"))?;
    let folder = Path::new(String::from_utf8_lossy(&sysroot.stdout).trim()).join("lib");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_llvm = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("libLLVM.so.")
    };
    let mut paths = files.flatten().map(|file| file.path());
    paths.find(is_llvm).ok_or_else(|| format!("there is no LLVM in {}", folder.display()))
}

/// Unpacks the archive in a new Debian root, and runs the command there: first without a compiler,
/// and then with one.
fn try_in_a_new_root(all: &Path, archive: &Path, name: &str) -> Result<(), String> {
    let bare = all.join("root");
    if !bare.join("etc/debian_version").exists() {
        let mut make = Command::new("debootstrap");
        run(make.args(["--variant=minbase", "bookworm"]).arg(&bare))?;
    }
    run(Command::new("tar").arg("-C").arg(bare.join("opt")).arg("-xzf").arg(archive))?;
    let subject = root().join("examples/first/set.c");
    fs::copy(&subject, bare.join("opt/set.c")).map_err(|error| error.to_string())?;
    // The loader of programs finds the program's own folder there.
    run(Command::new("mount").args(["-t", "proc", "proc"]).arg(bare.join("proc")))?;
    let tried = try_in(&bare, name);
    run(Command::new("umount").arg(bare.join("proc"))).and(tried)
}

fn try_in(bare: &Path, name: &str) -> Result<(), String> {
    let inside = |line: &str| {
        let mut inside = Command::new("chroot");
        inside.arg(bare).args(["sh", "-c", line]);
        inside
    };
    let pikse = format!("/opt/{name}/bin/pikse");
    run(&mut inside(&format!("{pikse} --version")))?;
    let count = format!("cd /opt && {pikse} count set.c --size 3");
    let without = inside(&count).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&without.stderr).into_owned();
    println!("xtask: without a compiler: {}", said.trim());
    if without.status.code() != Some(2) || !said.contains("clang") {
        return Err("the command does not say that clang is missing".to_owned());
    }
    run(&mut inside("apt-get -qq update && apt-get -qq install -y --no-install-recommends clang"))?;
    run(&mut inside(&count))
}
