//! The place of a regression test in a package: the module from which it sees what it needs.
//!
//! A test sees private fields if it is in the module of their type, or below it; and functions that are
//! private to a module above it. So it belongs into the deepest module of the types and of the check. It
//! stays a file of its own, which one line in the source includes.

use std::path::{Path, PathBuf};

use super::plan::Plan;
use super::session::{CheckSession, short};
use crate::commands::quoted;
use crate::test_file::from_folder;

/// Where a test belongs.
#[derive(Debug)]
pub(crate) struct PackageTest {
    /// The path of the module, as debug information has it.
    pub(crate) module: String,
    /// The file of the module.
    file: PathBuf,
    /// The innermost module inside of this file, if it is not the file's own.
    inside: Option<String>,
    /// What `cargo test` needs besides the name.
    options: Vec<String>,
}

impl PackageTest {
    /// The place of the tests of a check; the error says why there is none.
    pub(crate) fn of(plan: &Plan, session: &CheckSession) -> Result<Self, String> {
        let property = &session.property;
        let place = property.place.as_ref().map(|(file, _)| PathBuf::from(file));
        let place = place.ok_or("the place of the check in the package is not known")?;
        let function =
            session.types.functions().iter().find(|known| known.symbol == property.call.symbol);
        let is_method = function.is_some_and(|function| function.is_method);
        let mut module = module_of(&property.call.name);
        // What a method belongs to is a type, which has a name with a capital or is known.
        let types: Vec<&str> = session
            .bounds
            .types
            .iter()
            .flatten()
            .map(|&of| session.types.get(session.types.guarded(of)).name.as_str())
            .collect();
        let is_type = |path: &str| types.iter().any(|name| bare(name) == path);
        if is_method || is_type(&module) {
            module = module_of(&module);
        }
        let of_crate = |path: &str| path.split("::").next().unwrap_or_default().to_owned();
        let own = of_crate(&module);
        for name in types {
            let other = module_of(name);
            let is_deeper = other.len() > module.len() && other.starts_with(&module);
            if of_crate(&other) == own && is_deeper {
                module = other;
            }
        }
        let (file, inside) = file_of(&place, &module);
        Ok(Self { module, file, inside, options: options(plan) })
    }

    /// The command that adds the test in a file to the package, if it is not there yet, and runs it.
    pub(crate) fn command(&self, test: &Path) -> String {
        let stem = test.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = format!("pikse_{stem}").chars().map(fits).collect();
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let within = test.parent().unwrap_or(Path::new("."));
        let path = from_folder(folder, within).join(test.file_name().unwrap_or_default());
        let line = format!(
            "#[cfg(test)] mod {name} {{ include!(\"{}\"); }}",
            path.display().to_string().replace('\\', "\\\\").replace('"', "\\\"")
        );
        let file = quoted(&short(&self.file));
        let add = match &self.inside {
            None => format!("echo {} >> {file}", quoted(&line)),
            Some(module) => {
                let sed = format!("/^ *\\(pub\\(([^)]*)\\)\\? \\)\\?mod {module} *{{/a {line}");
                format!("sed -i {} {file}", quoted(&sed))
            }
        };
        let options: String =
            self.options.iter().map(|word| format!(" {}", quoted(word))).collect();
        format!("{{ grep -q 'mod {name} ' {file} || {add}; }} && cargo test{options} {name}")
    }
}

/// What `cargo test` needs: the package, if it is in another folder, and its features.
fn options(plan: &Plan) -> Vec<String> {
    let mut options = Vec::new();
    let folder = plan.args.package.as_deref().unwrap_or(Path::new("."));
    let manifest = match folder.is_dir() {
        true => folder.join("Cargo.toml"),
        false => folder.to_owned(),
    };
    let manifest = short(&manifest);
    if manifest != "Cargo.toml" {
        options.extend(["--manifest-path".to_owned(), manifest]);
    }
    let names = &plan.args.names;
    if names.no_default_features {
        options.push("--no-default-features".to_owned());
    }
    if !names.features.is_empty() {
        options.extend(["--features".to_owned(), names.features.join(",")]);
    }
    options
}

/// A path without type arguments.
fn bare(path: &str) -> String {
    path.split('<').next().unwrap_or(path).to_owned()
}

/// The path of the module of an item; unnamed blocks add nothing.
fn module_of(item: &str) -> String {
    let bare = bare(item);
    let parts: Vec<&str> = bare.split("::").filter(|part| *part != "_").collect();
    parts[..parts.len().saturating_sub(1)].join("::")
}

/// The file of a module, given a file of the same crate, and the innermost module inside of it.
fn file_of(known: &Path, module: &str) -> (PathBuf, Option<String>) {
    let parts: Vec<&str> = module.split("::").skip(1).collect();
    let root = root_of(known);
    let mut file = root.clone();
    let mut folder = root.parent().unwrap_or(Path::new(".")).to_owned();
    let mut rest = parts.iter();
    for part in rest.by_ref() {
        let files = [folder.join(format!("{part}.rs")), folder.join(part).join("mod.rs")];
        let Some(found) = files.into_iter().find(|file| file.is_file()) else {
            return (file, Some((*parts.last().unwrap_or(part)).to_owned()));
        };
        file = found;
        folder = folder.join(part);
    }
    (file, None)
}

/// The root of the crate that has a file: of a library or a program in `src`, or the file itself.
fn root_of(file: &Path) -> PathBuf {
    let source = file.ancestors().skip(1).find(|folder| folder.ends_with("src"));
    let is_alone = file.parent().is_some_and(|folder| {
        ["bin", "tests", "examples", "benches"].iter().any(|name| folder.ends_with(name))
    });
    let roots =
        source.into_iter().flat_map(|folder| ["lib.rs", "main.rs"].map(|name| folder.join(name)));
    let mut roots = roots.filter(|root| !is_alone && root.is_file());
    roots.next().unwrap_or_else(|| file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_in_their_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("src");
        std::fs::create_dir_all(root.join("a/b")).expect("folders");
        for file in ["lib.rs", "a.rs", "a/b/mod.rs"] {
            std::fs::write(root.join(file), "").expect("a file");
        }
        let known = root.join("a.rs");
        for (module, file, inside) in [
            ("own", "lib.rs", None),
            ("own::a", "a.rs", None),
            ("own::a::b", "a/b/mod.rs", None),
            ("own::tests", "lib.rs", Some("tests".to_owned())),
            ("own::a::tests", "a.rs", Some("tests".to_owned())),
        ] {
            assert_eq!(file_of(&known, module), (root.join(file), inside), "{module}");
        }
        let alone = folder.path().join("tests/all.rs");
        assert_eq!(file_of(&alone, "all"), (alone, None));
    }

    #[test]
    fn the_module_of_an_item_has_no_type_arguments() {
        assert_eq!(module_of("own::list::List<a::B>"), "own::list");
        assert_eq!(module_of("own::_::pikse_check_add"), "own");
        assert_eq!(module_of("add"), "");
    }
}
