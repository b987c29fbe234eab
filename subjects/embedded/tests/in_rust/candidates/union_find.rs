fn candidate(choices: &mut Choices, n: i64) -> UnionFind {
    let size = choices.range(0, n) as usize;
    choices.objects += size as u32;
    let record = |place| match place < size {
        true => {
            let parent = choices.range(0, n - 1) as usize;
            Box::new(Record { parent, rank: choices.range(0, n - 1) as i32 })
        }
        false => Box::new(Record { parent: 0, rank: 0 }),
    };
    UnionFind { size, length: size, elements: [0, 1, 2, 3, 4, 5, 6, 7].map(record) }
}
