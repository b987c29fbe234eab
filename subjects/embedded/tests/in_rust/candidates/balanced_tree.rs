fn candidate(choices: &mut Choices, n: i64) -> BalancedTree {
    let mut left = n;
    let root = node(choices, n, &mut left);
    BalancedTree { root, size: (n - left) as usize }
}

fn node(choices: &mut Choices, n: i64, left: &mut i64) -> Option<Box<Node>> {
    choices.object(left).then(|| {
        let elem = choices.range(1, n) as i32;
        let (parent, first) = (std::ptr::null(), node(choices, n, left));
        let mut node = Box::new(Node { left: first, right: node(choices, n, left), parent, elem });
        let parent = std::ptr::from_ref(node.as_ref());
        for child in [&mut node.left, &mut node.right].into_iter().flatten() {
            child.parent = parent;
        }
        node
    })
}
