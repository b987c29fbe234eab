module file_system

// Directories have entries with names; parents follow from the contents.
abstract sig Object {}
sig Name {}
sig File extends Object {} { some d: Dir | this in d.entries.contents }
sig Dir extends Object { entries: set DirEntry, parent: lone Dir } {
  parent = this.~@contents.~@entries
  all e1, e2: entries | e1.name = e2.name => e1 = e2
  this !in this.^@parent
  this != Root => Root in this.^@parent
}
one sig Root extends Dir {} { no parent }
lone sig Cur extends Dir {}
sig DirEntry { name: Name, contents: Object } { one this.~entries }

pred OneParent { all d: Dir - Root | one d.parent }
assert NoDirAliases { all o: Dir | lone o.~contents }
check NoDirAliases for 5 expect 1
assert OneParentHolds { all d: Dir - Root | one d.parent }
check OneParentHolds for 4 expect 0
run OneParent for 4 expect 1
run { some File and some Dir - Root } for 4 expect 1
