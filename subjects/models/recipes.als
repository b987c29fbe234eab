module recipes

// Recipes that use what other recipes make. What is bought is not made.
abstract sig Food {}
sig Bought, Made extends Food {}
sig Recipe { uses: some Food, makes: one Made }

fun needs: Made -> Food { ~makes.uses }
fact EachIsMade { all m: Made | some makes.m }
pred sensible { no iden & ^needs }
pred kitchen { sensible and some Made and Food = Made + Made.^needs }

run kitchen for 4 expect 1
// A recipe needs something, and what needs nothing else is bought.
check { sensible and some Made implies some Bought } for 4 expect 0
check { some Made implies some Bought } for 3 expect 1
check { sensible implies all m: Made | some m.^needs & Bought } for 4 expect 0
run { sensible and some disj r, s: Recipe | r.makes = s.makes and no r.uses & s.uses } for 4 expect 1
run { sensible and #Made > #Recipe } for 4 expect 0
