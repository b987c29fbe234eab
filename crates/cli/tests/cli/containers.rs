//! Maps and sets of the library where they are not appended to one file: in programs of several files, in
//! checks of packages, and in explorations.

use std::fs;

use crate::common::{folder, run_in};

const HEADER: &str = "\
#include <map>
#include <set>
struct Inventory {
    std::map<int, int> amounts;
    std::set<int> reserved;
    bool repOk() const;
    void take(int item);
};
";
const PREDICATE: &str = "\
#include \"inventory.hpp\"
bool Inventory::repOk() const {
    for (auto &entry : amounts) if (entry.second <= 0) return false;
    for (int item : reserved) if (!amounts.count(item)) return false;
    return true;
}
";
const OPERATION: &str = "\
#include \"inventory.hpp\"
void Inventory::take(int item) {
    auto found = amounts.find(item);
    if (found != amounts.end() && --found->second == 0) amounts.erase(found);
}
";

/// The first file does not know the type: the functions come after another one.
#[test]
fn a_program_of_several_files_has_containers() {
    let folder = folder(&[
        ("inventory.hpp", HEADER),
        ("other.cpp", "int other(int x) { return x + 1; }\n"),
        ("predicate.cpp", PREDICATE),
        ("operation.cpp", OPERATION),
    ]);
    let files = "other.cpp predicate.cpp operation.cpp";
    let ended = run_in(folder.path(), &format!("count {files} --type Inventory --size 2 --json"));
    // The sum of C(3, k)·2ᵏ·2ᵏ.
    assert_eq!(ended.json()["valid"], 61, "{ended:?}");
    let call = "--call Inventory::take --post Inventory::repOk --size 1";
    let ended = run_in(folder.path(), &format!("check {files} {call}"));
    assert_eq!(ended.code, 1, "{ended:?}");
    let input = "amounts.length 1 → 0, reserved.length 1, reserved.0 0";
    assert!(ended.stdout.contains("Inventory::repOk"), "{ended:?}");
    assert!(ended.stdout.contains(input), "{ended:?}");
}

const EXPLORED: &str = "\
use std::collections::{BTreeMap, BTreeSet, HashMap};
pub struct Inventory { amounts: HashMap<u8, u8>, reserved: BTreeSet<u8> }
impl Inventory {
    pub fn rep_ok(&self) -> bool {
        self.amounts.values().all(|&amount| amount > 0)
            && self.reserved.iter().all(|item| self.amounts.contains_key(item))
    }
    pub fn take(&mut self, item: u8) {
        let Some(amount) = self.amounts.get_mut(&item) else { return };
        *amount -= 1;
        if *amount == 0 {
            self.amounts.remove(&item);
            assert!(!self.reserved.contains(&item), \"reserved\");
        }
    }
    pub fn total(&self) -> u32 { self.amounts.values().map(|&amount| u32::from(amount)).sum() }
}
pub fn largest(map: &BTreeMap<u8, u8>) -> u8 {
    let mut largest = 0;
    for &value in map.values() { if value > largest { largest = value } }
    largest
}
pub fn owned(map: BTreeMap<u8, u8>) -> usize { if map.contains_key(&1) { map.len() } else { 9 } }
";

/// Keys are chosen, values are symbolic. Every test takes the same path natively.
#[test]
fn explorations_make_containers_of_their_contents() {
    let folder = folder(&[("inventory.rs", EXPLORED)]);
    for (options, paths) in [
        // The sum of C(3, k)·2ᵏ: keys, and the subset that is reserved.
        ("--entry Inventory::total --size 2", 19),
        // The sum of C(3, k)·2ᵏ: each value is a new largest one or not.
        ("--entry largest --size 2", 19),
        // Subsets of {0..3} with at most three keys.
        ("--entry owned", 15),
    ] {
        let ended = run_in(folder.path(), &format!("explore inventory.rs {options}"));
        assert_eq!(ended.code, 0, "{ended:?}");
        assert!(ended.stdout.contains(&format!(": {paths} paths, ")), "{options}: {ended:?}");
    }
    let ended = run_in(folder.path(), "explore inventory.rs --entry Inventory::take --size 1");
    assert_eq!(ended.code, 1, "{ended:?}");
    let input = "(amounts.length 1, amounts.0.key 0, amounts.0.value 1, reserved.length 1, \
                 reserved.0 0)";
    assert!(ended.stdout.contains(input), "{ended:?}");
    for name in ["Inventory__take", "Inventory__total", "largest", "owned"] {
        let tests = format!("pikse-out/inventory-{name}");
        let files = fs::read_dir(folder.path().join(&tests)).expect("there are tests");
        let files = files.flatten().map(|file| file.file_name().to_string_lossy().into_owned());
        let is_test = |file: &String| file.ends_with(".json") && !file.starts_with("run");
        // The last one has the most entries.
        let test = files.filter(is_test).max().expect("there is a test");
        let ended = run_in(folder.path(), &format!("replay {tests}/{test}"));
        assert!(ended.stdout.contains("confirmed: the same path"), "{test}: {ended:?}");
    }
}

/// The types are private to modules, and one key cannot be a key: its set stays empty, with a note.
#[test]
fn checks_of_a_package_see_containers_of_private_types() {
    let library = "\
#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    struct Key(u8);
    struct Table { rows: BTreeMap<Key, bool>, odd: BTreeSet<f64> }
    impl Table {
        fn rep_ok(&self) -> bool { self.rows.keys().all(|key| key.0 < 9) && self.odd.is_empty() }
    }
    #[pikse::check(size = 2)]
    fn a_row_is_found(table: &Table) {
        for (key, value) in &table.rows { assert_eq!(table.rows.get(key), Some(value)); }
    }
    #[pikse::check(size = 2)]
    fn two_rows_fail(table: &mut Table) { assert!(table.rows.len() < 2); }
}
";
    let ours = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let lock = fs::read_to_string(ours.join("Cargo.lock")).expect("there is a lock file");
    let pikse = ours.join("crates/pikse").canonicalize().expect("there is the library");
    let manifest = format!(
        "[workspace]\n[package]\nname = \"tables\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
         [dev-dependencies]\npikse = {{ path = {pikse:?} }}\n"
    );
    let folder = folder(&[("Cargo.toml", &manifest), ("Cargo.lock", &lock)]);
    fs::create_dir(folder.path().join("src")).expect("the folder can be made");
    fs::write(folder.path().join("src/lib.rs"), library).expect("the file can be written");
    let ended = run_in(folder.path(), "check --package .");
    assert_eq!(ended.code, 1, "{ended:?}");
    let line = |check: &str| {
        let line = ended.stdout.lines().find(|line| line.contains(check));
        line.unwrap_or_default().to_owned()
    };
    // Up to two of three keys with a value each: 1 + 3·2 + 3·4.
    assert!(line("a_row_is_found").contains("19 inputs"), "{ended:?}");
    assert!(line("two_rows_fail").starts_with("FAIL"), "{ended:?}");
    assert!(ended.stdout.contains("`Table.odd` is"), "{ended:?}");
}
