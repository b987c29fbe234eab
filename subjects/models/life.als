// A row of cells: a cell lives on if exactly one neighbour lives. Cells and times are ordered.
open util/ordering[Cell] as c
open util/ordering[Tick] as t
sig Cell {}
sig Tick { live: set Cell }
fun near [x: Cell]: set Cell { c/next[x] + c/prev[x] }
fact { all k: Tick - t/last | t/next[k].live = { x: Cell | one near[x] & k.live } }
run { some t/first.live and t/last.live = t/first.live and #Tick = 3 } for exactly 5 Cell, 3 Tick expect 1
check { no t/first.live => no t/last.live } for 4 expect 0
