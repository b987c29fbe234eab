module relay

// A message is passed on between stations until all have it.
open util/ordering [Round] as rounds

sig Station { calls: set Station }
sig Round { has: set Station, passes: Station -> Station }

fact Calls { calls = ~calls and no iden & calls }
fact Passing {
  one rounds/first.has
  all r: Round - rounds/last | let then = rounds/next [r] {
    r.passes in calls & r.has -> (Station - r.has)
    all s: Station | lone s.(r.passes)
    then.has = r.has + Station.(r.passes)
  }
  no rounds/last.passes
}
// Each round can double the number of stations that have it, and no more.
run { rounds/last.has = Station } for exactly 4 Station, exactly 3 Round expect 1
run { rounds/last.has = Station } for exactly 4 Station, exactly 2 Round expect 0
run { rounds/last.has = Station } for exactly 5 Station, exactly 3 Round expect 0
check { all r: Round - rounds/last | r.has in rounds/next [r].has } for 4 expect 0
check { rounds/last.has = Station implies all disj s, t: Station | t in s.^calls } for 4 expect 0
