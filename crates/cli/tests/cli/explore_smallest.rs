//! Of all paths with an error, the one with the smallest input is shown and saved, in whatever order they
//! are found.

use std::fs;

use crate::common::{folder, run_in};

const FILES: &[(&str, &str)] = &[(
    "subject.c",
    "#include <assert.h>\n#include <stddef.h>\n\
     struct node { int value; struct node *next; };\n\
     struct list { struct node *first; };\n\
     int length(struct list *l, int x) {\n\
     int n = 0;\n\
     for (struct node *at = l->first; at && n < 4; at = at->next) n++;\n\
     if ((n == 3 && x == 1) || (n == 2 && (x == 20 || x == 9))) assert(0);\n\
     return n; }\n\
     int text(const char *s) {\n\
     size_t n = 0; while (s[n]) n++;\n\
     if (n > 4 || (n > 2 && s[n - 1] == 'b')) assert(0);\n\
     return 0; }\n\
     int number(int x) {\n\
     switch (x) { case 77: case -5: case -12: case 5: case 1000: assert(0); default: return 0; } }\n\
     int negative(int x, unsigned char y) { if (x < -40 && y > x + 300) assert(0); return 0; }\n",
)];

/// Functions, their arguments, and the values that are shown. In `negative`, -46 is the largest `x` for which
/// there is a `y`.
const CASES: &[(&str, &str, &str)] = &[
    ("length", "--size 3 --no-predicate", "x = 9"),
    ("text", "--arg s=cstr[6]", "s = \"\\u{1}\\u{1}b\""),
    ("number", "", "x = 5"),
    ("negative", "", "x = -46; y = 255"),
];

#[test]
fn the_smallest_input_is_shown_in_every_order() {
    let folder = folder(FILES);
    for (entry, arguments, expected) in CASES {
        let mut paths = None;
        for more in ["", "--search bfs", "--search random", "--search covnew", "--jobs 2"] {
            let command = format!("explore subject.c --entry {entry} {arguments} {more} --json");
            let ended = run_in(folder.path(), &command);
            let run = ended.whole_json();
            assert_eq!(run["errors"].as_array().map(Vec::len), Some(1), "{command}: {run}");
            let error = &run["errors"][0];
            let inputs = error["inputs"].as_array().expect("inputs").iter();
            let inputs = inputs.filter(|input| !input["name"].as_str().unwrap_or("").contains('.'));
            let text =
                |key: &str, input: &serde_json::Value| input[key].as_str().map(str::to_owned);
            let values: Vec<String> = inputs
                .filter_map(|input| {
                    Some(format!("{} = {}", text("name", input)?, text("value", input)?))
                })
                .collect();
            assert_eq!(values.join("; "), *expected, "{command}: {error}");
            // Each path has one test, whatever became of its name.
            let count = run["tests"].as_u64().expect("the number of tests");
            assert_eq!(Some(count), run["paths"].as_u64(), "{command}");
            assert_eq!(*paths.get_or_insert(count), count, "{command}");
            let stem = format!("pikse-out/subject-{entry}");
            let names = fs::read_dir(folder.path().join(&stem)).expect("the folder of the tests");
            let is_test = |name: &str| {
                name.ends_with(".json") && (name.starts_with("test-") || name.starts_with("error-"))
            };
            let files = names.flatten().filter(|name| is_test(&name.file_name().to_string_lossy()));
            assert_eq!(files.count() as u64, count, "{command}");
            let replayed = run_in(folder.path(), &format!("replay {stem}"));
            let all = format!("{count} tests: {count} confirmed");
            assert!(replayed.stdout.contains(&all), "{command}: {replayed:?}");
        }
    }
}
