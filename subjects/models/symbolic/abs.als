module abs
open symbolic

// Document 001, section 6.2.3.4: the two paths of a function.
pred abs [x: SymbolicInt, result: SymbolicInt] {
  x.lt[0] => 0.minus[x] && result.eq[0.minus[x]]
  else x.gte[0] && result.eq[x]
}
run abs expect 1 // count 2
