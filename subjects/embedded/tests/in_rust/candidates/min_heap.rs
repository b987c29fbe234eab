fn candidate(choices: &mut Choices, n: i64) -> MinHeap {
    let size = choices.range(0, n) as usize;
    let mut array = [1; 16];
    for element in &mut array[..size] {
        *element = choices.range(1, n) as i32;
    }
    MinHeap { size, array }
}
