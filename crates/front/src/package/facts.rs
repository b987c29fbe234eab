//! The metadata of a package from Cargo, and how Cargo is called.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use pikse_llvm::{Error, rust};
use serde_json::Value;

use super::Package;
use crate::rust_entry::EntryError;

/// The metadata of a package.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) manifest: PathBuf,
    pub(super) name: String,
    /// The library's name in paths, if others can depend on it.
    library: Option<String>,
    /// The library's root file.
    pub(super) root: Option<PathBuf>,
    /// The names of the programs.
    pub(super) programs: Vec<String>,
    /// The integration tests: their names and their root files.
    pub(super) tests: Vec<Test>,
    pub(super) target: PathBuf,
    pub(super) lock: PathBuf,
    /// The dependency on `pikse`, if there is one, as written in a manifest.
    pub(super) pikse: Option<String>,
    /// The features, and the features that they enable.
    features: Vec<(String, Vec<String>)>,
}

/// An integration test.
#[derive(Debug)]
pub(super) struct Test {
    pub(super) name: String,
    pub(super) root: PathBuf,
    /// The features without which Cargo does not build it.
    needs: Vec<String>,
}

impl Facts {
    /// The library's name in paths.
    pub(super) fn library(&self) -> Result<&str, EntryError> {
        let none = || format!("the package `{}` has no library (`src/lib.rs`)", self.name);
        self.library.as_deref().ok_or_else(|| EntryError::Package(none()))
    }

    /// Whether the features of a test are on.
    pub(super) fn can_build(&self, test: &Test, package: &Package) -> bool {
        let mut on = package.features.clone();
        if !package.no_default_features {
            on.push("default".to_owned());
        }
        // A feature enables others.
        let mut at = 0;
        while let Some(name) = on.get(at).cloned() {
            let more = self.features.iter().filter(|(feature, _)| *feature == name);
            for one in more.flat_map(|(_, more)| more) {
                if !on.contains(one) {
                    on.push(one.clone());
                }
            }
            at += 1;
        }
        test.needs.iter().all(|needed| on.contains(needed))
    }
}

/// Asks Cargo about a package.
pub(super) fn facts(path: &Path) -> Result<Facts, EntryError> {
    let manifest = if path.is_dir() { path.join("Cargo.toml") } else { path.to_owned() };
    let manifest = manifest
        .canonicalize()
        .map_err(|error| Error::Unreadable { path: manifest.clone(), error })?;
    let mut cargo = cargo();
    cargo.args(["metadata", "--format-version=1", "--no-deps", "--quiet", "--manifest-path"]);
    let output = output(cargo.arg(&manifest))?;
    if !output.status.success() {
        return Err(EntryError::Package(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let strange =
        || EntryError::Package("the output of cargo metadata is not understood".to_owned());
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|_| strange())?;
    let text = |value: &Value| value.as_str().map(str::to_owned).ok_or_else(strange);
    let packages = metadata["packages"].as_array().ok_or_else(strange)?;
    let is_it =
        |package: &&Value| package["manifest_path"].as_str().map(Path::new) == Some(&*manifest);
    let Some(package) = packages.iter().find(is_it) else {
        let names = packages.iter().filter_map(|package| package["name"].as_str());
        let names: Vec<&str> = names.collect();
        let path = path.display();
        return Err(EntryError::Package(format!(
            "`{path}` is a workspace, not a package: give the folder of one of {}",
            names.join(", ")
        )));
    };
    let name = text(&package["name"])?;
    let is_of = |target: &Value, kinds: &[&str]| {
        let own = target["kind"].as_array().into_iter().flatten();
        own.filter_map(Value::as_str).any(|kind| kinds.contains(&kind))
    };
    let targets = || package["targets"].as_array().into_iter().flatten();
    let library = targets().find(|target| is_of(target, &["lib", "rlib"]));
    let kinds = ["lib", "rlib", "dylib", "cdylib", "staticlib"];
    let root = targets().find(|target| is_of(target, &kinds));
    let tests = targets().filter(|target| is_of(target, &["test"])).map(|target| {
        let root = text(&target["src_path"])?.into();
        Ok(Test { name: text(&target["name"])?, root, needs: texts(&target["required-features"]) })
    });
    let programs = targets().filter(|target| is_of(target, &["bin"]));
    let programs = programs.map(|target| text(&target["name"]));
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    let is_pikse = |on: &&Value| on["name"] == "pikse" && on["rename"].is_null();
    let features = package["features"].as_object().into_iter().flatten();
    Ok(Facts {
        pikse: dependencies.into_iter().find(is_pikse).map(dependency),
        library: match library {
            Some(library) => Some(text(&library["name"])?.replace('-', "_")),
            None => None,
        },
        root: match root {
            Some(root) => Some(text(&root["src_path"])?.into()),
            None => None,
        },
        programs: programs.collect::<Result<_, EntryError>>()?,
        tests: tests.collect::<Result<_, EntryError>>()?,
        features: features.map(|(name, on)| (name.clone(), texts(on))).collect(),
        manifest,
        name,
        target: text(&metadata["target_directory"])?.into(),
        lock: Path::new(&text(&metadata["workspace_root"])?).join("Cargo.lock"),
    })
}

/// The strings of a list.
fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A dependency as written in a manifest: its path or its version.
fn dependency(on: &Value) -> String {
    let (path, version) = (on["path"].as_str(), on["req"].as_str().unwrap_or("*"));
    let place = match path {
        Some(path) => format!("path = {path:?}"),
        None => format!("version = {version:?}"),
    };
    format!("[dependencies.pikse]\n{place}")
}

/// The Cargo of the toolchain whose LLVM is linked.
pub(super) fn cargo() -> Command {
    let rustc = rust::rustc();
    let beside = rustc.with_file_name("cargo");
    let mut cargo = Command::new(if beside.exists() { &beside } else { Path::new("cargo") });
    cargo.env("RUSTC", rustc).stdin(Stdio::null());
    cargo
}

pub(super) fn output(cargo: &mut Command) -> Result<Output, EntryError> {
    let output = cargo.output();
    output.map_err(|error| EntryError::Package(format!("cargo cannot be run: {error}")))
}

/// Builds with a run of Cargo, which is told whether to stay offline: the network is not used if all
/// dependencies are available.
pub(super) fn built(
    facts: &Facts,
    run: impl Fn(bool) -> Result<Output, EntryError>,
) -> Result<(), EntryError> {
    let mut built = run(true)?;
    if !built.status.success() && String::from_utf8_lossy(&built.stderr).contains("offline") {
        built = run(false)?;
    }
    if built.status.success() {
        return Ok(());
    }
    let output = String::from_utf8_lossy(&built.stderr).into_owned();
    Err(Error::Refused { path: facts.manifest.clone(), output }.into())
}
