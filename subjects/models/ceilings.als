module ceilings

// "One man's ceiling is another man's floor" does not mean the converse.
sig Platform {}
sig Man { ceiling, floor: Platform }
fact PaulSimon { all m: Man | some n: Man | n.Above[m] }
pred Above [m, n: Man] { m.floor = n.ceiling }

assert BelowToo { all m: Man | some n: Man | m.Above[n] }
check BelowToo for 1 expect 0
check BelowToo for 2 expect 1
check BelowToo for 3 expect 1
pred Geometry { no m: Man | m.floor = m.ceiling }
assert BelowToo" { Geometry => (all m: Man | some n: Man | m.Above[n]) }
check BelowToo" for 2 expect 0
check BelowToo" for 3 expect 1
pred NoSharing { no m, n: Man { m != n && (m.floor = n.floor || m.ceiling = n.ceiling) } }
assert BelowToo3 { NoSharing => (all m: Man | some n: Man | m.Above[n]) }
check BelowToo3 for 4 expect 0
