module binary_tree

// Binary trees: children are distinct, every node has one parent, and there is no cycle.

one sig Tree { root: lone Node }
sig Node { left, right: lone Node }

pred tree {
  all n: Tree.root.*(left + right) {
    n !in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
  }
  Tree.root.*(left + right) = Node
}

three: run tree for exactly 3 Node expect 1 // count 5
four: run tree for exactly 4 Node expect 1 // count 14
five: run tree for exactly 5 Node expect 1 // count 42
