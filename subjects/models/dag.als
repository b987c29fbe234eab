// Acyclic graphs. Isomorphic ones count once.
sig Node { edges: set Node }
fact { no n: Node | n in n.^edges }
three: run {} for exactly 3 Node expect 1 // count 6
four: run {} for exactly 4 Node expect 1 // count 31
check { some Node => some n: Node | no n.edges } for 4 expect 0
check { some Node => one n: Node | no n.edges } for 4 expect 1
