module sorted_list
open symbolic

// Document 001, section 6.2.1: the data of a sorted list stay symbolic.
one sig SortedList { header: lone Node, size: SymbolicInt }
sig Node { data: SymbolicInt, nextNode: lone Node }

pred RepOk [l: SortedList] {
  all n: l.header.*nextNode | n !in n.^nextNode
  (#l.header.*nextNode).eq[l.size]
  all n: l.header.*nextNode | some n.nextNode => (n.data).lt[n.nextNode.data]
}
fact { SortedList.header.*nextNode = Node }

three: run RepOk for exactly 3 Node expect 1 // count 1
upto: run RepOk for 3 expect 1 // count 4
