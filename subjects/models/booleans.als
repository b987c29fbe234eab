// Truth values as atoms.
open util/boolean
sig Gate { a, b, out: Bool }
fact { all g: Gate | g.out = Nand[g.a, g.b] }
check { all g: Gate | isTrue[g.out] <=> not (isTrue[g.a] and g.b.isTrue) } expect 0
check { all g: Gate | Not[And[g.a, g.b]] = Or[Not[g.a], Not[g.b]] } expect 0
check { all x: Bool | Xor[x, x] = False and Nor[x, False] = Not[x] } expect 0
run { some disj g, h: Gate | g.out != h.out } expect 1
check { #Bool = 2 } for 1 expect 0
