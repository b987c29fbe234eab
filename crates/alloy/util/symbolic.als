module symbolic

// Symbolic integers and booleans (document 001, section 6.2). A field of such a type has a symbolic
// value of its own in every object. The predicates require a clause about such values, and an instance
// has exactly the clauses that its formulas enforce. The bodies here are replaced: the meaning is given
// by the translation.

sig SymbolicInt, SymbolicBool, Clause {}
sig Expr = SymbolicInt + SymbolicBool + Clause {}

pred lt [a, b: Expr + Int] {}
pred gt [a, b: Expr + Int] {}
pred lte [a, b: Expr + Int] {}
pred gte [a, b: Expr + Int] {}
pred eq [a, b: Expr + Int] {}
pred neq [a, b: Expr + Int] {}
pred plus [a, b: Expr + Int] {}
pred minus [a, b: Expr + Int] {}

// The clause that the predicate of the same name requires.
fun plus [a, b: Expr + Int]: lone Clause { Clause }
fun minus [a, b: Expr + Int]: lone Clause { Clause }
