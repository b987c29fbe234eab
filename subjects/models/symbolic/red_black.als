module red_black
open symbolic
open util/boolean

// Document 001, section 6.2.3.1. Colours are concrete, because they balance the tree.
one sig RedBlackTree { root: lone Node, size: SymbolicInt }
sig Node { left, right: lone Node, info: SymbolicInt, isBlack: Bool }

fun nodes [r: RedBlackTree]: set Node { r.root.*(left + right) }

pred isBinaryTree [r: RedBlackTree] {
  all n: nodes[r] {
    n !in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
  }
}
pred isOrdered [r: RedBlackTree] {
  all n: nodes[r] {
    some n.left => (n.left.info).lt[n.info]
    some n.right => (n.info).lt[n.right.info]
  }
}
fun blacks [r: RedBlackTree, e: Node]: Int { #{ p: nodes[r] | e in p.*(left + right) && p.isBlack = True } }
pred isColorOk [r: RedBlackTree] {
  all e: nodes[r] | e.isBlack = False && some e.left + e.right => (e.left + e.right).isBlack = True
  all e1, e2: nodes[r] |
    (no e1.left || no e1.right) && (no e2.left || no e2.right) => blacks[r, e1] = blacks[r, e2]
}
pred RepOk [r: RedBlackTree] {
  isBinaryTree[r]
  isOrdered[r]
  isColorOk[r]
  nodes[r] = Node
  (#nodes[r]).eq[r.size]
}
three: run RepOk for exactly 3 Node expect 1 // count 3
