//! From the sources of Coreutils to one bitcode file a tool.
//!
//! The tools are built twice from the same objects: `NAME.bc` is what Pikse explores, and `NAME` is
//! the native program, with which an error can be confirmed by hand.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run;

/// A program, as bitcode.
pub(super) struct Tool {
    pub(super) name: String,
    pub(super) bitcode: PathBuf,
    /// Its own sources: coverage is measured on them.
    pub(super) sources: PathBuf,
}

/// The compiler of the build: objects are bitcode, and linking makes bitcode and a program. Level 1
/// without its passes is what users of KLEE take: code is as in the source, and not marked as
/// unoptimisable.
const COMPILER: &str = r#"#!/bin/sh
clang=clang-19
link=llvm-link-19
output=a.out links=1 skip= objects= archives= libraries=
for argument; do
  if [ "$skip" ]; then output=$argument; skip=; continue; fi
  case $argument in
    -o) skip=1 ;;
    -c|-E|-S) links= ;;
    *.o) objects="$objects $argument" ;;
    *.a) case " $archives " in *" $argument "*) ;; *) archives="$archives $argument" ;; esac ;;
    -l*) libraries="$libraries $argument" ;;
    -shared) libraries="$libraries -shared -fPIC" ;;
  esac
done
if [ -z "$links" ]; then
  exec $clang -emit-llvm -g -O1 -Xclang -disable-llvm-passes -U_FORTIFY_SOURCE "$@"
fi
# An archive may have a member twice, and one that defines what the program defines itself.
symbols() { llvm-nm-19 --defined-only --extern-only --no-weak "$@" 2>/dev/null; }
members="$output.members"
mkdir -p "$members" || exit 1
symbols $objects | awk 'NF == 3 { print $3 }' > "$members/own"
for archive in $archives; do
  (cd "$members" && llvm-ar-19 x "$OLDPWD/$archive") || exit 1
  symbols -A "$archive" | awk -v own="$members/own" '
    BEGIN { while ((getline name < own) > 0) is_own[name] = 1 }
    $NF in is_own { split($1, part, ":"); print part[2] }' |
    while read -r member; do rm -f "$members/$member"; done
done
$link $objects $(find "$members" -name '*.o') -o "$output.all.bc" || exit 1
rm -rf "$members"
# Without what the program does not use.
entry='internalize<preserve-gv=main>,'
case $libraries in *-shared*) entry= ;; esac
opt-19 -passes="${entry}globaldce" "$output.all.bc" -o "$output.bc" || exit 1
rm "$output.all.bc"
exec $clang -w "$output.bc" $libraries -o "$output"
"#;

/// Builds every tool of Coreutils.
pub(super) fn coreutils(source: &Path, build: &Path) -> Result<Vec<Tool>, String> {
    let done = build.join("built");
    if !done.exists() {
        configure(source, build)?;
        make(build)?;
        write(&done, "")?;
    }
    let mut tools = Vec::new();
    for name in names(build)? {
        let bitcode = build.join("src").join(format!("{name}.bc"));
        if bitcode.exists() {
            tools.push(Tool { name, bitcode, sources: source.join("src") });
        }
    }
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    match tools.is_empty() {
        true => Err("no tool was built".to_owned()),
        false => Ok(tools),
    }
}

fn configure(source: &Path, build: &Path) -> Result<(), String> {
    println!("xtask: building Coreutils in {}", build.display());
    std::fs::create_dir_all(build)
        .map_err(|error| format!("{} cannot be made: {error}", build.display()))?;
    let mut configure = Command::new(source.join("configure"));
    configure.current_dir(build).arg("--quiet");
    configure.args(["--disable-nls", "--without-selinux", "--without-libgmp", "--disable-acl"]);
    configure.args(["--disable-xattr", "--disable-libcap", "--without-openssl"]);
    configure.args(["CC=clang-19", "CFLAGS=-g -O1 -w"]);
    configure.args(["--enable-install-program=arch,hostname,kill,uptime,groups"]);
    // Root may build it, too.
    configure.env("FORCE_UNSAFE_CONFIGURE", "1");
    run(&mut configure)?;
    // The same code on every processor.
    let file = build.join("lib/config.h");
    let mut text = std::fs::read_to_string(&file)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    for option in ["USE_PCLMUL_CRC32", "USE_AVX2_WC_LINECOUNT"] {
        text = text.replace(&format!("#define {option} 1"), &format!("#undef {option}"));
    }
    write(&file, &text)
}

fn make(build: &Path) -> Result<(), String> {
    let compiler = build.join("cc");
    write(&compiler, COMPILER)?;
    run(Command::new("chmod").arg("+x").arg(&compiler))?;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut make = Command::new("make");
    make.current_dir(build).args(["-s", &format!("-j{threads}")]);
    make.arg(format!("CC={}", compiler.display()))
        .arg("AR=llvm-ar-19")
        .arg("RANLIB=llvm-ranlib-19");
    // Warnings are errors of the project, not ours; manuals need the tools, and nobody reads them.
    make.args(["WERROR_CFLAGS=", "man1_MANS=", "SUBDIRS=."]);
    run(&mut make)
}

/// The names of the tools.
fn names(build: &Path) -> Result<Vec<String>, String> {
    let folder = build.join("src");
    let unreadable = |error| format!("{} cannot be read: {error}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix(".bc") {
            // A generator of a table, and a program that only tests use.
            if !["make-prime-list", "getlimits"].contains(&name) && !name.contains(".so") {
                names.push(name.to_owned());
            }
        }
    }
    Ok(names)
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text)
        .map_err(|error| format!("{} cannot be written: {error}", file.display()))
}
