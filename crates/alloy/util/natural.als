module util/natural

// Numbers from zero, as atoms of an ordered signature: its scope says how many there are.
private open util/ordering[Natural] as ord

sig Natural {}
one sig Zero in Natural {}
lone sig One in Natural {}

fact { first in Zero  next[first] in One  #Natural > 1 => some One }

fun inc [n: Natural]: lone Natural { ord/next[n] }
fun dec [n: Natural]: lone Natural { ord/prev[n] }
fun add [a, b: Natural]: lone Natural { { n: Natural | #ord/prevs[n] = plus[#ord/prevs[a], #ord/prevs[b]] } }
fun sub [a, b: Natural]: lone Natural { { n: Natural | #ord/prevs[a] = plus[#ord/prevs[n], #ord/prevs[b]] } }
fun mul [a, b: Natural]: lone Natural { { n: Natural | #ord/prevs[n] = #(ord/prevs[a] -> ord/prevs[b]) } }
fun div [a, b: Natural]: lone Natural {
  { n: Natural | let m = #(ord/prevs[n] -> ord/prevs[b]) |
      m =< #ord/prevs[a] and #ord/prevs[a] < plus[m, #ord/prevs[b]] }
}
pred gt [a, b: Natural] { ord/gt[a, b] }
pred lt [a, b: Natural] { ord/lt[a, b] }
pred gte [a, b: Natural] { ord/gte[a, b] }
pred lte [a, b: Natural] { ord/lte[a, b] }
fun max [ns: set Natural]: lone Natural { ord/max[ns] }
fun min [ns: set Natural]: lone Natural { ord/min[ns] }
