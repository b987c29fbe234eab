// String literals are atoms; `String` has no others unless a scope gives them.
sig File { name: one String, ext: lone String }
fact { all f: File | f.ext in "txt" + "als" }
run { some f: File | f.ext = "txt" and f.name = "notes" } expect 1
check { "txt" != "als" } expect 0
check { all f: File | some f.ext => f.ext != "notes" } expect 0
check { #String = 3 } expect 0
run { #String = 5 } for 3 but exactly 5 String expect 1
