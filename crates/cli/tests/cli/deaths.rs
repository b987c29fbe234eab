//! Predicates that kill the process that they run in: the search survives them, finds
//! what it finds if they reject instead, and tells which structure it was.

use crate::common::{folder, run_in};

/// A list whose predicate does something else when it meets the data value 2.
fn list(defect: &str) -> String {
    format!(
        "#define _GNU_SOURCE\n\
         #include <signal.h>\n#include <stdbool.h>\n#include <sys/syscall.h>\n\
         #include <unistd.h>\n\
         struct node {{ struct node *next; int data; }};\n\
         struct list {{ struct node *head; int size; }};\n\
         bool rep_ok(struct list *l) {{\n\
         struct node *seen[8]; int count = 0;\n\
         for (struct node *n = l->head; n; n = n->next) {{\n\
         for (int i = 0; i < count; i++) if (seen[i] == n) return false;\n\
         seen[count++] = n;\n\
         if (n->data == 2) {{ {defect} }}\n\
         if (n->next && n->next->data < n->data) return false;\n\
         }}\n\
         return l->size == count; }}\n"
    )
}

/// What no engine can catch, and how the process ends.
const DEFECTS: &[(&str, &str)] = &[
    ("syscall(SYS_exit_group, 7);", "exit code 7"),
    (
        "__asm__ volatile(\"syscall\" : : \"a\"(231), \"D\"(9) : \"rcx\", \"r11\", \"memory\");",
        "exit code 9",
    ),
    ("kill(getpid(), SIGKILL);", "signal 9"),
    ("sigset_t none; sigemptyset(&none); raise(SIGKILL);", "signal 9"),
];

#[test]
fn a_predicate_that_kills_its_process_is_survived() {
    let sound = folder(&[("list.c", &list("return false;"))]);
    for (defect, words) in DEFECTS {
        let broken = folder(&[("list.c", &list(defect))]);
        for (size, jobs) in [(2, 1), (3, 1), (3, 3)] {
            for multi_value in ["on", "off"] {
                let arguments = format!(
                    "count list.c --size {size} --jobs {jobs} --multi-value {multi_value} \
                     --digest --json"
                );
                let case = format!("{defect} {arguments}");
                let expected = run_in(sound.path(), &arguments);
                assert_eq!(expected.code, 0, "{case}: {expected:?}");
                let found = run_in(broken.path(), &arguments);
                assert_eq!(found.code, 1, "{case}: {found:?}");
                let (expected, found) = (expected.json(), found.json());
                assert!(expected["valid"].as_u64() > Some(3), "{case}: {expected}");
                for key in ["valid", "digest", "complete"] {
                    assert_eq!(found[key], expected[key], "{key} of {case}: {found}");
                }
                let failures = found["failures"].as_array().expect("it is a list");
                let [failure] = &failures[..] else { panic!("{case}: {found}") };
                assert_eq!(failure["kind"], "killed", "{case}: {found}");
                let text = failure["text"].as_str().unwrap_or_default();
                assert!(text.contains(words), "{case}: {found}");
                assert!(failure["count"].as_u64() >= Some(1), "{case}: {found}");
                let structure = failure["structure"].to_string();
                assert!(structure.contains("\"data\":2"), "{case}: {structure}");
                if multi_value == "off" {
                    assert_eq!(found["explored"], expected["explored"], "{case}: {found}");
                }
            }
        }
    }
}
