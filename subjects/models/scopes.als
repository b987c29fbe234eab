// Every form of scope.
abstract sig Shape {}
sig Circle, Square extends Shape {}
sig Pen { draws: set Shape }
run { #Shape = 3 } expect 1
run { #Shape = 4 } expect 0
run { #Shape = 5 } for 5 expect 1
run { #Pen = 2 and #Shape = 1 } for 1 but 2 Pen expect 1
run { #Pen = 2 } for 3 but exactly 1 Pen expect 0
run { #Circle = 2 } for 2 Circle, 1 Square, 1 Pen expect 1
run { #Shape = 3 } for 2 Circle, 1 Square, 1 Pen expect 1
run { #Shape = 4 } for 2 Circle, 1 Square, 1 Pen expect 0
run { #Pen = 10 } for 10 but 5 int expect 1
run { some Pen.draws and 15 in Int } for 3 but 5 Int, 2 seq expect 1
run { #Circle = 3 } for 1..4 Pen, 3 Circle, 0 Square expect 1
run { #Pen = 4 } for 1..4 Pen, 1 Shape expect 1
run { #Pen = 4 } for 1..3 Pen, 1 Shape expect 0
run { #Pen = 4 } for exactly 0..6:2 Pen, 1 Shape expect 1
run named { some Pen } for 2 expect 1
run { no Shape } for 0 expect 1
