// Four countries around a lake need few colours.
enum Colour { Red, Green, Blue }
abstract sig Land { touches: set Land, colour: Colour }
one sig North, East, South, West, Lake extends Land {}
fact { touches = ~touches and no iden & touches
  North + South in East.touches & West.touches and no (North -> South + East -> West) & touches
  North + East + South + West = Lake.touches }
fact { all a: Land, b: a.touches | a.colour != b.colour }
run {} expect 1 // count 6
check { North.colour = South.colour } expect 0
