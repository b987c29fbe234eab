fn candidate(choices: &mut Choices, n: i64) -> JavaProgram {
    let (class_count, interface_count) = (choices.range(0, n), choices.range(0, n) as i32);
    let classes = [0, 1, 2, 3].map(|place| {
        let is_class = place < class_count;
        let extends = if is_class { choices.range(-1, n - 1) as i32 } else { -1 };
        JavaClass { extends, implements: list(choices, n, is_class) }
    });
    let interfaces = [0, 1, 2, 3].map(|place| list(choices, n, place < interface_count));
    JavaProgram { class_count: class_count as usize, interface_count, classes, interfaces }
}

fn list(choices: &mut Choices, n: i64, is_used: bool) -> List {
    let count = if is_used { choices.range(0, n) as usize } else { 0 };
    let mut interfaces = [-1; CAPACITY];
    for interface in &mut interfaces[..count] {
        *interface = choices.range(-1, n - 1) as i32;
    }
    List { count, interfaces }
}
