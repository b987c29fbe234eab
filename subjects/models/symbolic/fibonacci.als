module fibonacci
open symbolic

// Document 001, section 6.2.3.3: sums as clauses.
one sig List { header: lone Node }
sig Node { nextNode: lone Node, data: SymbolicInt }

pred isFibonacci [l: List] {
  all n: l.header.*nextNode | n !in n.^nextNode
  some l.header => (l.header.data).eq[0]
  some l.header.nextNode => (l.header.nextNode.data).eq[1]
  all n: l.header.*nextNode |
    let p = n.nextNode, q = p.nextNode |
      some q => (n.data).plus[p.data] && (q.data).eq[(n.data).plus[p.data]]
}
fact { List.header.*nextNode = Node }
four: run isFibonacci for exactly 4 Node expect 1 // count 1
