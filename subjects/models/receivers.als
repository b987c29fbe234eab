// Receiver syntax, box joins, overloaded names and implicit `this`.
sig Account { owner: Person, friends: set Account, level: Level } {
  this not in friends
  level.rank > 0
  owner in Person and some @owner.owner
}
sig Person { friends: set Person, home: lone City }
sig City { mayor: lone Person, rank: Int }
sig Level { rank: Int }

fun Account.city: lone City { this.owner.home }
pred Account.near [other: Account] { this.city = other.city and some this.city }
fun both [p: Person]: set Person { p.friends & friends.p }
fun both [a: Account]: set Account { a.friends & friends.a }
pred Person.rules { some mayor.this }

run { some a, b: Account | a.near[b] and a != b } expect 1
run { some a, b: Account | near[a, b] and a != b } expect 1
check { all a: Account | a not in a.friends } expect 0
check { all p: Person | both[p] in p.friends and p.both = both[p] } expect 0
check { all a: Account, p: both[a] | p in Account } expect 0
check { all a: Account | a.level.rank > 0 } expect 0
check { all c: City | c.rank > 0 } expect 1
check { all a: Account | a.owner = owner[a] and a.owner.home = home[owner[a]] } expect 0
check { all p: Person, c: City | c.mayor = p => p.rules } expect 0
run { some friends } expect 1
