// The standard library, beside an input.
use std::collections::*;
use std::rc::Rc;

fn main() {
    let k: u8 = pikse::symbolic();
    pikse::assume!(k < 4);
    let mut m = BTreeMap::new();
    for i in 0..3u8 {
        m.insert(i, i.to_string());
    }
    assert_eq!(m.get(&k).is_some(), k < 3);
    let mut h = BinaryHeap::from(vec![3, 1, 2]);
    assert_eq!(h.pop(), Some(3));
    let mut d: VecDeque<i32> = (0..4).collect();
    d.rotate_left(1);
    assert_eq!(d[0], 1);
    let s: HashSet<i32> = [1, 2, 2].into_iter().collect();
    assert_eq!(s.len(), 2);
    let r = Rc::new(5);
    let w = Rc::downgrade(&r);
    drop(r);
    assert!(w.upgrade().is_none());
    let t = format!("{:>5}|{:<4}|{:^5}|{:#x}|{:?}|{:.2}", 1, 2, 3, 255, "a\n", 1.005);
    assert_eq!(t, "    1|2   |  3  |0xff|\"a\\n\"|1.00");
    println!("{t}");
    assert_eq!("1,2,x".split(',').filter_map(|p| p.parse::<i32>().ok()).sum::<i32>(), 3);
    let f: Box<dyn Fn(u8) -> u8> = Box::new(move |x| x ^ k);
    assert_eq!(f(f(7)), 7);
}
