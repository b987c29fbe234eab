//! Debian's source packages, fetched by `apt-get` with a configuration of its own: the system's does
//! not need to have sources enabled.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run;

/// The source packages of one release of Debian.
pub(super) struct Archive {
    /// Has one folder for each package.
    folder: PathBuf,
    /// Whether the lists of packages are there.
    is_listed: Cell<bool>,
}

/// The sources of a package, with Debian's patches.
pub(super) struct Source {
    /// What Debian calls it: `3.8-5`.
    pub(super) version: String,
    pub(super) folder: PathBuf,
}

impl Archive {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, is_listed: Cell::new(false) }
    }

    /// The sources of a package, which are fetched if they are not there.
    pub(super) fn fetch(&self, name: &str) -> Result<Source, String> {
        let folder = self.folder.join(name);
        if let Some(source) = found(name, &folder) {
            return Ok(source);
        }
        make(&folder)?;
        println!("xtask: fetching the sources of {name}");
        let apt = self.folder.join("apt");
        if !self.is_listed.get() {
            for part in ["lists/partial", "cache/archives/partial"] {
                make(&apt.join(part))?;
            }
            let list = apt.join("sources.list");
            std::fs::write(&list, sources()?)
                .map_err(|error| format!("{} cannot be written: {error}", list.display()))?;
            run(apt_get(&apt).args(["update", "-qq"]))?;
            self.is_listed.set(true);
        }
        let mut fetch = apt_get(&apt);
        // It names each patch.
        fetch.current_dir(&folder).args(["source", "-qq", name]).stdout(Stdio::null());
        run(&mut fetch)?;
        found(name, &folder).ok_or_else(|| format!("apt-get gave no sources of {name}"))
    }
}

/// What `apt-get source` left in a folder of its own: the description of the package, which has the
/// version in its name, and the folder with the sources. The name of the folder may have a part of
/// the version, or none.
fn found(package: &str, folder: &Path) -> Option<Source> {
    let (mut version, mut sources) = (None, None);
    for entry in std::fs::read_dir(folder).ok()?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let described = name.strip_suffix(".dsc").and_then(|name| name.strip_prefix(package));
        if let Some(of) = described.and_then(|name| name.strip_prefix('_')) {
            version = Some(of.to_owned());
        } else if entry.path().join("debian/changelog").exists() {
            sources = Some(entry.path());
        }
    }
    Some(Source { version: version?, folder: sources? })
}

fn make(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("{} cannot be made: {error}", folder.display()))
}

fn apt_get(apt: &Path) -> Command {
    let mut command = Command::new("apt-get");
    for (name, value) in [
        ("Dir::Etc::sourcelist", apt.join("sources.list")),
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
/// The release that has the versions of the documents.
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
