module red_black

// Red-black trees with a free colour of the root, without keys.
open util/boolean

one sig RedBlackTree { root: lone Node }
sig Node { left, right: lone Node, isBlack: Bool }

fun RedBlackTree.nodes: set Node { this.root.*(left + right) }

pred isBinaryTree [r: RedBlackTree] {
  all n: r.nodes {
    n !in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
  }
}
fun blacks [r: RedBlackTree, e: Node]: Int {
  #{ p: r.nodes | e in p.*(left + right) && isTrue[p.isBlack] }
}
pred isColorOk [r: RedBlackTree] {
  all e: r.nodes | isFalse[e.isBlack] && some e.(left + right) => (e.left + e.right).isBlack = True
  all e1, e2: r.nodes |
    (no e1.left || no e1.right) && (no e2.left || no e2.right) => blacks[r, e1] = blacks[r, e2]
}
pred RepOk [r: RedBlackTree] {
  isBinaryTree[r]
  r.isColorOk
  r.nodes = Node
}
three: run RepOk for exactly 3 Node expect 1 // count 3
four: run RepOk for exactly 4 Node expect 1 // count 8
five: run RepOk for exactly 5 Node expect 1 // count 14
