//! What random predicates have found, made small.

use pikse_base::Random;
use pikse_front::Request;
use pikse_front::bounds::infer;
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};
use pikse_native::Limits;

use super::searches::Subject;

const SOURCE: &str = "
#include <stdbool.h>
#include <stdlib.h>
struct node { bool a, b; struct node *next; };
struct root { struct node *head; int x, y; };

/* A checkpoint is gone back to in the middle of the read of a whole node. */
bool copies(struct root *t) {
  int count = 0;
  for (struct node *n = t->head; n; n = n->next) {
    if (count++ == 5) return false;
    struct node *h = malloc(sizeof *h);
    *h = *n;
    free(h);
  }
  return true;
}

/* Each constant that the function returns gives another one. */
static int depth(struct node *n, int k) { return !n || k == 0 ? 0 : 1 + depth(n->next, k - 1); }
bool deep(struct root *t) { return depth(t->head, 3) == 2; }

/* Steps before a checkpoint are steps too. */
bool steps(struct root *t) {
  volatile int n = 0;
  for (int i = 0; i < 50; i++) n++;
  int x = t->x;
  for (int i = 0; i < 50; i++) n++;
  return t->y == x;
}
";

/// All ways to search agree on them.
pub(crate) fn check() {
    let folder = tempfile::tempdir().expect("there is a folder");
    let file = folder.path().join("known.c");
    std::fs::write(&file, SOURCE).expect("it is written");
    let context = Context::create();
    let program = Program::compile(&context, &[&file], &Options::default());
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let types = Types::of(&program).expect("it has debug information");
    let request = Request { root: "root".to_owned(), size: 2, ..Request::default() };
    let bounds = infer(&types, &request).unwrap_or_else(|error| panic!("{error}"));
    for (name, valid) in [("copies", 21), ("deep", 1), ("steps", 3)] {
        let subject =
            Subject { program: &program, name, bounds: &bounds, limits: Limits::default() };
        let found = subject.check(&mut Random(1));
        let found = found.unwrap_or_else(|error| panic!("`{name}`: {error}"));
        assert_eq!(found.statistics.valid, valid, "`{name}`");
    }
    for steps in [30, 80, 120, 150, 180, 300] {
        let limits = Limits { steps: Some(steps), ..Limits::default() };
        let subject = Subject { program: &program, name: "steps", bounds: &bounds, limits };
        let found = subject.check_checkpoints();
        found.unwrap_or_else(|error| panic!("at most {steps} steps: {error}"));
    }
}
