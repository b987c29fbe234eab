//! Structures with vectors, strings and enums with data, for `pikse explore`.

#[derive(Debug)] pub struct Stack { items: Vec<u8>, top: Option<u8> }
impl Stack {
    pub fn rep_ok(&self) -> bool { self.top == self.items.last().copied() }
    pub fn push(&mut self, x: u8) { self.items.push(x); self.top = Some(x); }
    pub fn bad(&mut self) -> u8 { if self.items.len() == 2 && self.items[0] == 1 { self.items[2] } else { 0 } }
    pub fn pop(&mut self) -> Option<u8> { let r = self.items.pop(); self.top = self.items.last().copied(); r }
}
pub enum Tree { Leaf, Node(Box<Tree>, u8, Box<Tree>) }
impl Tree {
    pub fn rep_ok(&self) -> bool { self.within(0, 4) }
    fn within(&self, lo: u8, hi: u8) -> bool { match self { Tree::Leaf => true, Tree::Node(l, k, r) => *k >= lo && *k < hi && l.within(lo, *k) && r.within(*k + 1, hi) } }
    pub fn contains(&self, x: u8) -> bool { match self { Tree::Leaf => false, Tree::Node(l, k, r) => if x == *k { true } else if x < *k { l.contains(x) } else { r.contains(x) } } }
    pub fn min(&self) -> u8 { match self { Tree::Leaf => panic!("empty"), Tree::Node(l, k, _) => match **l { Tree::Leaf => *k, _ => l.min() } } }
}
pub struct Word { text: String, shape: Shape }
pub enum Shape { Dot, Circle(u8), Rect { w: u8, h: u8 } }
impl Word {
    pub fn rep_ok(&self) -> bool { self.text.len() < 3 }
    pub fn area(&self) -> u8 { match self.shape { Shape::Dot => 0, Shape::Circle(r) => r, Shape::Rect { w, h } => w * h } }
    pub fn first(&self) -> u8 { self.text.as_bytes()[0] }
}
