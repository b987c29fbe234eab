// incomplete: one schedule
use std::thread;

fn main() {
    let mut numbers = [1, 2, 3, 4];
    let total = thread::scope(|scope| {
        let (left, right) = numbers.split_at_mut(2);
        let a = scope.spawn(|| {
            left[0] = 10;
            left.iter().sum::<i32>()
        });
        let b = scope.spawn(|| right.iter().sum::<i32>());
        a.join().unwrap() + b.join().unwrap()
    });
    assert_eq!(total, 19);
    assert_eq!(numbers[0], 10);
}
