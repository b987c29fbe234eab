fn candidate(choices: &mut Choices, n: i64) -> SortedDoublyLinkedList {
    let mut left = n;
    let mut head: Option<Box<Node>> = None;
    while choices.object(&mut left) {
        let (prev, data) = (std::ptr::null(), choices.range(1, n) as i32);
        let mut node = Box::new(Node { next: head, prev, data });
        let prev = std::ptr::from_ref(node.as_ref());
        if let Some(next) = &mut node.next {
            next.prev = prev;
        }
        head = Some(node);
    }
    SortedDoublyLinkedList { head, size: (n - left) as usize }
}
