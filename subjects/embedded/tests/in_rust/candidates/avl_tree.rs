fn candidate(choices: &mut Choices, n: i64) -> AvlTree {
    let mut left = n;
    let root = node(choices, n, &mut left);
    AvlTree { root, size: (n - left) as usize }
}

fn node(choices: &mut Choices, n: i64, left: &mut i64) -> Option<Box<Node>> {
    choices.object(left).then(|| {
        let info = choices.range(1, n) as i32;
        Box::new(Node { left: node(choices, n, left), right: node(choices, n, left), info })
    })
}
