//! Other real programs and libraries, with the recipe of each.
//!
//! A program runs as it is, with symbolic arguments and input. A library needs a harness, which is in
//! `subjects/real`: a C file, or a program of the package `subjects/real/rust`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::build::{self, Recipe};
use super::run::{Row, Subject};
use super::source::Archive;
use crate::{command, root, run};

/// A program in C.
struct Program {
    recipe: Recipe,
    /// Its bitcode, in the build folder.
    bitcode: &'static str,
    options: &'static str,
    input: &'static str,
    /// Its own sources: parts of paths.
    own: &'static [&'static str],
}

const PROGRAMS: &[Program] = &[
    Program {
        recipe: Recipe {
            name: "grep",
            packages: &["grep"],
            harness: None,
            script: r#"
                "$grep/configure" $configure --disable-nls --disable-perl-regexp
                $make -C lib
                $make -C src grep
            "#,
        },
        bitcode: "src/grep.bc",
        options: "--sym-arg 3 --sym-stdin 4",
        input: "a pattern of up to 3 bytes, 4 bytes of standard input",
        own: &["/src/"],
    },
    Program {
        recipe: Recipe {
            name: "sed",
            packages: &["sed"],
            harness: None,
            script: r#"
                "$sed/configure" $configure --disable-nls --disable-acl --without-selinux \
                    --disable-i18n
                $make sed/sed
            "#,
        },
        bitcode: "sed/sed.bc",
        options: "--sym-arg 4 --sym-stdin 4",
        input: "a script of up to 4 bytes, 4 bytes of standard input",
        own: &[
            "/sed/compile.c",
            "/sed/execute.c",
            "/sed/mbcs.c",
            "/sed/regexp.c",
            "/sed/sed.c",
            "/sed/utils.c",
        ],
    },
    Program {
        recipe: Recipe {
            name: "bc",
            packages: &["bc"],
            harness: None,
            // The table of functions is made by the program itself.
            script: r#"
                cp -a "$bc/." .
                ./configure $configure --without-readline
                $make -C lib
                $make -j1 -C bc bc
            "#,
        },
        bitcode: "bc/bc.bc",
        options: "--sym-stdin 6",
        input: "6 bytes of standard input",
        own: &["/bc/bc.", "/bc/scan.", "/bc/execute.c", "/bc/load.c"],
    },
    Program {
        recipe: Recipe {
            name: "tcpdump",
            packages: &["tcpdump"],
            harness: Some("tcpdump.c"),
            script: r#"
                cp -a "$tcpdump/." .
                ./configure $configure --without-crypto --without-smi --without-cap-ng
                $make libnetdissect.a
                bitcode-cc -c -w -I . -I "$include" "$harness" -o harness.o
                bitcode-cc -r harness.o libnetdissect.a -o printers
            "#,
        },
        bitcode: "printers.bc",
        options: "",
        input: "the printers on an Ethernet packet of 42 bytes (harness)",
        own: &["/print-"],
    },
    Program {
        recipe: Recipe {
            name: "zlib",
            packages: &["zlib"],
            harness: Some("zlib.c"),
            script: r#"
                for part in adler32 crc32 inffast inflate inftrees zutil; do
                    bitcode-cc -c -w "$zlib/$part.c"
                done
                bitcode-cc -c -w -I "$zlib" -I "$include" "$harness" -o harness.o
                bitcode-cc -r *.o -o inflate
            "#,
        },
        bitcode: "inflate.bc",
        options: "",
        input: "`inflate` of 6 bytes (harness)",
        own: &["/inflate.c", "/inffast.c", "/inftrees.c"],
    },
    Program {
        recipe: Recipe {
            name: "libpng",
            packages: &["libpng1.6", "zlib"],
            harness: Some("libpng.c"),
            script: r#"
                cp "$libpng1_6/scripts/pnglibconf.h.prebuilt" pnglibconf.h
                for part in png pngerror pngget pngmem pngread pngrio pngrtran pngrutil pngset \
                    pngtrans; do
                    bitcode-cc -c -w -I . -I "$zlib" "$libpng1_6/$part.c"
                done
                for part in adler32 crc32 inffast inflate inftrees zutil; do
                    bitcode-cc -c -w "$zlib/$part.c"
                done
                bitcode-cc -c -w -I . -I "$libpng1_6" -I "$zlib" -I "$include" "$harness" \
                    -o harness.o
                bitcode-cc -r *.o -o png
            "#,
        },
        bitcode: "png.bc",
        options: "",
        input: "the reader on a header and a chunk of any type with 8 bytes (harness)",
        own: &["/pngread.c", "/pngrutil.c"],
    },
    Program {
        recipe: Recipe {
            name: "sqlite",
            packages: &["sqlite3"],
            harness: Some("sqlite.c"),
            script: r#"
                "$sqlite3/configure" $configure --disable-tcl --disable-readline
                make -s -j1 sqlite3.h parse.h opcodes.h keywordhash.h
                for part in tokenize global; do
                    bitcode-cc -c -w -I . -I "$sqlite3/src" "$sqlite3/src/$part.c"
                done
                bitcode-cc -c -w -I "$include" "$harness" -o harness.o
                bitcode-cc -r harness.o tokenize.o global.o -o tokens
            "#,
        },
        bitcode: "tokens.bc",
        options: "",
        input: "the tokenizer on 4 bytes (harness)",
        own: &["/tokenize.c", "/keywordhash.h"],
    },
];

/// A program of the package `subjects/real/rust`.
struct Parser {
    /// The crate, which is also the name of the program.
    name: &'static str,
    input: &'static str,
}

const PARSERS: &[Parser] = &[
    Parser { name: "serde_json", input: "a value of 5 bytes, written and read again" },
    Parser { name: "regex-syntax", input: "an expression of 4 bytes, written and read again" },
    Parser { name: "toml", input: "a document of 5 bytes, written and read again" },
    Parser { name: "url", input: "a reference of 5 bytes, joined to a URL and read again" },
    Parser { name: "chrono", input: "a date of 8 bytes, written and read again" },
];

/// All names, in the order of the table.
fn names() -> impl Iterator<Item = &'static str> {
    let programs = PROGRAMS.iter().map(|program| program.recipe.name);
    programs.chain(PARSERS.iter().map(|parser| parser.name))
}

/// Whether there is such a program.
pub(super) fn is_known(name: &str) -> bool {
    names().any(|known| known == name)
}

/// Where a program stands in the table.
pub(super) fn place(name: &str) -> usize {
    names().position(|known| known == name).unwrap_or(usize::MAX)
}

/// The programs that are wanted, built, and a row for each that could not be built.
pub(super) fn subjects(
    folder: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> (Vec<Subject>, Vec<Row>) {
    let archive = Archive::new(folder.join("sources"));
    let (mut subjects, mut failures) = (Vec::new(), Vec::new());
    for program in PROGRAMS.iter().filter(|program| is_wanted(program.recipe.name)) {
        let built = folder.join("build").join(program.recipe.name);
        let mut subject = Subject {
            name: program.recipe.name.to_owned(),
            version: String::new(),
            program: vec![built.join(program.bitcode).into()],
            from: root(),
            options: program.options,
            input: program.input,
            own: program.own.iter().map(|&part| part.to_owned()).collect(),
        };
        match prepare(program, &archive, &built) {
            Ok(version) => {
                subject.version = version;
                subjects.push(subject);
            }
            Err(error) => {
                println!("xtask: {error}");
                failures.push(Row { failure: Some(error), ..Row::new(&subject) });
            }
        }
    }
    let package = root().join("subjects/real/rust");
    let parsers: Vec<&Parser> = PARSERS.iter().filter(|one| is_wanted(one.name)).collect();
    let from = if parsers.is_empty() { Ok(PathBuf::new()) } else { vendor(&package, folder) };
    for parser in parsers {
        let mut subject = Subject {
            name: parser.name.to_owned(),
            version: locked(&package, parser.name),
            program: vec![package.clone().into(), "--bin".into(), parser.name.into()],
            from: PathBuf::new(),
            options: "",
            input: parser.input,
            // Also its parts that are crates of their own, such as `toml_parser`.
            own: vec![format!("vendor/{}", parser.name)],
        };
        match &from {
            Ok(from) => {
                subject.from.clone_from(from);
                subjects.push(subject);
            }
            Err(error) => {
                failures.push(Row { failure: Some(error.clone()), ..Row::new(&subject) });
            }
        }
    }
    (subjects, failures)
}

/// Fetches and builds a program. Returns the version of its sources.
fn prepare(program: &Program, archive: &Archive, built: &Path) -> Result<String, String> {
    let packages = program.recipe.packages.iter();
    let sources = packages.map(|name| archive.fetch(name)).collect::<Result<Vec<_>, _>>()?;
    let version = sources[0].version.clone();
    let folders: Vec<_> = sources.into_iter().map(|source| source.folder).collect();
    build::build(&program.recipe, &folders, built)?;
    Ok(version)
}

/// Copies the sources of a package's dependencies, and returns a folder from which Cargo finds them.
/// Where Cargo keeps them otherwise, they are libraries, on which Pikse measures no coverage.
fn vendor(package: &Path, folder: &Path) -> Result<PathBuf, String> {
    let from = folder.join("packages");
    let (sources, config) = (from.join("vendor"), from.join(".cargo/config.toml"));
    let failed = |error| format!("{} cannot be written: {error}", config.display());
    std::fs::create_dir_all(from.join(".cargo")).map_err(failed)?;
    let mut cargo = command("cargo");
    cargo
        .args(["vendor", "--locked", "--quiet", "--manifest-path"])
        .arg(package.join("Cargo.toml"));
    // It prints the configuration, too.
    run(cargo.arg(&sources).stdout(Stdio::null()))?;
    let text = format!(
        "[source.crates-io]\nreplace-with = \"vendored\"\n\n\
         [source.vendored]\ndirectory = {:?}\n",
        sources.display().to_string()
    );
    std::fs::write(&config, text).map_err(failed)?;
    Ok(from)
}

/// The version of a crate in a package's lock file.
fn locked(package: &Path, name: &str) -> String {
    let text = std::fs::read_to_string(package.join("Cargo.lock")).unwrap_or_default();
    let version = text
        .split_once(&format!("name = \"{name}\"\nversion = \""))
        .and_then(|(_, rest)| rest.split_once('"'));
    version.map_or_else(String::new, |(version, _)| version.to_owned())
}

/// How each program is explored, as a list.
pub(super) fn commands(subjects: &[Subject]) -> String {
    let mut text = String::new();
    for subject in subjects {
        // Files by their names, because folders differ.
        let words = subject.program.iter().map(|word| {
            let file = Path::new(word).file_name().unwrap_or(word);
            file.to_string_lossy().into_owned()
        });
        let words: Vec<String> = words.collect();
        let _ = writeln!(text, "- {}: `{} {}`", subject.name, words.join(" "), subject.options);
    }
    text.replace(" `\n", "`\n")
}
