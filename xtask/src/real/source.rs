//! Debian's source packages, fetched by `apt-get` with a configuration of its own: the system's does
//! not need to have sources enabled.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run;

/// The folder of a source package, with Debian's patches.
pub(super) fn fetch(name: &str, version: &str, folder: &Path) -> Result<PathBuf, String> {
    let source = folder.join(format!("{name}-{version}"));
    if source.join("configure").exists() {
        return Ok(source);
    }
    let apt = folder.join("apt");
    for part in ["lists/partial", "cache/archives/partial"] {
        let part = apt.join(part);
        std::fs::create_dir_all(&part)
            .map_err(|error| format!("{} cannot be made: {error}", part.display()))?;
    }
    let list = apt.join("sources.list");
    std::fs::write(&list, sources()?)
        .map_err(|error| format!("{} cannot be written: {error}", list.display()))?;
    println!("xtask: fetching the sources of {name}");
    run(apt_get(&apt, &list, folder).args(["update", "-qq"]))?;
    let wanted = format!("{name}={version}-1");
    run(apt_get(&apt, &list, folder).args(["source", "-qq", &wanted]))?;
    match source.join("configure").exists() {
        true => Ok(source),
        false => Err(format!("apt-get gave no folder {}", source.display())),
    }
}

fn apt_get(apt: &Path, list: &Path, folder: &Path) -> Command {
    let mut command = Command::new("apt-get");
    command.current_dir(folder);
    for (name, value) in [
        ("Dir::Etc::sourcelist", list.to_owned()),
        ("Dir::Etc::sourceparts", PathBuf::from("/dev/null")),
        ("Dir::State::lists", apt.join("lists")),
        ("Dir::Cache", apt.join("cache")),
        ("APT::Sandbox::User", PathBuf::from("root")),
    ] {
        command.arg("-o").arg(format!("{name}={}", value.display()));
    }
    command
}

/// The key with which Debian signs, if the system keeps it apart.
const KEY: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";
/// The release that has the versions of the table.
const RELEASE: &str = "bookworm";

/// The list of sources: the mirrors that the system's own packages come from.
fn sources() -> Result<String, String> {
    let mut mirrors = mirrors()?;
    if mirrors.is_empty() {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        mirrors = self::mirrors()?;
    }
    if mirrors.is_empty() {
        return Err("apt-get has no mirror of Debian".to_owned());
    }
    let options = match Path::new(KEY).exists() {
        true => format!("[signed-by={KEY}] "),
        false => String::new(),
    };
    let lines = mirrors.iter().map(|at| format!("deb-src {options}{at} {RELEASE} main\n"));
    Ok(lines.collect())
}

/// The addresses of Debian's main archive that the system uses.
fn mirrors() -> Result<Vec<String>, String> {
    let mut list = Command::new("apt-get");
    list.args(["indextargets", "--format", "$(CREATED_BY) $(ORIGIN) $(CODENAME) $(REPO_URI)"]);
    let output = list.output().map_err(|error| format!("apt-get does not start: {error}"))?;
    let mut mirrors: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            let is_debian = words.next()? == "Packages" && words.next()? == "Debian";
            // Updates and security fixes are in archives of their own.
            let is_main = !words.next()?.contains('-');
            let at = words.next()?.to_owned();
            (is_debian && is_main).then_some(at)
        })
        .collect();
    mirrors.sort();
    mirrors.dedup();
    Ok(mirrors)
}
