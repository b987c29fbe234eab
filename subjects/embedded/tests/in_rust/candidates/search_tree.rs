fn candidate(choices: &mut Choices, n: i64) -> Bst {
    let mut left = n;
    let root = node(choices, n, &mut left);
    Bst { root, size: (n - left) as usize }
}

fn node(choices: &mut Choices, n: i64, left: &mut i64) -> Option<Box<Node>> {
    choices.object(left).then(|| {
        let data = choices.range(1, n) as i32;
        Box::new(Node { left: node(choices, n, left), right: node(choices, n, left), data })
    })
}
