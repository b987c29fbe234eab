// Fields that are sequences, and the functions on them.
sig Song {}
one sig Player { list: seq Song, now: lone Song }

pred shuffled { not Player.list.hasDups and #Player.list = 3 }
run shuffled for 3 expect 1
run { #Player.list = 3  Player.list.first != Player.list.last  Player.list.hasDups } for 3 but 2 Song expect 1
check { all s: Song | s in Player.list.elems <=> some Player.list.indsOf[s] } for 3 expect 0
check { Player.list.first = Player.list[0] } for 3 expect 0
check { Player.list.isEmpty <=> no Player.list.elems } for 3 expect 0
check { #Player.list.inds =< 3 } for 3 expect 0
run { some Player.list.butlast and Player.list.rest = Player.list.butlast } for 3 expect 1
run { #Player.list = 5 } for 3 expect 0
run { #Player.list = 5 } for 3 but 5 seq expect 1
run { some s: seq Song | #s = 2 and s.add[s.first].last = s[0] } for 3 expect 1
check { all i: seq/Int, s: Song | #Player.list < 3 => Player.list.add[s].last = s } for 3 expect 0
check { all s: Song | let l = Player.list.insert[0, s] | #Player.list < 3 => l.first = s and l.rest = Player.list } for 3 expect 0
check { all s: Song | #Player.list < 3 => Player.list.insert[0, s].delete[0] = Player.list } for 3 expect 0
check { all i: Player.list.inds | #Player.list.delete[i] = minus[#Player.list, 1] } for 3 expect 0
