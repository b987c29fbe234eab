// Quantifiers of every kind, also over sets where they can be skolemized.
sig T { next: lone T, tags: set Tag }
sig Tag {}
run { one t: T | no t.next } for 3 expect 1
run { lone t: T, g: Tag | g in t.tags } for 3 expect 1
run { no t: T, g: t.tags | g not in Tag } for 3 expect 1
run { some s: set T | #s = 2 and s.next = s } for 3 expect 1
run { some f: T -> one Tag | f.Tag = T and #Tag > 0 } for 3 expect 1
check { all s: set T | s.next in T } for 3 expect 0
check { all s: set T | s.next = s } for 3 expect 1
check { all r: T -> T | r = ~r => r = ~~r } for 3 expect 0
check { all s: some T | some s } for 3 expect 0
check { all s: lone T | lone s.next } for 3 expect 0
check { all t: T | all u: t.next | u = t.next } for 3 expect 0
run { all t: T | some s: set Tag | s = t.tags and some s  some T } for 3 expect 1
pred closed [s: set T, r: T -> T] { s.r in s and some s and some r }
run closed for 3 expect 1
fun reach [t: one T]: set T { t.*next }
run reach for 3 expect 1
fun only [t: T]: one Tag { t.tags }
run only for 3 expect 1
check { (sum t: T | #t.tags) >= #T.tags } for 3 but 5 int expect 0
check { no disj a, b: T | a = b } for 3 expect 0
check { all a: T | one b: T | a = b } for 3 expect 0
check { let n = #T | n >= 0 and n =< 3 } for 3 expect 0
