// Bounds of fields that use fields declared before them, and those of the parent.
sig Club { members: set Person, boss: lone members, guests: set Person - members, votes: members -> one members }
sig Person {}
sig Team extends Club { captain: one members } { some votes  boss = captain }
run { some t: Team | some t.guests } expect 1
check { all c: Club | c.boss in c.members and no c.guests & c.members } expect 0
check { all c: Club, p: c.members | one p.(c.votes) } expect 0
check { all t: Team | some t.members and t.captain = t.boss } expect 0
check { all c: Club | c.votes in c.members -> c.members } expect 0
