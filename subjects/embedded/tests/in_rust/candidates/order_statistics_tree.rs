fn candidate(choices: &mut Choices, n: i64) -> OrderStatisticsTree {
    let mut left = n;
    let root = node(choices, n, &mut left);
    OrderStatisticsTree { root, size: (n - left) as usize }
}

fn node(choices: &mut Choices, n: i64, left: &mut i64) -> Option<Box<Node>> {
    choices.object(left).then(|| {
        let key = choices.range(1, n) as i32;
        let color = if choices.flip() { Color::Black } else { Color::Red };
        let parent = std::ptr::null();
        let (first, second) = (node(choices, n, left), node(choices, n, left));
        // Any other number is not accepted.
        let size = 1 + [&first, &second].into_iter().flatten().map(|node| node.size).sum::<usize>();
        let mut node = Box::new(Node { left: first, right: second, parent, color, key, size });
        let parent = std::ptr::from_ref(node.as_ref());
        for child in [&mut node.left, &mut node.right].into_iter().flatten() {
            child.parent = parent;
        }
        node
    })
}
