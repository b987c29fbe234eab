module pipes

// Water flows from tanks through open valves.
sig Tank { pipe: Valve -> Tank }
sig Valve {}
sig Open in Valve {}

fun flow: Tank -> Tank { { s, t: Tank | some v: Open | v -> t in s.pipe } }
fun reached [s: Tank]: set Tank { s.*flow }

run { some s: Tank | reached [s] = Tank and no iden & ^flow } for exactly 4 Tank, 2 Valve expect 1
check { no Open implies all s: Tank | reached [s] = s } for 3 expect 0
check { all s: Tank | s in reached [s] } for 3 expect 0
check { all s, t: Tank | t in reached [s] implies reached [t] in reached [s] } for 3 expect 0
check { all s, t: Tank | t in reached [s] implies s in reached [t] } for 3 expect 1
run { Open = Valve and some Valve and no flow and some pipe } for 3 expect 0
