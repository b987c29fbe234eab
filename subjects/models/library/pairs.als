module library/pairs[elem, other]

// A module with two parameters: pairs as atoms.
sig Pair { fst: elem, snd: other }
fact canonical { no disj p, q: Pair | p.fst = q.fst and p.snd = q.snd }
fun swapped: other -> elem { { b: other, a: elem | some p: Pair | p.fst = a and p.snd = b } }
private sig Hidden {}
pred full { all a: elem, b: other | some p: Pair | p.fst = a and p.snd = b }
assert few { #Pair =< #(elem -> other) }
