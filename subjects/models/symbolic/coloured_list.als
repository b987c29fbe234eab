module coloured_list
open symbolic

// Document 001, section 6.2.3.2: no two neighbours have the same colour.
one sig ColoredList { header: lone Node }
sig Node { nextNode: lone Node, color: SymbolicBool }

pred ColorsOk [l: ColoredList] {
  all n: l.header.*nextNode | n !in n.^nextNode
  all n: l.header.*nextNode | some n.nextNode => (n.color).neq[n.nextNode.color]
}
fact { ColoredList.header.*nextNode = Node }
three: run ColorsOk for exactly 3 Node expect 1 // count 1
