module address_book

// An address book whose states are ordered: names map to addresses or to other names.
open util/ordering [Book] as BookOrder

abstract sig Target {}
sig Addr extends Target {}
abstract sig Name extends Target {}
sig Alias, Group extends Name {}

sig Book {
  names: set Name,
  addr: names -> some Target
} {
  no n: Name | n in n.^addr
  all a: Alias | lone a.addr
}

pred add [b, b": Book, n: Name, t: Target] { b".addr = b.addr + n->t }
pred del [b, b": Book, n: Name, t: Target] { b".addr = b.addr - n->t }
fun lookup [b: Book, n: Name]: set Addr { n.^(b.addr) & Addr }

pred init [b: Book] { no b.addr }
fact traces {
  init [first]
  all b: Book - last | let b" = next [b] |
    some n: Name, t: Target | add [b, b", n, t] or del [b, b", n, t]
}

pred show {}
run show for 4 expect 1

assert delUndoesAdd {
  all b, b", b3: Book, n: Name, t: Target |
    no n.(b.addr) and add [b, b", n, t] and del [b", b3, n, t] implies b.addr = b3.addr
}
check delUndoesAdd for 3 expect 0

assert addLocal {
  all b, b": Book, n, n": Name, t: Target |
    add [b, b", n, t] and n != n" implies lookup [b, n"] = lookup [b", n"]
}
check addLocal for 3 but 2 Book expect 0
check addLocal for 3 but 4 Book expect 1

assert lookupYields { all b: Book, n: b.names | some b.lookup[n] }
check lookupYields for 3 expect 1
check { all b: Book | b.names = b.addr.Target } for 4 expect 0
