module timetable

// Lessons in rooms and hours.
sig Hour {}
sig Room {}
sig Teacher { teaches: set Lesson }
sig Lesson { at: one Hour, in_room: one Room }

fact OneTeacher { all l: Lesson | one teaches.l }
pred possible {
  all disj l, m: Lesson | l.at = m.at implies l.in_room != m.in_room
  all t: Teacher | all disj l, m: t.teaches | l.at != m.at
}
run { possible } for exactly 4 Lesson, exactly 2 Hour, exactly 2 Room, exactly 2 Teacher expect 1
run { possible } for exactly 5 Lesson, exactly 2 Hour, exactly 2 Room, exactly 3 Teacher expect 0
run { possible } for exactly 4 Lesson, exactly 4 Hour, exactly 1 Room, exactly 1 Teacher expect 1
run { possible } for exactly 4 Lesson, exactly 3 Hour, exactly 2 Room, exactly 1 Teacher expect 0
check { possible implies #Lesson <= mul[#Hour, #Room] } for 3 but 6 int expect 0
check { possible implies all r: Room | #in_room.r <= #Hour } for 4 but 5 int expect 0
