fn candidate(choices: &mut Choices, n: i64) -> HeapArray {
    let (size, length) = (choices.range(0, n) as usize, choices.range(0, n) as usize);
    let mut array = [-1; 16];
    for element in &mut array[..size.min(length)] {
        *element = choices.range(-1, n) as i32;
    }
    HeapArray { size, length, array }
}
