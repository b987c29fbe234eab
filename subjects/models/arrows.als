// Multiplicities in arrows, of every kind.
sig A {}
sig B {}
one sig R {
  f: A -> one B,
  g: A lone -> lone B,
  h: A some -> some B,
  i: A one -> one B,
  j: A -> A -> lone B,
  k: (A -> B) one -> B,
  l: A set -> set B,
  m: lone A,
  n: some A,
  o: set A
}
run {} for 3 expect 1
check { all a: A | one a.(R.f) } expect 0
check { all b: B | lone R.g.b and all a: A | lone a.(R.g) } expect 0
check { all a: A | some a.(R.h)  all b: B | some R.h.b } expect 0
check { #A = #B } expect 0
check { all x, y: A | lone y.(x.(R.j)) } expect 0
check { all b: B | one R.k.b } expect 0
check { all a: A | lone a.(R.l) } expect 1
check { lone R.m and some R.n } expect 0
check { R.f in A -> B and R.f in A -> one B and R.f !in A some -> one B => some b: B | no R.f.b } expect 0
run { R.f in A some -> one B and R.f not in A lone -> one B } for 3 expect 0
run { some r: A -> lone B | #r = 2 and r not in A -> one B } for 3 expect 1
check { all r: A -> lone B | ~r in B lone -> A } for 3 expect 0
check { all r: A -> lone B | ~r in B -> lone A } for 3 expect 1
run { R.m in one A and R.o in none } expect 1
