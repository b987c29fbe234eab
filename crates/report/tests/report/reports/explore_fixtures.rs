//! Runs of explorations as the command would give them.

use pikse_report::explore_run::{EndVerdict, ExploreStatistics, Tier, TreeEnd, TreeNode, Way};
use pikse_report::{
    ExploreError, ExploreInput, ExploreNote, ExploreRun, ExploreTest, ExploreTree, FileCoverage,
    Incomplete, LeftOut, Reached, Reason, SourcePlace, Unit,
};
use pikse_structure::{ObjectState, Snapshot, SnapshotObject, SnapshotValue};
use pikse_vm::{Cut, Stopped};

pub(crate) const SOURCE: &str = "\
static int look_up(int digit)
{
    return table[digit]; // </script>
}

int parse(const char *text)
{
    if (*text >= '0' && *text <= '9')
        return look_up(*text - '0');
    return -1;
}

void never(void)
{
    puts(\"\");
}
";

/// The texts that a run's files have.
pub(crate) fn source(file: &str) -> Option<String> {
    (file == "src/parse.c").then(|| SOURCE.to_owned())
}

fn place(line: u32, column: u32, function: &str) -> SourcePlace {
    let (file, function) = ("src/parse.c".to_owned(), function.to_owned());
    SourcePlace { file, line, column, function }
}

fn input(name: &str, bytes: &[u8]) -> ExploreInput {
    ExploreInput { name: name.to_owned(), bytes: bytes.to_vec(), ..ExploreInput::default() }
}

/// A list of which a path has read the head.
fn structure() -> Snapshot {
    let object = |name: &str, class: &str, fields: &[(&str, SnapshotValue)]| SnapshotObject {
        name: name.to_owned(),
        class: class.to_owned(),
        state: ObjectState::Live,
        fields: fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
    };
    Snapshot {
        roots: vec![("l".to_owned(), SnapshotValue::Ref(0))],
        objects: vec![
            object("list", "list", &[("head", SnapshotValue::Ref(1))]),
            object("node0", "node", &[("next", SnapshotValue::Unread)]),
        ],
    }
}

fn errors() -> Vec<ExploreError> {
    let file = |number: u32| format!("pikse-out/parse/error-{number:06}.json");
    let first = ExploreError {
        kind: "out-of-bounds".to_owned(),
        title: "access out of bounds".to_owned(),
        message: "read of 4 bytes <b>&\u{1b}[31m\u{0}]]></script>\nof `table`".to_owned(),
        stack: vec![place(3, 12, "look_up"), place(9, 16, "parse"), place(0, 0, "main")],
        inputs: vec![
            input("text", b"4\0"),
            input("n", &[0xfd, 0xff, 0xff, 0xff]),
            ExploreInput { meaning: Some("node0".to_owned()), ..input("list.head", &[1]) },
        ],
        structure: Some(structure()),
        count: 1_234,
        path: 1,
        test: Some(file(1)),
        code: Some("pikse-out/parse/error-000001.c".to_owned()),
        replay: Some(format!("pikse replay {}", file(1))),
    };
    let second = ExploreError {
        kind: "assertion".to_owned(),
        title: "assertion failed".to_owned(),
        stack: vec![SourcePlace {
            file: "/abs/päth with space/other.c".to_owned(),
            line: 7,
            ..SourcePlace::default()
        }],
        count: 1,
        path: 4,
        ..ExploreError::default()
    };
    // Neither a message nor a place is known of it.
    let third = ExploreError {
        kind: "assertion".to_owned(),
        title: "assertion failed".to_owned(),
        inputs: vec![input("large", &vec![200; 5_000])],
        count: 1,
        path: 5,
        ..ExploreError::default()
    };
    vec![first, second, third]
}

fn tests(count: u64) -> Vec<ExploreTest> {
    let test = |number: u64| {
        let error = match number {
            1 => Some(0),
            4 => Some(1),
            _ => None,
        };
        ExploreTest {
            number,
            verdict: ["out-of-bounds", "assertion"]
                .get(error.unwrap_or(2))
                .map_or("finished", |kind| kind)
                .to_owned(),
            message: error.map(|_| "what <i>happened</i>".to_owned()).unwrap_or_default(),
            error,
            inputs: vec![
                input("text", &[b'0' + (number % 10) as u8, 0]),
                input("n", &[7, 0, 0, 0]),
            ],
            structure: number.is_multiple_of(2).then(structure),
            exit_code: error.is_none().then_some((number % 3) as i32),
            output: format!("line {number}\n<u>\u{7}").into_bytes(),
            replay: (number < 50).then(|| format!("pikse replay test-{number}.json")),
        }
    };
    (1..=count).map(test).collect()
}

/// A tree under construction.
struct Growing {
    nodes: Vec<TreeNode>,
}

impl Growing {
    fn add(&mut self, parent: usize, way: Way) -> usize {
        let (line, column) = if self.nodes.len().is_multiple_of(2) { (8, 9) } else { (8, 22) };
        self.nodes.push(TreeNode {
            parent,
            place: place(line, column, "parse"),
            way,
            condition: format!("text[{}] < '<'", self.nodes.len() % 7),
            ..TreeNode::default()
        });
        self.nodes.len() - 1
    }

    /// Some paths end at a node.
    fn end(&mut self, node: usize, verdict: EndVerdict, count: u64, first: u64) {
        let mut at = node;
        loop {
            let below = &mut self.nodes[at].below;
            let sum = match &verdict {
                EndVerdict::Finished | EndVerdict::Killed(_) | EndVerdict::Blocked => {
                    &mut below.finished
                }
                EndVerdict::Rejected => &mut below.rejected,
                EndVerdict::Error(_) => &mut below.failed,
                EndVerdict::Cut(_) => &mut below.cut,
            };
            *sum += count;
            if at == 0 {
                break;
            }
            at = self.nodes[at].parent;
        }
        self.nodes[node].ends.push(TreeEnd { verdict, count, first });
    }
}

/// A full binary tree, ends of every kind, and a chain of so many decisions at its right.
pub(crate) fn tree(levels: u32, chain: usize) -> ExploreTree {
    let mut tree = Growing { nodes: vec![TreeNode::default()] };
    let mut leaves = vec![0];
    for _ in 0..levels {
        let above = std::mem::take(&mut leaves);
        for node in above {
            leaves.push(tree.add(node, Way::Yes));
            leaves.push(tree.add(node, Way::No));
        }
    }
    let mut last = leaves.pop().unwrap_or_default();
    for (number, &leaf) in (1..).zip(&leaves) {
        let verdict = match number {
            1 => EndVerdict::Error(0),
            2 => EndVerdict::Rejected,
            3 => EndVerdict::Cut(Cut::Unsupported("call <of> it".to_owned())),
            _ => EndVerdict::Finished,
        };
        tree.end(leaf, verdict, 1, number);
    }
    // A node with ends and children, and one with paths that are not kept.
    tree.end(last, EndVerdict::Error(0), 3, 9);
    for _ in 0..chain {
        let no = tree.add(last, Way::Case(0));
        tree.end(no, EndVerdict::Finished, 1, 10);
        last = tree.add(last, Way::Case(1));
    }
    tree.end(last, EndVerdict::Error(1), 1, 4);
    tree.nodes[1].not_kept = 17;
    ExploreTree { nodes: tree.nodes, not_kept: 17 }
}

/// A run with errors, that is not complete.
pub(crate) fn run() -> ExploreRun {
    let cut = |cut: Cut, paths| Reason::LeftOut { what: LeftOut::Cut(cut), paths };
    let tier = |name: &str, queries, decided, seconds| Tier {
        name: name.to_owned(),
        queries,
        decided,
        seconds,
    };
    ExploreRun {
        since: None,
        stage_seconds: None,
        jobs: 1,
        digest: 0x0123_4567_89ab_cdef,
        from: None,
        to: None,
        killed: vec![(15, 1)],
        blocked: 1,
        command: "pikse explore src/parse.c --entry 'a::<b>'".to_owned(),
        version: "0.1.0".to_owned(),
        date: "2024-01-31 12:00 UTC".to_owned(),
        seconds: 1.5,
        sources: vec!["src/parse.c".to_owned(), "src/other.c".to_owned()],
        entry: "a::<b>".to_owned(),
        paths: 12_345,
        rejected: 6,
        errors: errors(),
        incomplete: Some(Incomplete {
            reasons: vec![
                cut(Cut::Stopped(Stopped::Time), 3),
                cut(Cut::Unsupported("call of `<f>`".to_owned()), 0),
            ],
            reached: Reached { done: None, tried: Some((12_345, Unit::Path)) },
        }),
        notes: vec![ExploreNote::Optimised],
        coverage: vec![
            FileCoverage {
                file: "src/parse.c".to_owned(),
                lines: vec![(3, 1), (8, 1), (9, 1), (10, 1), (15, 0), (16, 0)],
                functions: vec![
                    ("look_up".to_owned(), 1, 1),
                    ("parse".to_owned(), 6, 1),
                    ("never".to_owned(), 13, 0),
                ],
            },
            FileCoverage { file: "src/gone.c".to_owned(), lines: vec![(1, 0)], functions: vec![] },
        ],
        statistics: ExploreStatistics {
            instructions: 71_269,
            splits: 116,
            questions: 129,
            expressions: 382,
            most_states: 13,
            waiting: 3,
            peak: 64 << 20,
            tiers: vec![tier("fold", 217, 100, 0.000_1), tier("blast", 117, 117, 0.02)],
        },
        tests_written: 12_345,
        folder: Some("pikse-out/parse".to_owned()),
        tests: tests(60),
        tree: Some(tree(4, 40)),
    }
}

/// A run with as much as a report may carry.
pub(crate) fn large_run() -> ExploreRun {
    ExploreRun { tests: tests(10_000), tree: Some(tree(15, 17_232)), ..run() }
}
