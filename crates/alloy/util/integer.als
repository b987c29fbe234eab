module util/integer

// Arithmetic on integers as functions and predicates. A set stands for its sum.

fun add [a, b: Int]: Int { a fun/add b }
fun plus [a, b: Int]: Int { a fun/add b }
fun sub [a, b: Int]: Int { a fun/sub b }
fun minus [a, b: Int]: Int { a fun/sub b }
fun mul [a, b: Int]: Int { a fun/mul b }
fun div [a, b: Int]: Int { a fun/div b }
fun rem [a, b: Int]: Int { a fun/rem b }
fun negate [a: Int]: Int { 0 fun/sub a }

pred eq [a, b: Int] { int[a] = int[b] }
pred gt [a, b: Int] { a > b }
pred lt [a, b: Int] { a < b }
pred gte [a, b: Int] { a >= b }
pred lte [a, b: Int] { a =< b }
pred zero [a: Int] { a = 0 }
pred pos [a: Int] { a > 0 }
pred neg [a: Int] { a < 0 }
pred nonpos [a: Int] { a =< 0 }
pred nonneg [a: Int] { a >= 0 }

fun signum [a: Int]: Int { a < 0 => (0 fun/sub 1) else (a > 0 => 1 else 0) }

// The integers of the bit width, in order.
fun max: one Int { fun/max }
fun min: one Int { fun/min }
fun next: Int -> Int { fun/next }
fun prev: Int -> Int { ~next }

fun max [es: set Int]: lone Int { es - es.^prev }
fun min [es: set Int]: lone Int { es - es.^next }
fun prevs [e: Int]: set Int { e.^prev }
fun nexts [e: Int]: set Int { e.^next }
fun larger [a, b: Int]: Int { a < b => b else a }
fun smaller [a, b: Int]: Int { a < b => a else b }

// Integers as numbers of the elements of an ordered set, and back.
fun int2elem [i: Int, succ: univ->univ, s: set univ]: lone s {
  { e: s | #(^succ.e) = int[i] }
}
fun elem2int [e: univ, succ: univ->univ]: lone Int { Int[#(^succ.e)] }
