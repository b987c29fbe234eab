// Sequences as atoms, by util/sequence; and as relations of an ordered index, by util/seqrel.
open util/sequence[Word] as s
open util/seqrel[Word] as q
sig Word {}
one sig Text { words: q/SeqIdx -> Word }
fact { q/isSeq[Text.words] }

run { some x: Seq | #x.inds = 2 and x.first != x.last } for 3 expect 1
check { all x: Seq | s/hasDups[x] => #x.elems < #x.inds } for 3 expect 0
check { all x, y: Seq, e: Word | x.add[e, y] => y.last = e and y.startsWith[x] } for 3 expect 0
check { all x, y: Seq | x.rest[y] and some x.elems => #y.inds = minus[#x.inds, 1] } for 3 expect 0
run { some disj x, y, z: Seq | append[x, y, z] and #z.inds = 2 and some x.elems and some y.elems } for 3 expect 1
check { all disj x, y: Seq | x.seqElems != y.seqElems } for 3 expect 0
run { #q/inds[Text.words] = 3 } for 3 expect 1
check { q/first[Text.words] = Text.words[q/firstIdx] } for 3 expect 0
check { some Text.words => #q/rest[Text.words] = minus[#Text.words, 1] } for 3 expect 0
check { all w: Word | #Text.words < 3 => q/last[q/add[Text.words, w]] = w } for 3 expect 0
check { q/append[q/butlast[Text.words], none -> none] = q/butlast[Text.words] } for 3 expect 0
