// Private names of this module are seen here; `this/` qualifies own names.
private sig Secret { private code: Int }
private fun codes: set Int { Secret.code }
private pred same { one codes }
one sig Agent { knows: set this/Secret }
run { same and #Secret = 2 } expect 1
check { this/Agent.knows in this/Secret } expect 0
check { codes = Secret.code } expect 0
