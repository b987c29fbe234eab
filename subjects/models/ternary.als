// Relations of arity three and their columns.
open util/ternary
sig S {}
one sig R { r: S -> S -> S }
check { all x, y, z: S | x->y->z in R.r <=> y->x->z in flip12[R.r] } expect 0
check { all x, y, z: S | x->y->z in R.r <=> z->y->x in flip13[R.r] } expect 0
check { all x, y, z: S | x->y->z in R.r <=> x->z->y in flip23[R.r] } expect 0
check { dom[R.r] = R.r.S.S and ran[R.r] = S.(S.(R.r)) and mid[R.r] = S.(R.r.S) } expect 0
check { select12[R.r] = R.r.S and select23[R.r] = S.(R.r) } expect 0
check { select13[R.r] = { x, z: S | some y: S | x->y->z in R.r } } expect 0
run { some R.r and no dom[R.r] & ran[R.r] } expect 1
