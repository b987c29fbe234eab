// Every operator of relations, each by a law.
sig N { r, s: set N, t: N -> N }
pred f [x: set N] { some x }

check { all x: N | x.r = r[x] } expect 0
check { ~(~r) = r and ~(r + s) = ~r + ~s and ~(r.s) = ~s.~r } expect 0
check { ^r = r + r.^r and *r & (N -> N) = ^r + (iden & N -> N) } expect 0
check { r ++ s in r + s and s in r ++ s and (N - s.N) <: r in r ++ s } expect 0
check { N <: r = r and r :> N = r and none <: r = none -> none } expect 0
check { all x: N | x <: r = x -> x.r and r :> x = r.x -> x } expect 0
check { r - s + (r & s) = r } expect 0
check { all x, y: N | x -> y in r <=> y in x.r } expect 0
check { r in s and s in r => r = s } expect 0
check { r.s != s.r => some r and some s } expect 0
check { all x, y, z: N | x -> y -> z in t <=> z in t[x][y] } expect 0
check { all x, y: N | t[x, y] = y.(x.t) } expect 0
check { no none and no none -> none and some univ and N in univ } expect 0
check { iden.r = r and r.iden = r } expect 0
check { (some r => r else s) = (no r => s else r) } expect 0
check { some r implies f[N] else no r } expect 0
check { (no r and no s) iff no r + s } expect 0
check { not (some r and no r) } expect 0
check { some r or no r } expect 0
check { one N => lone r } expect 0
check { lone x: N | x.r = N } for 2 expect 1
check { (all x: N | one x.r) => no x: N | no x.r } expect 0
check { { x, y: N | x -> y in r } = r and { x: N | no x.r } = N - r.N } expect 0
check { #r = (sum x: N | #x.r) } expect 0
check { let q = r + s, p = ~q | ~p = q } expect 0
check { some x: N | x in x.r => some iden & r } expect 1
run { some r and no iden & r and r = ~r } expect 1
run { r !in s and s not in r and r != s } expect 1
check { r = s or r != s && !(r = s) } expect 0
run { some x: N, y: x.r, z: y.r - x | z in x.s } expect 1
check { all x: N, y: x.r | y in x.r } expect 0
