module parking

// A car park over some evenings: cars come and go, and each place has room for one car.
open util/ordering [Evening] as time

sig Car {}
sig Place { beside: set Place }
sig Evening { parked: Car -> lone Place }

fact Layout { beside = ~beside and no iden & beside }
fact OneCarAPlace { all e: Evening, p: Place | lone e.parked.p }

pred moves [now, then: Evening, c: Car] {
  all other: Car - c | other.(now.parked) = other.(then.parked)
}
fact OneCarMoves { all e: Evening - time/last | some c: Car | moves [e, time/next [e], c] }

pred full [e: Evening] { Place = Car.(e.parked) }
run { no time/first.parked and full [time/last] } for 3 expect 1
run { no time/first.parked and full [time/last] } for exactly 3 Place, 3 Car, 3 Evening expect 0
run { no time/first.parked and full [time/last] } for exactly 3 Place, 3 Car, 4 Evening expect 1
check { all e: Evening | #e.parked <= #Place } for 4 but 5 int expect 0
check { all e: Evening | #e.parked <= #Car } for 4 but 5 int expect 0
check { all disj c, d: Car, e: Evening | c.(e.parked) != d.(e.parked) } for 2 expect 1
