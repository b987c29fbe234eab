// Enums are ordered as they are written.
enum Day { Mon, Tue, Wed, Thu, Fri }
enum Colour { Red, Green }
sig Task { due: Day, paint: lone Colour }

run { #Task = 2 and some t: Task | t.due = Fri } for 3 expect 1
check { Mon.next = Tue and Fri.prev = Thu and no Fri.next } expect 0
check { #Day = 5 and #Colour = 2 } for 2 expect 0
check { Red.next = Green } expect 0
check { lt[Mon, Wed] and gte[Fri, Fri] and not gt[Mon, Tue] } expect 0
check { all t: Task | some t.due } expect 0
check { all t: Task | t.due in Mon.nexts } for 2 expect 1
check { max[Mon + Wed] = Wed and min[Tue + Fri] = Tue } expect 0
