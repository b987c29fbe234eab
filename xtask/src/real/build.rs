//! From the sources of a program to bitcode.
//!
//! A script builds each program in a folder of its own, with a compiler that makes bitcode. A program
//! is built twice from the same objects: `NAME.bc` is what Pikse explores, and `NAME` is the native
//! program, with which an error can be confirmed by hand.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{root, run};

/// How to build a program.
pub(super) struct Recipe {
    /// The name of the folder.
    pub(super) name: &'static str,
    /// Debian's source packages.
    pub(super) packages: &'static [&'static str],
    /// A harness in `subjects/real`.
    pub(super) harness: Option<&'static str>,
    /// Runs in the build folder. It finds the compiler as `bitcode-cc`, the folder of each package in
    /// a variable (`$zlib`, `$libpng1_6`), the harness as `$harness`, and what is the same for every
    /// program as `$configure` and `$make`.
    pub(super) script: &'static str,
}

/// The compiler of the build: objects are bitcode, and linking makes bitcode and a program. With `-r`
/// it makes only the bitcode: a harness calls functions that no native library has. Level 1 without
/// its passes is what users of KLEE take: code is as in the source, and not marked as unoptimisable.
const COMPILER: &str = r#"#!/bin/sh
clang=clang-19
link=llvm-link-19
output= source= compiles= links=1 native=1 skip= objects= archives= libraries=
for argument; do
  if [ "$skip" ]; then output=$argument; skip=; continue; fi
  case $argument in
    -o) skip=1 ;;
    -c) links= compiles=1 ;;
    -E|-S) links= ;;
    -r) native= ;;
    *.c) source=$argument ;;
    *.o) objects="$objects $argument" ;;
    *.a) case " $archives " in *" $argument "*) ;; *) archives="$archives $argument" ;; esac ;;
    -l*) libraries="$libraries $argument" ;;
    -shared) libraries="$libraries -shared -fPIC" ;;
  esac
done
if [ -z "$links" ]; then
  # An object is called so, also if it is bitcode.
  [ -z "$compiles" ] || [ "$output" ] || set -- "$@" -o "$(basename "$source" .c).o"
  exec $clang -emit-llvm -g -O1 -Xclang -disable-llvm-passes -U_FORTIFY_SOURCE "$@"
fi
output=${output:-a.out}
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
[ "$native" ] || exit 0
exec $clang -w "$output.bc" $libraries -o "$output"
"#;

/// Builds a program, unless this was done before. `sources` are the folders of its packages.
pub(super) fn build(recipe: &Recipe, sources: &[PathBuf], build: &Path) -> Result<(), String> {
    let done = build.join("built");
    let harness = recipe.harness.map(|name| root().join("subjects/real").join(name));
    let code = match &harness {
        Some(file) => std::fs::read_to_string(file)
            .map_err(|error| format!("{} cannot be read: {error}", file.display()))?,
        None => String::new(),
    };
    let wanted = format!("{COMPILER}\n{}\n{code}", recipe.script);
    if std::fs::read_to_string(&done).is_ok_and(|built| built == wanted) {
        return Ok(());
    }
    println!("xtask: building {} in {}", recipe.name, build.display());
    // Objects of an earlier script would not be made again.
    let _ = std::fs::remove_dir_all(build);
    std::fs::create_dir_all(build)
        .map_err(|error| format!("{} cannot be made: {error}", build.display()))?;
    let compiler = build.join("bitcode-cc");
    write(&compiler, COMPILER)?;
    run(Command::new("chmod").arg("+x").arg(&compiler))?;
    let mut shell = Command::new("sh");
    shell.current_dir(build).args(["-euc", recipe.script]);
    for (package, source) in recipe.packages.iter().zip(sources) {
        shell.env(package.replace(['.', '-'], "_"), source);
    }
    if let Some(harness) = harness {
        shell.env("harness", harness).env("include", root().join("include"));
    }
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    shell.env("configure", "--quiet CC=clang-19 CFLAGS=-O1");
    shell.env(
        "make",
        // Patches change times; what automake and its kind make is there already.
        format!(
            "make -s -j{threads} CC=bitcode-cc AR=llvm-ar-19 RANLIB=llvm-ranlib-19 CFLAGS=-w \
             ACLOCAL=: AUTOCONF=: AUTOHEADER=: AUTOMAKE=:"
        ),
    );
    // Root may build everything, too.
    shell.env("FORCE_UNSAFE_CONFIGURE", "1");
    let path = std::env::var("PATH").unwrap_or_default();
    shell.env("PATH", format!("{}:{path}", build.display()));
    let log = build.join("log");
    let file = || {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&log);
        file.map_err(|error| format!("{} cannot be written: {error}", log.display()))
    };
    shell.stdout(file()?).stderr(file()?);
    let status = shell.status().map_err(|error| format!("sh does not start: {error}"))?;
    if !status.success() {
        return Err(format!("{} was not built: see {}", recipe.name, log.display()));
    }
    write(&done, &wanted)
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text)
        .map_err(|error| format!("{} cannot be written: {error}", file.display()))
}
