//! The subjects of parallel search (document 001, section 4.3).

use std::collections::HashMap;
use std::fs;
use std::process::Command;

use pikse_cluster::Policy;
use pikse_cluster::recorded::{Tree, TreeWalk};
use pikse_cluster::simulated::{Settings, simulate};
use pikse_subjects::{binary_tree, dag, java};

/// Figure 4.3: the 63 candidates of binary trees of three nodes form a tree. A
/// candidate comes from the one in which the field that was advanced still has its
/// first value.
#[test]
fn the_candidates_of_figure_4_3_form_a_tree() {
    let problem = binary_tree::exactly(3).multi_value(false);
    let mut search = problem.search();
    let mut candidates: Vec<Vec<u32>> = Vec::new();
    while !search.is_exhausted() {
        candidates.push(search.candidate());
        search.step_within(1).expect("a subject runs");
        // A saved position stands before the next candidate, also after a solution.
        search.position();
    }
    assert_eq!(candidates.len(), 63);
    let number: HashMap<&Vec<u32>, usize> = candidates.iter().zip(1..).collect();
    let mut children = vec![0; 64];
    let mut depth = vec![1; 64];
    let mut parents = Vec::new();
    for (candidate, at) in candidates.iter().zip(1..).skip(1) {
        // The field that was advanced is the last on the trail, so of the earlier
        // candidates with one field set back its parent is the latest.
        let nonzero = (0..candidate.len()).filter(|&field| candidate[field] > 0);
        let parent = nonzero.filter_map(|field| {
            let mut earlier = candidate.clone();
            earlier[field] = 0;
            number.get(&earlier).copied()
        });
        let parent = parent.max().expect("every candidate but the first has a parent");
        children[parent] += 1;
        parents.push(parent as u32 - 1);
        depth[at] = depth[parent] + 1;
    }
    assert_eq!(depth.iter().max(), Some(&5));
    // With unlimited workers, on four, and by Korat.
    let tree = Tree::new(&parents, &[1; 63]);
    let simulated = |workers: usize, policy: Policy| {
        let settings = Settings { workers, policy, ..Settings::default() };
        simulate(&tree, &settings, false, TreeWalk::cost).expect("it is simulated").time
    };
    assert_eq!([64, 4, 1].map(|workers| simulated(workers, Policy::Queue)), [5, 18, 63]);
    // Where workers take parts from each other: one, or several at once.
    assert_eq!([64, 4, 1].map(|workers| simulated(workers, Policy::OneByOne)), [18, 22, 63]);
    assert_eq!([64, 4, 1].map(|workers| simulated(workers, Policy::Stealing)), [8, 20, 63]);
    assert_eq!(children[27], 9);
}

#[test]
fn topological_graphs_are_all_upper_triangles() {
    for n in 1..=5 {
        let found = dag::topological(n).count().expect("a subject runs");
        assert_eq!(found.valid, 1 << (n * (n - 1) / 2));
    }
}

/// Every graph that is accepted is acyclic, and for each set of edges up to the
/// names of nodes there is one.
#[test]
fn accepted_graphs_are_acyclic() {
    let graphs: Vec<Vec<(usize, usize)>> = dag::accept_all(4)
        .solutions()
        .map(|found| dag::edges(&found.expect("a subject runs")))
        .collect();
    assert!(graphs.iter().all(|edges| is_acyclic(4, edges)));
    let classes: std::collections::BTreeSet<_> =
        graphs.iter().map(|edges| smallest_renaming(4, edges)).collect();
    // The number of acyclic graphs of four unnamed nodes.
    assert_eq!(classes.len(), 31);
}

fn is_acyclic(n: usize, edges: &[(usize, usize)]) -> bool {
    let mut left: Vec<usize> = (0..n).collect();
    while let Some(at) =
        left.iter().position(|&node| edges.iter().all(|&(f, t)| f != node || !left.contains(&t)))
    {
        left.remove(at);
    }
    left.is_empty()
}

fn smallest_renaming(n: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut names: Vec<usize> = (0..n).collect();
    let mut best: Option<Vec<(usize, usize)>> = None;
    permute(&mut names, 0, &mut |names| {
        let mut renamed: Vec<_> = edges.iter().map(|&(f, t)| (names[f], names[t])).collect();
        renamed.sort_unstable();
        if best.as_ref().is_none_or(|best| renamed < *best) {
            best = Some(renamed);
        }
    });
    best.expect("there is a permutation")
}

fn permute(names: &mut Vec<usize>, from: usize, visit: &mut dyn FnMut(&[usize])) {
    if from == names.len() {
        return visit(names);
    }
    for at in from..names.len() {
        names.swap(from, at);
        permute(names, from + 1, visit);
        names.swap(from, at);
    }
}

#[test]
fn java_hierarchies_are_counted_and_printed() {
    for (classes, interfaces) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 3)] {
        let found = java::hierarchies(classes, interfaces).count().expect("a subject runs");
        // Class k has k + 1 choices to extend and every set of interfaces; interface
        // k every set of the k before it.
        let bases: usize = (1..=classes).product();
        let sets = interfaces * classes + interfaces * (interfaces - 1) / 2;
        assert_eq!(found.valid, (bases << sets) as u64, "{classes} {interfaces}");
    }
    let last = java::hierarchies(2, 2).solutions().last().expect("there are programs");
    let text = java::source(&last.expect("a subject runs"));
    assert_eq!(
        text,
        "interface I1 {}\ninterface I2 extends I1 {}\n\
         class C1 implements I1, I2 {}\nclass C2 extends C1 implements I1, I2 {}\n"
    );
}

/// Needs `javac`: `cargo xtask test` installs it.
#[test]
fn java_hierarchies_compile() {
    let folder = std::env::temp_dir().join(format!("pikse-java-{}", std::process::id()));
    let mut sources = Vec::new();
    for (number, program) in java::hierarchies(2, 2).solutions().enumerate() {
        let package = folder.join(format!("p{number}"));
        fs::create_dir_all(&package).expect("the folder can be made");
        let source = java::source(&program.expect("a subject runs"));
        let file = package.join("Program.java");
        fs::write(&file, format!("package p{number};\n{source}")).expect("the file can be written");
        sources.push(file);
    }
    assert_eq!(sources.len(), 64);
    let output = Command::new("javac").arg("-d").arg(folder.join("out")).args(&sources).output();
    let output = output.expect("javac is there: `cargo xtask test` installs it");
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
