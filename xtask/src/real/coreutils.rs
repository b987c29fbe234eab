//! The tools of Coreutils.

use std::path::Path;

use super::build::{self, Recipe};
use super::run::Subject;
use super::source::Archive;
use crate::root;

const RECIPE: Recipe = Recipe {
    name: "coreutils",
    packages: &["coreutils"],
    harness: None,
    // The processor's own instructions are left out, so that the code is the same everywhere.
    // Warnings are errors of the project, not ours; the manuals need the tools, and are not used.
    script: r#"
        "$coreutils/configure" $configure --disable-nls --without-selinux --without-libgmp \
            --disable-acl --disable-xattr --disable-libcap --without-openssl \
            --enable-install-program=arch,hostname,kill,uptime,groups
        for option in USE_PCLMUL_CRC32 USE_AVX2_WC_LINECOUNT; do
            sed -i "s/^#define $option 1/#undef $option/" lib/config.h
        done
        $make WERROR_CFLAGS= man1_MANS= SUBDIRS=.
    "#,
};

/// What every tool is given.
pub(super) const OPTIONS: &str = "--sym-args 0 2 4 --sym-files 1 8 --sym-stdin 8";

/// Every tool, and the version.
pub(super) fn subjects(folder: &Path) -> Result<(Vec<Subject>, String), String> {
    let source = Archive::new(folder.join("sources")).fetch("coreutils")?;
    let built = folder.join("build/coreutils");
    build::build(&RECIPE, &[source.folder], &built)?;
    let mut names = names(&built.join("src"))?;
    names.sort();
    let subject = |name: String| Subject {
        program: vec![built.join("src").join(format!("{name}.bc")).into()],
        from: root(),
        options: OPTIONS,
        input: "",
        version: String::new(),
        own: vec![format!("/src/{}.c", source_of(&name))],
        name,
    };
    match names.is_empty() {
        true => Err("no tool was built".to_owned()),
        false => Ok((names.into_iter().map(subject).collect(), source.version)),
    }
}

/// The names of the tools.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let unreadable = |error| format!("{} cannot be read: {error}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
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

/// The file with a tool's own code.
fn source_of(name: &str) -> &str {
    match name {
        "[" => "test",
        "false" => "true",
        "dir" | "vdir" => "ls",
        "ginstall" => "install",
        "md5sum" | "sha1sum" | "sha224sum" | "sha256sum" | "sha384sum" | "sha512sum" | "b2sum"
        | "sum" | "cksum" => "digest",
        "base32" | "base64" => "basenc",
        "arch" => "uname",
        name => name,
    }
}
