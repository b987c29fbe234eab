// Signatures: abstract, one, lone, some, extends, in, =, and their scopes.
abstract sig Animal { eats: set Food }
sig Cow, Hen extends Animal {}
one sig Bessy extends Cow {}
lone sig Rooster extends Hen {}
some sig Food {}
sig Old in Animal {}
sig Tame in Cow + Hen {}
one sig Favourite in Food {}
sig Named = Bessy + Rooster {}

fact { Bessy in Old }

run {} for 3 expect 1
run { no Hen and #Cow = 3 } for 3 expect 1
run { #Animal = 4 } for 3 expect 0
run { #Animal = 4 } for 3 but 4 Animal expect 1
run { #Animal = 3 } for 3 but exactly 2 Cow, exactly 1 Hen expect 1
run { #Animal != 3 } for 3 but exactly 2 Cow, exactly 1 Hen expect 0
run { no Food } for 3 expect 0
run { some Rooster & Old } for 3 expect 1
check { Named in Animal and #Named =< 2 } for 4 expect 0
check { Old + Tame in Animal } for 4 expect 0
check { Tame = Animal } for 3 expect 1
check { one Bessy and lone Rooster and some Food and one Favourite } for 4 expect 0
check { no Cow & Hen } for 4 expect 0
check { Animal = Cow + Hen } for 4 expect 0
run { #Cow = 3 and #Hen = 2 } for 2 but 5 Animal expect 1
run { #Cow = 2 } for 1 but exactly 2 Cow, 0 Hen expect 1
