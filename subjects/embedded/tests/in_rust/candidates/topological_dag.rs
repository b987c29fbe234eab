fn candidate(choices: &mut Choices, n: i64) -> TopologicalDag {
    let size = choices.range(0, n) as usize;
    let node = |place| {
        let mut children = [-1; CAPACITY - 1];
        let child_count = if place < size { choices.range(0, n - 1) as usize } else { 0 };
        for child in &mut children[..child_count] {
            *child = choices.range(-1, n - 1) as i32;
        }
        Node { child_count, children }
    };
    TopologicalDag { size, nodes: [0, 1, 2, 3, 4, 5, 6, 7].map(node) }
}
