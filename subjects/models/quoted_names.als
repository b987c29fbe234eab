// Names may contain quotes, and dollars are no part of them here: x" is a name.
sig State" { succ: lone State" }
pred step [s, s": State"] { s" = s.succ }
run { some s, s": State" | step[s, s"] and s != s" } expect 1
check { all s, s", s"": State" | step[s, s"] and step[s, s""] => s" = s"" } expect 0
