//! `#[pikse::check]` in packages: which modules come out, and what their functions do.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pikse_front::properties::{CHECK, FINITIZE, PRE};
use pikse_front::{
    CheckTarget, EntryError, Package, Request, bounds_text, checks_in, finitization, package_checks,
};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};

/// A workspace with packages, in which Cargo may write.
struct Workspace(tempfile::TempDir);

impl Workspace {
    fn new() -> Workspace {
        let workspace = Workspace(tempfile::tempdir().expect("a folder can be made"));
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        // Then the versions are those that are there.
        let lock = fs::read_to_string(ours.join("Cargo.lock")).expect("there is a lock file");
        workspace.write("Cargo.lock", &lock);
        let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"lists\", \"keys\"]\n\
                        [profile.test]\nopt-level = 3\ndebug = false\npanic = \"unwind\"\n";
        workspace.write("Cargo.toml", manifest);
        let package = "version = \"0.1.0\"\nedition = \"2024\"\n";
        let pikse = ours.join("crates/pikse").canonicalize().expect("there is the library");
        workspace.write(
            "lists/Cargo.toml",
            &format!(
                "[package]\nname = \"my-lists\"\n{package}\n\
                 [dependencies]\npikse = {{ path = {pikse:?} }}\n\
                 [dev-dependencies]\nkeys = {{ path = \"../keys\" }}\n"
            ),
        );
        workspace.write(
            "keys/Cargo.toml",
            &format!(
                "[package]\nname = \"keys\"\n{package}\n\
                 [dev-dependencies]\npikse = {{ path = {pikse:?} }}\n[features]\nmore = []\nmost = [\"more\"]\n\
                 [[test]]\nname = \"gated\"\nharness = false\n\
                 required-features = [\"more\"]\n"
            ),
        );
        workspace.write("keys/src/lib.rs", "pub fn is_key(x: i32) -> bool { x > 0 }\n");
        workspace
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    fn checks<'ctx>(
        &self,
        context: &'ctx Context,
        name: &str,
        features: &[&str],
    ) -> Result<Vec<CheckTarget<'ctx>>, EntryError> {
        let features = features.iter().map(|&feature| feature.to_owned()).collect();
        let package = Package { path: self.path(name), features, ..Package::default() };
        package_checks(context, &package, &Options::default(), &[])
    }
}

const LISTS: &str = r#"
    #![forbid(unsafe_code)]
    #![deny(warnings)]
    #[cfg_attr(test, derive(pikse::Finite))]
    pub struct Pair {
        #[cfg_attr(test, finite(1..=n))]
        pub x: i32,
        pub y: i32,
    }
    impl Pair {
        pub fn rep_ok(&self) -> bool { self.x <= self.y }
        pub fn add(&mut self, z: i32) { self.x += z; self.y += z; }
    }
    mod inner;
    #[cfg(test)]
    mod tests {
        use super::*;
        #[pikse::check(size = 5, pre = "keys::is_key(z)", bounds = "range:Pair.y=1..n")]
        fn add_keeps_order(p: &mut Pair, #[finite(0..=6)] z: i32, old: &Pair) -> bool {
            p.add(z);
            assert!(p.x != 13, "unlucky {}", p.y);
            p.x == old.x + z && p.rep_ok()
        }
        #[test]
        fn another() {}
    }
"#;

/// It is in the library itself, and still no check of the integration tests.
const INNER: &str = "//! More.\n#[pikse::check(valid = \"crate::Pair::rep_ok\")]\n\
                     fn in_a_module(p: &crate::Pair) { assert!(p.y > 2); }\n";

const TEST: &str = "
    #![deny(warnings)]
    use my_lists::Pair;
    #[derive(Clone, Copy, PartialEq)]
    pub enum Side { Left, Right }
    #[pikse::check]
    fn takes_it(p: Pair, #[finite(..)] side: Side) -> Result<(), String> {
        if side == Side::Left || p.y < 7 { Ok(()) } else { Err(format!(\"{} is far\", p.y)) }
    }
    #[test]
    fn main_is_free() {}
";

/// A C program that calls functions of a program, and prints what they return or how they
/// break off.
fn run(program: &Program<'_>, body: &str) -> String {
    let host = format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <stdbool.h>\n#include <setjmp.h>\n\
         struct pair {{ int x, y; }};\nstatic jmp_buf out;\n\
         void pikse_panicked(const char *text, size_t length)\n\
         {{ printf(\"[%.*s]\", (int)length, text); longjmp(out, 1); }}\n\
         void pikse_lines(const char *text, size_t length)\n\
         {{ printf(\"%.*s\", (int)length, text); }}\n\
         #define TRY(call) if (!setjmp(out)) call\n{body}"
    );
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("host.c"), host).expect("the file can be written");
    program.write_object(&at("program.o")).expect("it has an object file");
    let mut linker = Command::new("cc");
    linker.arg("-o").arg(at("run")).arg(at("host.c")).arg(at("program.o"));
    let linked = linker.args(["-lpthread", "-ldl"]).output().expect("there is a linker");
    assert!(linked.status.success(), "{}", String::from_utf8_lossy(&linked.stderr));
    let output = Command::new(at("run")).output().expect("it runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The names of the checks of each part.
fn names(targets: &[CheckTarget<'_>]) -> BTreeMap<String, Vec<String>> {
    let checks = |target: &CheckTarget<'_>| {
        let mut checks = checks_in(&target.program);
        checks.sort();
        (target.name.clone(), checks)
    };
    targets.iter().map(checks).collect()
}

fn expected(parts: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    parts.iter().map(|&(part, names)| (part.to_owned(), owned(names))).collect()
}

#[test]
fn every_part_of_a_package_has_its_checks() {
    let workspace = Workspace::new();
    workspace.write("lists/src/lib.rs", LISTS);
    workspace.write("lists/src/inner.rs", INNER);
    workspace.write("lists/tests/whole.rs", TEST);
    let folder = "mod more;\n// The rest is elsewhere.\n";
    workspace.write("lists/tests/folder/main.rs", folder);
    let more = "#[pikse::check]\nfn small(#[finite(0..n)] x: u8) -> bool { x < 3 }\n";
    workspace.write("lists/tests/folder/more.rs", more);
    let gated = "#[pikse::check]\nfn guarded(b: bool) -> bool { b }\nfn main() {}\n\
                 #[unsafe(no_mangle)]\nextern \"C\" fn pikse_check_by_hand(b: bool) -> bool { b }\n";
    workspace.write("keys/tests/gated.rs", gated);
    workspace.write("lists/tests/none.rs", "// no pikse::check\n#[test]\nfn none() {}\n");
    workspace.write("lists/tests/broken.rs", "this is not compiled, since it has no such word");

    let context = Context::create();
    let targets = workspace.checks(&context, "lists", &[]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(
        names(&targets),
        expected(&[
            ("folder", &["small"]),
            ("lib", &["add_keeps_order", "in_a_module"]),
            ("whole", &["takes_it"]),
        ])
    );
    let part = |name: &str| {
        let found = targets.iter().find(|target| target.name == name);
        &found.expect("it is there").program
    };
    let (lib, whole) = (part("lib"), part("whole"));
    assert_eq!(
        bounds_text(lib, "add_keeps_order").as_deref(),
        Some("size=5 z=0..6 range:Pair.y=1..n")
    );
    assert_eq!(bounds_text(lib, "in_a_module"), None);
    assert_eq!(bounds_text(part("folder"), "small").as_deref(), Some("x=0..n-1"));
    // No test harness, and nothing that prints backtraces.
    assert!(lib.defined().count() < 400, "{} functions", lib.defined().count());

    let said = run(
        lib,
        "bool pikse_check_add_keeps_order(struct pair *, int, const struct pair *);\n\
         bool pikse_pre_add_keeps_order(struct pair *, int);\n\
         void pikse_check_in_a_module(struct pair *);\n\
         bool pikse_pre_in_a_module(struct pair *);\n\
         int main(void) { struct pair a = {1, 2}, b = {2, 1}, old = a, not = b;\n\
         TRY(printf(\"%d\", pikse_check_add_keeps_order(&a, 3, &old)));\n\
         printf(\"%d \", a.y);\n\
         TRY(printf(\"%d\", pikse_check_add_keeps_order(&a, 3, &old)));\n\
         TRY(printf(\"%d\", pikse_check_add_keeps_order(&a, 6, &old)));\n\
         printf(\"%d%d%d\", pikse_pre_add_keeps_order(&old, 1), pikse_pre_add_keeps_order(&old, 0),\n\
                pikse_pre_add_keeps_order(&not, 1));\n\
         printf(\"%d\", pikse_pre_in_a_module(&not));\n\
         TRY(pikse_check_in_a_module(&old)); return 0; }",
    );
    let words = ["15 0", "src/lib.rs:", "unlucky 14]1000[panicked at ", "src/inner.rs:3:"];
    for word in words {
        assert!(said.contains(word), "`{word}` is not in: {said}");
    }
    let said = run(
        whole,
        "void pikse_check_takes_it(struct pair *, char);\n\
         bool pikse_pre_takes_it(struct pair *);\n\
         int main(void) { struct pair a = {1, 9};\n\
         TRY(pikse_check_takes_it(&a, 0)); printf(\"%d\", pikse_pre_takes_it(&a));\n\
         TRY(pikse_check_takes_it(&a, 1)); return 0; }",
    );
    assert!(said.starts_with("1[") && said.contains("an error: \"9 is far\""), "{said}");

    // The types are there, and their bounds.
    let types = Types::of(lib).expect("it has debug information");
    let finitize = format!("{FINITIZE}add_keeps_order");
    let asked = finitization(lib, &finitize, 4, &types).unwrap_or_else(|e| panic!("{e}"));
    let mut request = Request::default();
    asked.apply(&mut request);
    let range = "my_lists::Pair.x=1..4".parse().expect("it is well formed");
    assert_eq!(request.ranges, [range]);
    let parameters = |symbol: String| {
        let found = types.functions().iter().find(|function| function.symbol == symbol);
        found.expect("it has debug information").parameters.len()
    };
    assert_eq!(parameters(format!("{CHECK}add_keeps_order")), 3);
    assert_eq!(parameters(format!("{PRE}add_keeps_order")), 2);

    // Without the feature there is nothing to build.
    let targets = workspace.checks(&context, "keys", &[]).unwrap_or_else(|e| panic!("{e}"));
    assert!(targets.is_empty());
    let targets = workspace.checks(&context, "keys", &["most"]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(names(&targets), expected(&[("gated", &["by_hand", "guarded"])]));

    // What is wrong is said.
    let refused = |text: &str, words: &[&str]| {
        workspace.write("lists/src/inner.rs", text);
        let said = workspace.checks(&context, "lists", &[]).expect_err("it is wrong").to_string();
        for word in words {
            assert!(said.contains(word), "`{word}` is not in: {said}");
        }
    };
    let twice = INNER.replace("in_a_module", "add_keeps_order");
    refused(&twice, &["two checks are called `add_keeps_order`", "another name", "inner.rs:2:"]);
    refused("fn x() { 1 }", &["does not compile", "inner.rs:1:", "E0308"]);
    let nowhere = workspace.checks(&context, "nowhere", &[]).expect_err("there is none");
    assert!(nowhere.to_string().contains("cannot be read"), "{nowhere}");
    let all = workspace.checks(&context, ".", &[]).expect_err("it is a workspace").to_string();
    assert!(all.contains("not a package") && all.contains("my-lists"), "{all}");
}
