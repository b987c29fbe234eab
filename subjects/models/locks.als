// Mutual exclusion: a process waits for a mutex that a later one holds.
open util/ordering[Mutex] as mo
sig Process, Mutex {}
one sig World { holds, waits: Process -> Mutex } {
  all m: Mutex | lone holds.m
  all p: Process | lone p.waits
  no holds & waits
}
pred ordered { all p: Process, m: p.(World.waits) | all h: p.(World.holds) | mo/lt[h, m] }
pred deadlock { some Process and all p: Process | some p.(World.waits) and some (World.holds).(p.(World.waits)) }
run deadlock for 3 expect 1
check { ordered => not deadlock } for 3 expect 0
