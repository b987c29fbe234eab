// Macros: replaced where they stand, with expressions, predicates and names as arguments.
sig P { parent: lone P, kids: set P }
let twice[x, rel] = x.rel.rel
let everybody = P
let closed [rel] { all p: everybody | p not in p.^rel }
let apply [op, x] = op[x]
let either [a, b] { a or b }

fact { parent = ~kids and closed[parent] }
pred adult [p: P] { some p.kids }

check { all p: P | twice[p, parent] = p.parent.parent } expect 0
check { closed[kids] } expect 0
run { some p: P | apply[adult, p] and no p.parent } expect 1
run { some p: P | either[some p.kids, some p.parent] } expect 1
check { all p: everybody | p.twice[kids] = twice[p, kids] } expect 0
