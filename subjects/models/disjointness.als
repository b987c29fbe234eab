// `disj` in fields, quantifiers and as a predicate.
sig Slot {}
sig Box {
  disj left, right: set Slot,
  label: disj one Slot
}
run { some b: Box | some b.left and some b.right } expect 1
check { all b: Box | no b.left & b.right } expect 0
check { all disj a, b: Box | a.label != b.label } expect 0
check { all a, b: Box | a != b => disj[a, b] } expect 0
check { #Box =< #Slot } for 4 expect 0
run { some disj a, b, c: Box | no d: Box | d not in a + b + c } for exactly 3 Box, 3 Slot expect 1
run { some disj a, b, c, d: Box | some a } for 3 expect 0
check { no disj a, b: Box | a = b } expect 0
check { disj[Box, Slot] and disj[none, none] } expect 0
run { one disj a, b: Box | a.label = b.right } for 3 expect 1
check { lone disj x, y: Box | x.left = y.right and y.left = x.right } for 3 expect 1
