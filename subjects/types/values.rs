//! Functions whose parameters and results are slices, strings, vectors, options and structs by value,
//! for `pikse explore`; `crates/cli/tests/cli/explore_values.rs` explores them.

use std::rc::Rc;
#[derive(Clone, Copy, PartialEq)] pub enum Colour { Red, Green, Blue }
pub struct Point { pub x: i32, pub y: u8 }
pub enum Shape { Dot, Circle(u32), Rect { w: u16, h: u16 } }
pub enum Expr { Num(i32), Neg(Box<Expr>), Add(Box<Expr>, Box<Expr>) }

pub fn name(x: u8) -> String { if x == 0 { "zero".to_string() } else { format!("n{}", x) } }
pub fn small(x: u8) -> String { if x == 0 { String::from("zero") } else { String::new() } }
pub fn sum(data: &[u8]) -> u32 { let mut s = 0; for &b in data { s += b as u32; } s }
pub fn third(data: &[u8]) -> u8 { if data.len() > 1 && data[0] == 7 { data[2] } else { 0 } }
pub fn first_char(s: &str) -> usize { if s.is_empty() { 0 } else { s[0..1].len() } }
pub fn owned(s: String) -> usize { if s.starts_with("ab") { 1 } else { 0 } }
pub fn vecs(v: Vec<u32>) -> u32 { let mut m = 0; for x in v { if x > m { m = x; } } m }
pub fn opt(o: Option<u32>) -> u32 { match o { None => 0, Some(x) => 100 / x } }
pub fn res(r: Result<u8, String>) -> usize { match r { Ok(x) => x as usize, Err(e) => e.len() } }
pub fn tup(t: (u8, u16)) -> u16 { if t.0 as u16 == t.1 { 1 } else { 0 } }
pub fn point(p: Point) -> i32 { if p.y > 250 { p.x } else { 0 } }
pub fn pref(p: &Point) -> i32 { if p.y > 250 { p.x } else { 0 } }
pub fn shape(s: Shape) -> u32 { match s { Shape::Dot => 0, Shape::Circle(r) => r, Shape::Rect { w, h } => w as u32 * h as u32 } }
pub fn colour(c: Colour) -> u8 { match c { Colour::Red => 1, Colour::Green => 2, Colour::Blue => 3 } }
pub fn ch(c: char) -> u32 { if c.is_ascii_digit() { 1 } else { c.len_utf8() as u32 } }
pub fn eval(e: &Expr) -> i32 { match e { Expr::Num(n) => *n, Expr::Neg(e) => eval(e).wrapping_neg(), Expr::Add(a, b) => eval(a).wrapping_add(eval(b)) } }
pub fn rc(r: Rc<u8>) -> u8 { *r }
pub fn mutate(data: &mut [u16]) { if data.len() == 2 { data.swap(0, 1); } }
pub fn nested(v: &Vec<Vec<u8>>) -> usize { v.iter().map(|r| r.len()).sum() }
pub fn strs(v: &[&str]) -> usize { v.iter().map(|s| s.len()).sum() }
pub fn arr(a: [u8; 4]) -> u8 { if a[0] == a[3] { 1 } else { 0 } }
pub fn num(x: &mut u32) -> bool { *x += 1; *x == 5 }
pub fn boxed(b: Box<[u8]>) -> usize { b.len() }
pub fn pair(x: u8) -> (u8, String) { (x, String::new()) }
pub fn ovec(x: u8) -> Option<Vec<u8>> { if x > 3 { Some(vec![x]) } else { None } }
pub fn map(m: std::collections::HashMap<u8, u8>) -> usize { m.len() }
