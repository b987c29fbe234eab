fn candidate(choices: &mut Choices, n: i64) -> TernaryTree {
    let mut left = n;
    let root = Node { children: [(); 3].map(|()| node(choices, &mut left)) };
    TernaryTree { root, size: (1 + n - left) as usize }
}

fn node(choices: &mut Choices, left: &mut i64) -> Option<Box<Node>> {
    let is_there = choices.object(left);
    is_there.then(|| Box::new(Node { children: [(); 3].map(|()| node(choices, left)) }))
}
