// How operators bind: each line would be wrong or ill-typed under another reading.
sig X { f, g: set X }
check { no f or some f and no g iff no f or (some f and no g) } expect 0
check { (some f => some g => no f else some g) iff (some f => (some g => no f else some g)) } expect 0
check { (some f => no g else some g => no f else some f) iff (some f => no g else (some g => no f else some f)) } expect 0
check { not no f and no g or some g iff ((not (no f)) and no g) or some g } expect 0
check { # f & g = #(f & g) } expect 0
check { f.g & g = (f.g) & g } expect 0
check { ~f.g = (~f).g and ^f.g = (^f).g } expect 0
check { f - g & f = f - (g & f) } expect 0
check { f ++ g & f = f ++ (g & f) } expect 0
check { X <: f :> X = (X <: f) :> X } expect 0
check { X -> X & f = (X -> X) & f } expect 0
check { some x: X | x in X and all y: X | y in X or no y } for exactly 1 X expect 0
check { some f => let h = f | some h else no f } expect 0
