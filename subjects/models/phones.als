// Overriding a function, domain and range restriction in steps between ordered states.
open util/ordering[S] as o
sig Num, Who {}
sig S { book: Who -> lone Num }
fact { no o/first.book  all s: S - o/last, s": s.next | some w: Who, n: Num | s".book = s.book ++ w->n or s".book = (Who - w) <: s.book }
run { #o/last.book = 2 } for 3 expect 1
check { all s: S | s.book in Who -> lone Num } for 3 expect 0
check { all s: S - last | #(s.next.book) =< plus[#s.book, 1] } for 4 but 5 int expect 0
check { all s: S | s.lte[o/last] and o/first.lte[s] } for 4 expect 0
check { all s: S | s.prevs + s + s.nexts = S and no s.prevs & s.nexts } for 4 expect 0
check { some S => one first and one last } for 4 expect 0
check { o/max[S] = o/last and o/min[S] = o/first and o/larger[first, last] = last and smaller[first, last] = first } for 4 expect 0
