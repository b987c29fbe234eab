//! Tests of the repository itself: file lengths, links, the order of crates.

use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

/// All source files: roughly those that git tracks, without build output.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                files(&path, extension, found);
            }
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
}

fn all(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&root(), extension, &mut found);
    assert!(!found.is_empty(), "there are no {extension} files");
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the file can be read")
}

#[test]
fn every_crate_inherits_licence_and_lints_and_has_a_place_in_the_architecture() {
    let architecture = read(&root().join("ARCHITECTURE.md"));
    for manifest in all("toml").iter().filter(|path| path.ends_with("Cargo.toml")) {
        let text = read(manifest);
        if text.contains("[workspace]") {
            continue;
        }
        for line in ["license.workspace = true", "[lints]\nworkspace = true"] {
            assert!(text.contains(line), "{} has no `{line}`", manifest.display());
        }
        let folder = manifest.parent().expect("a manifest is in a folder");
        let folder = folder.strip_prefix(root()).expect("it is below the root");
        let folder = folder.to_string_lossy();
        assert!(architecture.contains(&format!("`{folder}")), "ARCHITECTURE.md omits {folder}");
    }
}

#[test]
fn no_source_file_has_grown_too_long() {
    for path in all("rs") {
        let lines = read(&path).lines().count();
        assert!(lines <= 700, "{} has {lines} lines: is there a second job in it?", path.display());
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    for path in all("md") {
        for link in read(&path).split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let folder = path.parent().expect("a file is in a folder");
            assert!(folder.join(target).exists(), "{}: {target}", path.display());
        }
    }
}

/// The crates of the code map, in its order: from the top down.
fn code_map() -> Vec<String> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let heading = |line: &str| Some(line.strip_prefix("### `")?.strip_suffix('`')?.to_owned());
    text.lines().filter_map(heading).collect()
}

/// The name of a package, and the names of those that it depends on, tests aside.
fn dependencies(manifest: &str) -> (String, Vec<String>) {
    let (mut section, mut name, mut needed) = ("", String::new(), Vec::new());
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line.trim();
        } else if section == "[package]" && line.starts_with("name = ") {
            name = line["name = ".len()..].trim_matches('"').to_owned();
        } else if section == "[dependencies]" {
            let end = line.find(['.', ' ', '=']).unwrap_or(line.len());
            needed.push(line[..end].to_owned());
        }
    }
    (name, needed)
}

#[test]
fn dependencies_point_down_the_code_map() {
    let map = code_map();
    let place_of = |folder: &str| map.iter().position(|known| known == folder);
    let mut crates = Vec::new();
    for manifest in all("toml").iter().filter(|path| path.ends_with("Cargo.toml")) {
        let folder = manifest.parent().and_then(|folder| folder.strip_prefix(root()).ok());
        let folder = folder.expect("it is below the root").to_string_lossy().into_owned();
        let text = read(manifest);
        // Packages that tests build, and examples, are separate workspaces.
        if text.contains("[workspace]") {
            continue;
        }
        let place = place_of(&folder);
        let place = place.unwrap_or_else(|| panic!("the code map has no section `{folder}`"));
        let (name, needed) = dependencies(&text);
        crates.push((name, folder, place, needed));
    }
    for (_, folder, place, needed) in &crates {
        for other in needed {
            let Some((_, below, at, _)) = crates.iter().find(|(name, ..)| name == other) else {
                continue;
            };
            assert!(at > place, "{folder} depends on {below}, which stands above it");
        }
    }
}

/// The library that users depend on, and what it depends on, could be published: Cargo wants a version
/// beside the path of every dependency.
#[test]
fn what_users_depend_on_has_versions() {
    let workspace = read(&root().join("Cargo.toml"));
    let mut wanted = vec!["pikse".to_owned()];
    let mut at = 0;
    while let Some(name) = wanted.get(at).cloned() {
        let entry = workspace.lines().find(|line| line.starts_with(&format!("{name} = ")));
        let entry = entry.unwrap_or_else(|| panic!("{name} is no dependency of the workspace"));
        assert!(entry.contains("version = \""), "{entry}");
        let path = entry.split('"').nth(1).unwrap_or_default();
        let (_, needed) = dependencies(&read(&root().join(path).join("Cargo.toml")));
        for other in needed.into_iter().filter(|other| other.starts_with("pikse")) {
            if !wanted.contains(&other) {
                wanted.push(other);
            }
        }
        at += 1;
    }
    assert!(wanted.len() > 3, "{wanted:?}");
}
