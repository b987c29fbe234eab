fn candidate(choices: &mut Choices, n: i64) -> Board {
    let size = choices.range(0, n) as usize;
    let mut position = [0; CAPACITY];
    for row in &mut position[..size] {
        *row = choices.range(0, n - 1) as i32;
    }
    Board { size, position }
}
