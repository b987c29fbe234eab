//! What the standard library returns and prints.
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::*;
use std::fmt::Write as _;
use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom, Write};
use std::num::*;
use std::rc::{Rc, Weak};
use std::sync::{
    Arc, Mutex, OnceLock, RwLock,
    atomic::{AtomicUsize, Ordering},
};
use std::time::Duration;
macro_rules! t {
    ($e:expr) => {
        println!("{} = {:?}", stringify!($e), $e)
    };
}
#[derive(Debug, Clone, PartialEq, PartialOrd, Eq, Ord, Hash, Default)]
struct P {
    x: i32,
    y: Option<String>,
}
#[derive(Debug)]
enum E {
    A,
    B(u8),
    C { v: Vec<u8> },
}
trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> String {
        "shape".into()
    }
}
struct Sq(f64);
impl Shape for Sq {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
}
struct Ci(f64);
impl Shape for Ci {
    fn area(&self) -> f64 {
        3.0 * self.0
    }
    fn name(&self) -> String {
        "circle".into()
    }
}
struct Dr(&'static str);
impl Drop for Dr {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}
fn main() {
    t!("abc".to_uppercase());
    t!("ß".to_uppercase());
    t!("İ".to_lowercase());
    t!("a,b,,c".split(',').collect::<Vec<_>>());
    t!("  x ".trim());
    t!("hello".find("ll"));
    t!("héllo".chars().rev().collect::<String>());
    t!("héllo".char_indices().collect::<Vec<_>>());
    t!("a=b".split_once('='));
    t!("12".parse::<i32>());
    t!("x".parse::<i32>());
    t!("300".parse::<u8>());
    t!("1e3".parse::<f64>());
    t!("nan".parse::<f64>());
    t!("true".parse::<bool>());
    t!("abc".repeat(2));
    t!("line1\nline2\r\n".lines().collect::<Vec<_>>());
    t!("abc" < "abd");
    t!("aXbX".replace('X', "--"));
    t!("abc".bytes().map(u32::from).sum::<u32>());
    t!(String::from_utf8(vec![0xff]));
    t!(String::from_utf8_lossy(&[104, 0xff, 105]));
    t!("tEsT".eq_ignore_ascii_case("TEST"));
    t!("a b  c".split_whitespace().collect::<Vec<_>>());
    t!("abc".strip_prefix("a"));
    t!(char::from_digit(11, 16));
    t!('ä'.is_alphabetic());
    t!('5'.to_digit(10));
    t!("\u{1F600}".len());
    t!("x\t\"\u{7f}é");
    t!("abcabc".rmatches("b").count());
    t!("α<β".cmp("β"));
    t!(format!(
        "{:>8}|{:<5}|{:^7}|{:08.3}|{:+}|{:#x}|{:#010b}|{:e}",
        "ab", 3, "mid", 3.14159, 5, 255, 5, 1234.5
    ));
    t!(format!("{0} {1} {0} {name}", 1, 2, name = "n"));
    t!(format!("{:?} {:#?}", P { x: 1, y: Some("q".into()) }, E::C { v: vec![1] }));
    t!(format!("{:5}|{:<5}|{:^5}|{:>5}", 1.5, true, 'c', "é"));
    t!(format!("{:.*}|{:3$}", 2, 1.23456, 8, 4));
    t!(format!("{:?} {:?}", 1.0, 1e21));
    t!(format!("{} {}", f32::MAX, f64::MIN_POSITIVE));
    t!(format!("{:?}", (1, "a", [1.5, 2.0])));
    t!((0.1 + 0.2, 1.0 / 3.0, 100000000.0f32, f64::NAN, -0.0));
    t!(E::A);
    t!(E::B(3));
    let mut v = vec![5, 3, 8, 1];
    v.sort();
    t!(v);
    t!(v.binary_search(&5));
    t!(v.iter().rev().take(2).collect::<Vec<_>>());
    v.dedup();
    v.retain(|x| x % 2 == 1);
    t!(v);
    t!(v.chunks(2).map(|c| c.len()).collect::<Vec<_>>());
    t!(v.windows(2).map(|w| w[1] - w[0]).collect::<Vec<_>>());
    t!(v.iter().zip("ab".chars()).collect::<Vec<_>>());
    t!(v.splice(0..1, [7, 7]).collect::<Vec<_>>());
    t!(v);
    t!(v.drain(1..).collect::<Vec<_>>());
    t!(v.first());
    t!([3, 1, 2].iter().max());
    t!([1.5, 0.5].iter().cloned().fold(f64::NAN, f64::min));
    t!((1..=10).step_by(3).collect::<Vec<_>>());
    t!((1..5).flat_map(|x| vec![x; x]).collect::<Vec<_>>());
    t!([1, 2, 3, 4].iter().partition::<Vec<i32>, _>(|x| **x % 2 == 0));
    t!(["a", "b"].concat());
    t!(["a", "b"].join("-"));
    t!([[1, 2], [3, 4]].concat());
    t!([1, 2, 3].rotate_left(1));
    t!((1..4)
        .scan(0, |s, x| {
            *s += x;
            Some(*s)
        })
        .collect::<Vec<_>>());
    t!(vec![3, 1, 2].into_iter().reduce(|a, b| a * 10 + b));
    t!([1, 5, 2].iter().position(|&x| x == 5));
    t!((1..=4).product::<i32>());
    t!([Some(1), None].into_iter().collect::<Option<Vec<_>>>());
    t!(["1", "x"].iter().map(|s| s.parse::<i32>()).collect::<Result<Vec<_>, _>>());
    t!([1, 1, 2].chunk_by(|a, b| a == b).count());
    t!({
        let mut a = [4, 2, 9, 1];
        a.select_nth_unstable(1);
        a[1]
    });
    t!({
        let mut a = ["bb", "a", "ccc"];
        a.sort_by_key(|s| std::cmp::Reverse(s.len()));
        a
    });
    t!([1u8, 2].repeat(2));
    t!(vec![1, 2, 3].swap_remove(0));
    let mut m = BTreeMap::from([(2, "b"), (1, "a")]);
    t!(m);
    t!(m.insert(2, "z"));
    t!(m.range(2..).next());
    t!(m.entry(5).or_insert("e"));
    t!(m.pop_first());
    t!(m.split_off(&3));
    let mut h: HashMap<&str, i32> = HashMap::new();
    *h.entry("k").or_default() += 3;
    t!(h);
    t!(h.get("q"));
    t!(h.remove("k"));
    let s: BTreeSet<i32> = [3, 1, 2].into();
    t!(s.union(&[9].into()).collect::<Vec<_>>());
    t!(s.range(..2).count());
    let mut hs = HashSet::new();
    t!(hs.insert(1));
    t!(hs.insert(1));
    let mut dq: VecDeque<i32> = (0..5).collect();
    dq.rotate_left(2);
    dq.push_front(9);
    t!(dq);
    t!(dq.make_contiguous().len());
    let mut bh = BinaryHeap::from([2, 9, 4]);
    t!(bh.pop());
    t!(bh.into_sorted_vec());
    let mut ll = LinkedList::from([1, 2]);
    ll.push_front(0);
    t!(ll);
    t!(i32::MAX.checked_add(1));
    t!(250u8.wrapping_add(10));
    t!(250u8.saturating_add(10));
    t!(250u8.overflowing_add(10));
    t!((-7i32).rem_euclid(3));
    t!((-7i32).div_euclid(3));
    t!(10i32.pow(3));
    t!(2f64.powi(-2));
    t!(0b1011u32.count_ones());
    t!(16u32.leading_zeros());
    t!(u32::from_str_radix("ff", 16));
    t!(1u64.rotate_right(1));
    t!(0x1234u16.swap_bytes());
    t!(i64::MIN.unsigned_abs());
    t!(5i32.signum());
    t!(7u32.next_power_of_two());
    t!(100u32.ilog2());
    t!(17u64.isqrt());
    t!(300i32 as u8);
    t!(-1i32 as u32);
    t!(1e20 as i32);
    t!(f64::NAN as i32);
    t!(-5.9 as u8);
    t!(3.7f64.round());
    t!(2.5f64.round_ties_even());
    t!(f64::INFINITY.is_finite());
    t!(1.0f64.total_cmp(&-0.0));
    t!(0.1f32 as f64);
    t!(u128::MAX / 3);
    t!(i128::MIN);
    t!(NonZeroU8::new(0));
    t!(1.5f64.to_bits());
    t!(f64::EPSILON);
    t!(2f64.sqrt().sin().exp().ln());
    t!(i32::from_be_bytes([0, 0, 1, 2]));
    t!(u16::try_from(70000));
    t!(Wrapping(255u8) + Wrapping(1));
    let rc = Rc::new(RefCell::new(1));
    let wk: Weak<_> = Rc::downgrade(&rc);
    *rc.borrow_mut() += 1;
    t!((rc.clone(), Rc::strong_count(&rc)));
    t!(rc.try_borrow_mut().is_ok());
    drop(rc);
    t!(wk.upgrade());
    let c = Cell::new(3);
    c.set(c.get() + 1);
    t!(c);
    t!(OnceCell::from(2));
    let a = Arc::new(Mutex::new(vec![1]));
    a.lock().unwrap().push(2);
    t!(a);
    t!(RwLock::new(1).read().map(|x| *x));
    static N: AtomicUsize = AtomicUsize::new(1);
    t!(N.fetch_add(2, Ordering::SeqCst));
    t!(N);
    t!(OnceLock::from(4).get());
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Sq(2.0)), Box::new(Ci(1.0))];
    for s in &shapes {
        println!("{} {}", s.name(), s.area());
    }
    {
        let _a = Dr("a");
        let _b = Dr("b");
        let v = vec![Dr("v0"), Dr("v1")];
        let mut it = v.into_iter();
        it.next();
        println!("end");
    }
    let f: Box<dyn Fn(i32) -> i32> = Box::new(move |x| x + 1);
    t!(f(2));
    t!(std::mem::size_of::<Option<Box<u8>>>());
    t!(std::any::type_name::<Vec<u8>>());
    t!(Some(3i32).and_then(|x| x.checked_sub(4)).unwrap_or(7));
    t!(Some(1).zip(Some(2)).xor(None));
    t!(Ok::<i32, String>(3).map(|x| x * 2));
    t!(Err::<i32, _>("e").or_else(|e: &str| e.parse::<i32>().map_err(|e| e.to_string())));
    t!(std::cmp::Ordering::Less.then(std::cmp::Ordering::Greater));
    t!(P::default() < P { x: 0, y: Some(String::new()) });
    t!(Duration::from_millis(1500));
    t!(Duration::new(1, 5).checked_sub(Duration::from_secs(2)));
    let mut cu = Cursor::new(vec![1u8, 2, 3, 4]);
    t!(cu.seek(SeekFrom::End(-2)).unwrap());
    let mut b = [0; 2];
    t!(cu.read_exact(&mut b).is_ok());
    t!(b);
    t!(cu.read_exact(&mut b).unwrap_err().kind());
    t!(io::BufReader::new(&b"l1\nl2"[..]).lines().map(|l| l.unwrap()).collect::<Vec<_>>());
    let mut o = Vec::new();
    writeln!(o, "x{}", 1).unwrap();
    t!(o);
    let mut st = String::new();
    write!(st, "{:02}", 5).unwrap();
    t!(st);
    t!(std::fs::read_to_string("nope").unwrap_err().kind());
    t!(std::fs::write("rxf", "data").is_ok());
    t!(std::fs::read("rxf").unwrap());
    t!(std::fs::metadata("rxf").unwrap().len());
    t!(std::fs::remove_file("rxf").is_ok());
    t!(std::path::Path::new("/a/b.tar.gz").extension());
    t!(std::path::Path::new("a/../b").components().count());
    t!(std::path::PathBuf::from("/x").join("y").with_extension("z"));
    t!(std::env::var("NOPE_Y"));
    t!(std::env::args().count());
    t!(std::panic::catch_unwind(|| {
        let v: Vec<i32> = vec![];
        v[0]
    })
    .is_err());
    let x: Result<Vec<u32>, _> = "1 2 z".split(' ').map(str::parse).collect();
    t!(x);
    t!(std::iter::successors(Some(1), |x| (*x < 50).then(|| x * 3)).collect::<Vec<_>>());
    t!(std::str::from_utf8(&[0xe2, 0x82]));
    t!(u8::try_from('é'));
    t!(i8::from_str_radix("-80", 16));
    t!("٣".parse::<u8>());
}
