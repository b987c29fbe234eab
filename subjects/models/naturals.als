// Numbers from zero.
open util/natural as nat
sig Jar { coins: Natural }
check { no n: Natural | inc[n] = Zero } for 4 expect 0
check { all n: Natural | some inc[n] => dec[inc[n]] = n } for 4 expect 0
check { inc[Zero] = One } for exactly 4 Natural, 1 Jar expect 0
check { nat/add[One, One] = inc[One] and nat/sub[One, One] = Zero } for exactly 4 Natural, 1 Jar expect 0
check { nat/mul[inc[One], One] = inc[One] and nat/div[inc[inc[One]], inc[One]] = One } for exactly 4 Natural, 1 Jar expect 0
run { some disj a, b: Jar | nat/lt[a.coins, b.coins] and nat/gte[b.coins, One] } for 3 expect 1
check { all ns: set Natural | some ns => nat/max[ns] in ns } for 3 expect 0
