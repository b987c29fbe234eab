module ring_election

// Processes in a ring elect the one with the largest number.
open util/ordering[Time] as time
open util/ordering[Process] as process

sig Time {}
sig Process {
  succ: Process,
  toSend: Process -> Time,
  elected: set Time
}
fact Ring { all p: Process | Process in p.^succ }

pred init [t: Time] { all p: Process | p.toSend.t = p }
pred step [t, t": Time, p: Process] {
  let from = p.toSend, to = p.succ.toSend |
    some id: from.t {
      from.t" = from.t - id
      to.t" = to.t + (id - p.succ.prevs)
    }
}
pred skip [t, t": Time, p: Process] { p.toSend.t = p.toSend.t" }
fact DefineElected {
  no elected.first
  all t: Time - first | elected.t = { p: Process | p in p.toSend.t - p.toSend.(t.prev) }
}
fact Traces {
  init[first]
  all t: Time - last |
    let t" = t.next |
      all p: Process | step[t, t", p] or step[t, t", succ.p] or skip[t, t", p]
}
assert AtMostOneElected { lone elected.Time }
check AtMostOneElected for 3 Process, 7 Time expect 0
pred progress {
  all t: Time - last | let t" = t.next |
    some Process.toSend.t => some p: Process | not skip[t, t", p]
}
assert AtLeastOneElected { progress => some elected.Time }
check AtLeastOneElected for 3 Process, 7 Time expect 0
run { some elected } for 3 Process, 4 Time expect 1
run { # toSend.Time >= 2  some elected } for 3 but 7 Time expect 1
pred looplessPath { no disj t, t": Time | toSend.t = toSend.t" }
run looplessPath for 3 Process, 12 Time expect 1
run looplessPath for 3 Process, 13 Time expect 0
