module seating

// Guests at a round table.
sig Guest { left: one Guest, dislikes: set Guest }
fact Round { all g: Guest | Guest = g.^left }
pred calm { no left & dislikes and no ~left & dislikes }
pred mutual { dislikes = ~dislikes and no iden & dislikes }

run { calm and mutual and all g: Guest | some g.dislikes } for exactly 4 Guest expect 1
run { calm and mutual and all g: Guest | some g.dislikes } for exactly 3 Guest expect 0
run { calm and mutual and all g: Guest | #g.dislikes = 2 } for exactly 5 Guest expect 1
run { calm and mutual and all g: Guest | #g.dislikes = 2 } for exactly 4 Guest expect 0
check { all g: Guest | one left.g } for 5 expect 0
check { #Guest > 1 implies no iden & left } for 5 expect 0
