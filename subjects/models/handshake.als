module handshake

// Alice and Bob have guests. Nobody shakes the own or the spouse's hand; all others answer Alice with
// different numbers. How many hands did Bob shake?
sig Person { spouse: Person, shaken: set Person }
one sig Alice, Bob extends Person {}

fact ShakingProtocol {
  all p: Person | no (p + p.spouse) & p.shaken
  all p, q: Person | p in q.shaken => q in p.shaken
}
fact Spouses {
  all disj p, q: Person {
    p.spouse = q => q.spouse = p
    p.spouse != q.spouse
  }
  all p: Person { p.spouse.spouse = p  p != p.spouse }
}
pred Puzzle {
  all disj p, q: Person - Alice | #p.shaken != #q.shaken
  Alice.spouse = Bob
}
P6: run Puzzle for exactly 6 Person, 5 int expect 1
check { Puzzle => #Bob.shaken = 2 } for exactly 6 Person, 5 int expect 0
P7: run Puzzle for exactly 7 Person, 5 int expect 0
