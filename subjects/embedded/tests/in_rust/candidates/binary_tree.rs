fn candidate(choices: &mut Choices, n: i64) -> BinaryTree {
    let mut left = n;
    let root = node(choices, &mut left);
    BinaryTree { root, size: (n - left) as usize }
}

fn node(choices: &mut Choices, left: &mut i64) -> Option<Box<Node>> {
    let is_there = choices.object(left);
    is_there.then(|| Box::new(Node { left: node(choices, left), right: node(choices, left) }))
}
