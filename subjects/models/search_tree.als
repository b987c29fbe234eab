module search_tree

// Search trees: keys are an ordered signature, one for each node.
open util/ordering[Key] as keys

sig Key {}
one sig Tree { root: lone Node }
sig Node { left, right: lone Node, key: disj one Key }

fact shape {
  all n: Node {
    n !in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
  }
  Tree.root.*(left + right) = Node
}
fact sorted {
  all n: Node {
    all l: n.left.*(left + right) | lt[l.key, n.key]
    all r: n.right.*(left + right) | gt[r.key, n.key]
  }
}

three: run {} for exactly 3 Node, exactly 3 Key expect 1 // count 5
four: run {} for exactly 4 Node, exactly 4 Key expect 1 // count 14
check least_is_leftmost {
  some Tree.root => Tree.root.*left.key & keys/min[Node.key] = keys/min[Node.key]
} for 4 but exactly 4 Key expect 0
