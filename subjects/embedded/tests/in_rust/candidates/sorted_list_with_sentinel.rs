fn candidate(choices: &mut Choices, n: i64) -> SortedList {
    let mut left = n;
    let mut next = None;
    choices.objects += 1;
    while choices.object(&mut left) {
        next = Some(Box::new(Node { next, data: choices.range(1, n) as i32 }));
    }
    SortedList { header: Box::new(Node { next, data: 1 }), size: (n - left) as usize }
}
