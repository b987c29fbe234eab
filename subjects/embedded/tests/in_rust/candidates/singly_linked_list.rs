fn candidate(choices: &mut Choices, n: i64) -> SinglyLinkedList {
    let mut left = n;
    let mut header = None;
    while choices.object(&mut left) {
        header = Some(Box::new(Node { next: header }));
    }
    SinglyLinkedList { header, size: (n - left) as usize }
}
