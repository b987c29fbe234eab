module linked_list

// Acyclic lists, as in document 001, section 2.3. count without isomorphs: all 1

one sig List { header: lone Node }
sig Node { next: lone Node }

pred acyclic [l: List] { all n: l.header.*next | n !in n.^next }
pred all_used { List.header.*next = Node }

assert no_node_twice { acyclic[List] and all_used => (all n: Node | lone next.n) }

three: run { acyclic[List] all_used } for exactly 3 Node expect 1 // count 1
four: run { acyclic[List] all_used } for exactly 4 Node expect 1 // count 1
ten: run { acyclic[List] all_used } for exactly 10 Node expect 1 // count 1
check no_node_twice for 5 expect 0
cyclic: run { some n: Node | n in n.^next } for 3 expect 1
