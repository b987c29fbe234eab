// Properties of graphs by util/graph and util/relation.
open util/graph[V] as g
open util/relation
sig V { e: set V }

run { tree[e] and #V = 4 and some v: V | #v.e = 2 } for 4 expect 1
check { tree[e] => forest[e] and dag[e] } for 4 expect 0
check { dag[e] => noSelfLoops[e] } for 4 expect 0
check { ring[e] => stronglyConnected[e] and weaklyConnected[e] } for 4 expect 0
check { stronglyConnected[e] => ring[e] } for 3 expect 1
check { some V and dag[e] => some leaves[e] and some roots[e] } for 4 expect 0
check { all v: V | treeRootedAt[e, v] => rootedAt[e, v] and v in roots[e] } for 4 expect 0
check { undirected[e] => symmetric[e] } for 3 expect 0
check { innerNodes[e] = e.V } for 4 expect 0
check { equivalence[e, V] => reflexive[e, V] and symmetric[e] and transitive[e] } for 3 expect 0
check { totalOrder[e, V] => partialOrder[e, V] and complete[e, V] } for 3 expect 0
run { totalOrder[e, V] and #V = 3 } for 3 expect 1
check { bijection[e, V, V] => function[e, V] and injective[e, V] and surjective[e, V] } for 3 expect 0
check { acyclic[e, V] => irreflexive[e] and antisymmetric[e] } for 3 expect 0
check { functional[e, V] and total[e, V] <=> function[e, V] } for 3 expect 0
check { dom[e] + ran[e] in V } for 3 expect 0
check { preorder[e, V] => e = e.e } for 3 expect 0
