//! Mutants of small programs in three languages: what is found, what is chosen, and what
//! the mutants do.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pikse_check::{Mutant, Mutants, MutateError, Operator, What};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};

const NONE: [&str; 0] = [];

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check/mutants").join(file)
}

/// Compiles a file that has a `main`, without what nobody needs.
fn compile<'ctx>(context: &'ctx Context, path: &Path) -> (Program<'ctx>, Types) {
    let program = Program::compile(context, &[path], &Options::default());
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    program.keep(&["main"]).expect("the rest is valid");
    let types = Types::of(&program).expect("it has debug information");
    (program, types)
}

fn compile_text<'ctx>(context: &'ctx Context, name: &str, text: &str) -> (Mutants, Program<'ctx>) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the file can be written");
    let (program, types) = compile(context, &path);
    (Mutants::find(&program, &types, &["f"], &NONE), program)
}

/// Each mutant as text: the line of the source, without the space before it, and the change.
fn listed(mutants: &Mutants, file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("it can be read");
    let lines: Vec<&str> = text.lines().collect();
    let line = |mutant: &Mutant| lines[mutant.line as usize - 1].trim().to_owned();
    mutants.iter().map(|m| format!("{} | {}: {}", line(m), m.operator, m.what)).collect()
}

/// What a program prints.
fn run(program: &Program<'_>, libraries: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (object, binary) = (folder.path().join("program.o"), folder.path().join("program"));
    program.write_object(&object).unwrap_or_else(|error| panic!("{error}"));
    let linked = Command::new("cc").arg(&object).arg("-o").arg(&binary).args(libraries).output();
    let linked = linked.expect("there is a linker");
    assert!(linked.status.success(), "{}", String::from_utf8_lossy(&linked.stderr));
    let output = Command::new(&binary).output().expect("it can be run");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A program of this folder, with its mutants as text.
struct Fixture {
    file: &'static str,
    libraries: &'static [&'static str],
    mutants: &'static [&'static str],
    /// What it prints.
    prints: &'static str,
    /// What some mutants print.
    changes: &'static [(&'static str, &'static str)],
}

const C: Fixture = Fixture {
    file: "tree.c",
    libraries: &[],
    mutants: &[
        "static void reset(struct tree *t, const struct tree *to) { *t = *to; } | deletion: statement deleted: `*t = *to`",
        "static int height(const struct node *n) { return n ? n->height : -1; } | condition: the condition is negated",
        "static int height(const struct node *n) { return n ? n->height : -1; } | field: `height` becomes `key`",
        "t->size++; | field: `size` becomes `free`",
        "t->size++; | deletion: statement deleted: `t->size++`",
        "if (t->full) | condition: the condition is negated",
        "return false; | constant: `false` becomes `true`",
        "if (t->load > 0.5) | comparison: `>` becomes `<`",
        "if (t->load > 0.5) | comparison: `>` becomes `>=`",
        "reset(t, &empty); | deletion: statement deleted: `reset(t, &empty)`",
        "while (*at != NULL) { | comparison: `!=` becomes `==`",
        "if (key == (*at)->key) | comparison: `==` becomes `!=`",
        "if (key == (*at)->key) | field: `key` becomes `height`",
        "return false; | constant: `false` becomes `true`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | deletion: statement deleted: `at = key < (*at)->key ? &(*at)->left : &(*at)->right`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | comparison: `<` becomes `<=`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | comparison: `<` becomes `>`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | field: `key` becomes `height`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | field: `left` becomes `right`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | field: `right` becomes `left`",
        "if (!fresh) | condition: the condition is negated",
        "fresh->left = NULL; | field: `left` becomes `right`",
        "fresh->left = NULL; | deletion: statement deleted: `fresh->left = NULL`",
        "fresh->label = NULL; | deletion: statement deleted: `fresh->label = NULL`",
        "fresh->key = key; | field: `key` becomes `height`",
        "fresh->key = key; | deletion: statement deleted: `fresh->key = key`",
        "fresh->height = height(NULL) + 1; | field: `height` becomes `key`",
        "fresh->height = height(NULL) + 1; | deletion: statement deleted: `fresh->height = height(NULL) + 1`",
        "*at = fresh; | deletion: statement deleted: `*at = fresh`",
        "count(t); | deletion: statement deleted: `count(t)`",
        "for (int i = 0; i < t->size; i++) | constant: `0` becomes `1`",
        "for (int i = 0; i < t->size; i++) | comparison: `<` becomes `<=`",
        "for (int i = 0; i < t->size; i++) | comparison: `<` becomes `>`",
        "for (int i = 0; i < t->size; i++) | field: `size` becomes `free`",
        "if (i < 0) | comparison: `<` becomes `<=`",
        "if (i < 0) | comparison: `<` becomes `>`",
        "t->free = i; | field: `free` becomes `size`",
        "t->free = i; | deletion: statement deleted: `t->free = i`",
        "if (t->root == NULL) | comparison: `==` becomes `!=`",
        "LINK(t, fresh); | deletion: statement deleted: `LINK(t, fresh)`",
        "return true; | constant: `true` becomes `false`",
    ],
    prints: "2 +1 +3 +- 123 3 1",
    changes: &[
        ("t->size++; | field: `size` becomes `free`", "2 +1 +3 +- 123 0 1"),
        ("count(t); | deletion: statement deleted: `count(t)`", "2 +1 +3 +- 123 0 1"),
        ("if (t->load > 0.5) | comparison: `>` becomes `<`", "2 +1 +3 +2 + 2 1 1"),
        ("if (key == (*at)->key) | field: `key` becomes `height`", "2 +1 +3 +2 + 1223 4 1"),
        (
            "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | comparison: `<` becomes `>`",
            "2 +1 +3 +- 321 3 1",
        ),
        ("return true; | constant: `true` becomes `false`", "2 -1 -3 -- 123 3 1"),
        ("if (t->full) | condition: the condition is negated", "----  0 1"),
    ],
};

const CPP: Fixture = Fixture {
    file: "tree.cpp",
    libraries: &["-lc++", "-lc++abi", "-lm"],
    mutants: &[
        "T larger() const { return first < second ? second : first; } | field: `first` becomes `second`",
        "T larger() const { return first < second ? second : first; } | comparison: `<` becomes `<=`",
        "T larger() const { return first < second ? second : first; } | comparison: `<` becomes `>`",
        "T larger() const { return first < second ? second : first; } | field: `second` becomes `first`",
        "T larger() const { return first < second ? second : first; } | field: `second` becomes `first`",
        "T larger() const { return first < second ? second : first; } | field: `first` becomes `second`",
        "while (*at) { | condition: the condition is negated",
        "if (key == (*at)->key) | comparison: `==` becomes `!=`",
        "return false; | constant: `false` becomes `true`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | deletion: statement deleted: `at = key < (*at)->key ? &(*at)->left : &(*at)->right`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | comparison: `<` becomes `<=`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | comparison: `<` becomes `>`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | field: `left` becomes `right`",
        "at = key < (*at)->key ? &(*at)->left : &(*at)->right; | field: `right` becomes `left`",
        "*at = std::make_unique<Node>(key); | deletion: statement deleted: `*at = std::make_unique<Node>(key)`",
        "size += 1; | field: `size` becomes `low`",
        "size += 1; | deletion: statement deleted: `size += 1`",
        "keys.push_back(key); | deletion: statement deleted: `keys.push_back(key)`",
        "if (k <= low) | comparison: `<=` becomes `<`",
        "if (k <= low) | comparison: `<=` becomes `>=`",
        "if (k <= low) | field: `low` becomes `size`",
        "low = k; | field: `low` becomes `size`",
        "low = k; | deletion: statement deleted: `low = k`",
        "Pair<int> pair{key, size}; | field: `size` becomes `low`",
        "Pair<long> wide{key, size}; | field: `size` becomes `low`",
        "return pair.larger() > 0 && wide.larger() > 0L; | comparison: `>` becomes `<`",
        "return pair.larger() > 0 && wide.larger() > 0L; | comparison: `>` becomes `>=`",
        "return pair.larger() > 0 && wide.larger() > 0L; | comparison: `>` becomes `<`",
        "return pair.larger() > 0 && wide.larger() > 0L; | comparison: `>` becomes `>=`",
    ],
    prints: "+++-+ 213-1 4 -1",
    changes: &[
        ("size += 1; | field: `size` becomes `low`", "+++-- 213-1 0 -1"),
        ("keys.push_back(key); | deletion: statement deleted: `keys.push_back(key)`", "+++-+  4 0"),
        ("low = k; | deletion: statement deleted: `low = k`", "+++-+ 213-1 4 0"),
    ],
};

const RUST: Fixture = Fixture {
    file: "tree.rs",
    libraries: &["-lgcc_s", "-lm", "-lpthread", "-ldl"],
    mutants: &[
        "self.size += 1; | deletion: statement deleted: `self.size += 1`",
        "self.size >= 100 | comparison: `>=` becomes `<=`",
        "self.size >= 100 | comparison: `>=` becomes `>`",
        "if self.full { | condition: the condition is negated",
        "return false; | constant: `false` becomes `true`",
        "if key == node.key { | comparison: `==` becomes `!=`",
        "if key == node.key { | field: `key` becomes `height`",
        "return false; | constant: `false` becomes `true`",
        "if key < node.key { | comparison: `<` becomes `<=`",
        "if key < node.key { | comparison: `<` becomes `>`",
        "if key < node.key { | field: `key` becomes `height`",
        "at = &mut node.left; | field: `left` becomes `right`",
        "at = &mut node.left; | deletion: statement deleted: `at = &mut node.left`",
        "at = &mut node.right; | deletion: statement deleted: `at = &mut node.right`",
        "at = &mut node.right; | field: `right` becomes `left`",
        "*at = Some(Box::new(Node { left: None, right: None, key, height: 0 })); | deletion: statement deleted: `*at = Some(Box::new(Node { left: None, right: None, key, hei…`",
        "self.count(); | deletion: statement deleted: `self.count()`",
        "self.keys.push(key); | field: `keys` becomes `spare`",
        "self.keys.push(key); | deletion: statement deleted: `self.keys.push(key)`",
        "if self.limits.low > key { | comparison: `>` becomes `<`",
        "if self.limits.low > key { | comparison: `>` becomes `>=`",
        "if self.limits.low > key { | field: `low` becomes `high`",
        "self.limits.low = key; | field: `low` becomes `high`",
        "self.limits.low = key; | deletion: statement deleted: `self.limits.low = key`",
        "for i in 0..self.keys.len() { | field: `keys` becomes `spare`",
        "self.keys[i] = self.keys[i] % key; | deletion: statement deleted: `self.keys[i] = self.keys[i] % key`",
        "self.keys[i] = self.keys[i] % key; | field: `keys` becomes `spare`",
        "self.keys[i] = self.keys[i] % key; | field: `keys` becomes `spare`",
        "if !self.is_large() && self.limits.clone() != self.limits { | condition: the condition is negated",
        "if !self.is_large() && self.limits.clone() != self.limits { | condition: the condition is negated",
        "self.size = 1; | deletion: statement deleted: `self.size = 1`",
        "self.size = 1; | constant: `1` becomes `0`",
        "true | constant: `true` becomes `false`",
    ],
    prints: "2 +1 +3 +- 3 3 0 1 9",
    changes: &[
        ("self.keys.push(key); | field: `keys` becomes `spare`", "2 +1 +3 +- 3 0 3 1 9"),
        ("if key == node.key { | field: `key` becomes `height`", "2 +1 +3 +2 + 4 4 0 1 9"),
    ],
};

impl Fixture {
    fn check(&self) {
        let context = Context::create();
        let (program, types) = compile(&context, &path(self.file));
        let mutants = Mutants::find(&program, &types, &["add"], &["ordered"]);
        let listed = listed(&mutants, &path(self.file));
        assert_eq!(listed, self.mutants, "{}", self.file);
        assert_eq!(run(&program.copy(), self.libraries), self.prints, "{}", self.file);
        for (wanted, prints) in self.changes {
            let index = listed.iter().position(|line| line == wanted).expect("it is listed");
            let copy = program.copy();
            mutants.apply(&copy, index).unwrap_or_else(|error| panic!("{wanted}: {error}"));
            assert_eq!(run(&copy, self.libraries), *prints, "{wanted}");
        }
    }
}

#[test]
fn c_is_mutated() {
    C.check();
}

#[test]
fn cpp_is_mutated_outside_its_library() {
    CPP.check();
}

#[test]
fn rust_is_mutated_outside_its_library_and_its_checks() {
    RUST.check();
}

/// Whatever is found can be made, and is valid.
#[test]
fn every_mutant_is_valid() {
    for file in [C.file, CPP.file] {
        let context = Context::create();
        let (program, types) = compile(&context, &path(file));
        let mutants = Mutants::find(&program, &types, &["add"], &NONE);
        for index in 0..mutants.len() {
            let made = mutants.apply(&program.copy(), index);
            made.unwrap_or_else(|error| panic!("{}: {error}", mutants.get(index).expect("it is")));
        }
    }
}

#[test]
fn what_the_judges_call_is_theirs() {
    let context = Context::create();
    let (program, types) = compile(&context, &path(C.file));
    let functions = |mutants: &Mutants, shared: bool| {
        let found = mutants.iter().filter(|mutant| mutant.is_shared == shared);
        let mut names: Vec<String> = found.map(|mutant| mutant.function.clone()).collect();
        names.sort();
        names.dedup();
        names
    };
    // `ordered` is not changed, and `height`, which both call, is marked.
    let mutants = Mutants::find(&program, &types, &["add"], &["ordered"]);
    assert_eq!(functions(&mutants, false), ["add", "count", "reset"]);
    assert_eq!(functions(&mutants, true), ["height"]);
    // A property is gone through and not changed.
    let mutants = Mutants::find(&program, &types, &["main"], &["main", "ordered", "show"]);
    assert_eq!(functions(&mutants, false), ["add", "count", "reset", "unused"]);
    // What only an excluded function calls is out of reach.
    let mutants = Mutants::find(&program, &types, &["ordered"], &["add", "height"]);
    assert_eq!(functions(&mutants, false), ["ordered"]);
    assert!(Mutants::find(&program, &types, &["nobody"], &NONE).is_empty());
}

#[test]
fn the_choice_is_spread_and_repeatable() {
    let context = Context::create();
    let (program, types) = compile(&context, &path(C.file));
    let mutants = Mutants::find(&program, &types, &["add"], &["ordered"]);
    let order = mutants.order(7);
    assert_eq!(order, mutants.order(7));
    assert_ne!(order, mutants.order(8));
    let mut all = order.clone();
    all.sort_unstable();
    assert_eq!(all, (0..mutants.len()).collect::<Vec<_>>());
    let get = |&index: &usize| mutants.get(index).expect("it is one of them");
    // Each line once before any comes twice, and what the judges share last of all.
    let own: Vec<&Mutant> = order.iter().map(get).filter(|mutant| !mutant.is_shared).collect();
    let mut lines: Vec<u32> = own.iter().map(|mutant| mutant.line).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut first: Vec<u32> = own[..lines.len()].iter().map(|mutant| mutant.line).collect();
    first.sort_unstable();
    assert_eq!(first, lines);
    assert!(order.iter().skip(own.len()).map(get).all(|mutant| mutant.is_shared));
    for seed in 0..20 {
        let first: Vec<&Mutant> = mutants.order(seed).iter().take(6).map(get).collect();
        for function in ["add", "count", "reset"] {
            assert!(first.iter().any(|mutant| mutant.function == function), "{function}, {seed}");
        }
        let mut operators: Vec<Operator> = first.iter().map(|mutant| mutant.operator).collect();
        operators.sort();
        operators.dedup();
        assert!(operators.len() >= 3, "{operators:?}, {seed}");
    }
    // A larger choice begins with the smaller one.
    let six = mutants.choose(&program, 6, 7).expect("they can be judged");
    let more = mutants.choose(&program, 12, 7).expect("they can be judged");
    assert_eq!((six.len(), more.len()), (6, 12));
    assert_eq!(six, more[..6]);
}

#[test]
fn mutants_that_make_no_difference_are_left_out() {
    let text = "struct pair { int a, b; };\n\
                int f(struct pair *p, unsigned u) {\n\
                int unused = 0;\n\
                int larger = p->a < p->b ? p->b : p->a;\n\
                if (u < 1) larger = 1;\n\
                unused = larger;\n\
                return larger; }\n\
                int main(void) { struct pair p = {1, 2}; return f(&p, 3); }\n";
    let context = Context::create();
    let (mutants, program) = compile_text(&context, "pair.c", text);
    let chosen = mutants.choose(&program, usize::MAX, 1).expect("they can be judged");
    let left_out: Vec<String> = (0..mutants.len())
        .filter(|index| !chosen.contains(index))
        .map(|index| mutants.get(index).expect("it is one of them"))
        .map(|mutant| mutant.what.to_string())
        .collect();
    let is_left_out = |what: &str| left_out.iter().filter(|found| *found == what).count();
    // The larger of two equal numbers is either; nobody reads `unused`.
    assert_eq!(is_left_out("`<` becomes `<=`"), 1, "{left_out:?}");
    assert_eq!(is_left_out("`0` becomes `1`"), 1, "{left_out:?}");
    assert_eq!(is_left_out("statement deleted: `unused = larger`"), 1, "{left_out:?}");
    // `p->b < p->b` and `p->a < p->a` are both never true, and give `p->a`; so does `p->a`
    // in the place of the `p->b` that is chosen. One of the three stays.
    assert_eq!(is_left_out("`a` becomes `b`") + is_left_out("`b` becomes `a`"), 2, "{left_out:?}");
    assert_eq!(left_out.len(), 5, "{left_out:?}");
}

/// Throwing calls end a block; without them it goes on.
#[test]
fn calls_that_may_throw_can_be_deleted() {
    let text = "#include <cstdio>\n\
                struct Guard { ~Guard() { std::printf(\"g\"); } };\n\
                __attribute__((noinline)) void note(int x) { if (x > 9) throw 1; std::printf(\"n\"); }\n\
                extern \"C\" void f(int x) {\n\
                Guard guard;\n\
                note(x); }\n\
                int main() { f(1); }\n";
    let context = Context::create();
    let (mutants, program) = compile_text(&context, "guard.cpp", text);
    let note = What::Deleted("note(x)".to_owned());
    let index = mutants.iter().position(|mutant| mutant.what == note);
    assert_eq!(run(&program.copy(), CPP.libraries), "ng");
    mutants.apply(&program, index.expect("it is found")).expect("it can be made");
    assert_eq!(run(&program, CPP.libraries), "g");
}

#[test]
fn another_program_is_refused() {
    let context = Context::create();
    let text = "int f(int x) { return x < 3; }\nint main(void) { return f(1); }\n";
    let (mutants, program) = compile_text(&context, "one.c", text);
    let count = mutants.len();
    assert_eq!(count, 2);
    let error = mutants.apply(&program, count).expect_err("there is no such mutant");
    assert!(matches!(error, MutateError::NoSuchMutant { .. }), "{error}");
    let other = "int f(int x) { return x; }\nint main(void) { return f(1); }\n";
    let (_, other) = compile_text(&context, "two.c", other);
    let error = mutants.apply(&other, 0).expect_err("it is another program");
    assert!(matches!(error, MutateError::OtherProgram { .. }), "{error}");
    assert!(error.to_string().contains("`f`"), "{error}");
    let (_, none) = compile_text(&context, "three.c", "int main(void) { return 0; }\n");
    let error = mutants.apply(&none, 0).expect_err("it is another program");
    assert!(matches!(error, MutateError::OtherProgram { .. }), "{error}");
}
