fn candidate(choices: &mut Choices, n: i64) -> DisjointSet {
    let mut left = n;
    let mut head: Option<Box<Node>> = None;
    let mut tail = std::ptr::null();
    while choices.object(&mut left) {
        let (rep, data) = (std::ptr::null(), choices.range(1, n) as i32);
        head = Some(Box::new(Node { rep, next: head, data }));
    }
    let rep = head.as_deref().map_or(std::ptr::null(), std::ptr::from_ref);
    let mut at = &mut head;
    while let Some(node) = at {
        node.rep = rep;
        tail = std::ptr::from_ref(node.as_ref());
        at = &mut node.next;
    }
    DisjointSet { head, tail, size: (n - left) as usize }
}
