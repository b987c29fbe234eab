// Integers: arithmetic, comparisons, sums, casts, and overflow that never decides.
sig Item { price: Int, count: one Int }

check { plus[2, 3] = 5 and minus[2, 3] = -1 and mul[2, 3] = 6 and div[7, 2] = 3 and rem[7, 2] = 1 } expect 0
check { 2.plus[3] = 5 and 5.minus[2] = 3 } expect 0
check { div[-7, 2] = -3 and rem[-7, 2] = -1 } expect 0
check { all i: Int | i < i.next or no i.next } expect 0
check { integer/max = 7 and integer/min = -8 } expect 0
check { integer/max = 15 } for 3 but 5 int expect 0
check { #Int = 16 } for 3 but 5 int expect 1
check { all a, b: Int | plus[a, b] >= a or b < 0 } expect 0
check { all a: Int | a.plus[1] > a } expect 0
run { some a, b: Int | plus[a, b] < a and b > 0 } expect 0
run { some i: Item | i.price.plus[i.count] = 7 and i.price = 6 } expect 1
run { #Item = 3 and (sum i: Item | i.price) = 7 and (all i: Item | i.price > 1) } expect 1
run { #Item = 3 and (sum i: Item | i.price) = 8 } for 3 but 5 int expect 1
check { all i: Item | i.price < i.count => i.count > i.price } expect 0
check { all i: Item | i.price =< i.count or i.price >= i.count } expect 0
check { all i: Item | i.price <= i.count iff not i.count < i.price } expect 0
check { int[1 + 2] = 3 and sum[1 + 2 + 3] = 6 } expect 0
check { #(1 + 2 + 2) = 2 } expect 0
check { Int[3] = 3 and Int[#Item] = #Item } expect 0
check { 3 fun/add 2 = 5 and 3 fun/sub 5 = -2 and 2 fun/mul 3 = 6 } expect 0
check { 1 << 2 = 4 and 4 >> 1 = 2 and -4 >> 1 = -2 and -1 >>> 3 = 1 } expect 0
check { negate[3] = -3 and signum[-4] = -1 and larger[2, 3] = 3 and smaller[2, 3] = 2 } expect 0
check { max[1 + 4 + 2] = 4 and min[1 + 4 + 2] = 1 } expect 0
check { pos[1] and neg[-1] and zero[0] and nonneg[0] and nonpos[0] } expect 0
check { eq[2, 2] and lt[1, 2] and gt[2, 1] and lte[1, 1] and gte[1, 1] } expect 0
check { prevs[-6] = -8 + -7 and nexts[5] = 6 + 7 } expect 0
check { 0x7 = 7 and 0b11 = 3 } expect 0
check { 3 !< 2 and not 3 < 2 and 3 !> 3 and 2 !>= 3 and 3 not =< 2 } expect 0
