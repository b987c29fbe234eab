fn candidate(choices: &mut Choices, n: i64) -> SortedList {
    let mut left = n;
    let mut head = None;
    while choices.object(&mut left) {
        head = Some(Box::new(Node { next: head, key: choices.range(1, n) as i32 }));
    }
    SortedList { head, size: (n - left) as usize }
}
