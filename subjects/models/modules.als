module modules

// Modules with parameters and aliases, opened twice with different arguments.
open library/pairs[Boy, Girl] as bg
open library/pairs[Girl, Boy] as gb
open util/relation as rel
open util/ternary

sig Boy {}
sig Girl { likes: Boy -> Boy }
sig Hidden in Boy {}

run { some bg/Pair and some gb/Pair } expect 1
check { bg/swapped in Girl -> Boy } expect 0
check { bg/full and some Boy and some Girl => some bg/Pair } expect 0
check bg/few expect 0
check { rel/dom[bg/swapped] in Girl and ran[gb/swapped] in Girl } expect 0
check { dom[likes] in Girl and mid[likes] in Boy } expect 0
check { #bg/Pair =< 2 } for 3 but 2 bg/Pair expect 0
run { bg/full and #Boy = 2 and #Girl = 2 } for 2 but 4 bg/Pair expect 1
run { bg/full and #Boy = 2 and #Girl = 2 } for 2 but 3 bg/Pair expect 0
check { this/Hidden in Boy } expect 0
run bg/full for 3 expect 1
