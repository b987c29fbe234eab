module util/ordering[exactly elem]

// A total order on all elements of a signature, whose scope becomes exact. The order is stated by
// one built-in predicate, so that it need not be searched.

private one sig Ord {
  First: set elem,
  Next: elem -> elem
} {
  pred/totalOrder[elem, First, Next]
}

fun first: one elem { Ord.First }
fun last: one elem { elem - (next.elem) }
fun next: elem -> elem { Ord.Next }
fun prev: elem -> elem { ~(Ord.Next) }

fun prevs [e: elem]: set elem { e.^(~(Ord.Next)) }
fun nexts [e: elem]: set elem { e.^(Ord.Next) }

pred lt [a, b: elem] { a in prevs[b] }
pred gt [a, b: elem] { a in nexts[b] }
pred lte [a, b: elem] { a = b or lt[a, b] }
pred gte [a, b: elem] { a = b or gt[a, b] }

fun larger [a, b: elem]: elem { lt[a, b] => b else a }
fun smaller [a, b: elem]: elem { lt[a, b] => a else b }
fun max [es: set elem]: lone elem { es - es.^(~(Ord.Next)) }
fun min [es: set elem]: lone elem { es - es.^(Ord.Next) }
