// A counter that moves along ordered times, with macros of util/time.
open util/time as t
one sig Light { on: set Time, level: dynamic[Int] }
pred toggle [a, b: Time] { a in Light.on <=> b not in Light.on }
pred raise [a, b: Time] { Light.level.b = plus[Light.level.a, 1] }
fact { Light.level.first = 0  first in Light.on  all x: Time - last | toggle[x, x.next] and raise[x, x.next] }
run {} for 4 expect 1
check { all x: Time - last | x in Light.on => x.next not in Light.on } for 5 expect 0
check { Light.level.last = 3 } for 4 expect 0
run { some a, b: Time | then[raise, raise, a, b] and b = a.next.next } for 4 expect 1
pred low [x: Time] { Light.level.x < 2 }
run { some b: Time | while[low, raise, first, b] and Light.level.b = 2 } for 4 expect 1
run { Light.level.last = 3 } for 3 expect 0
