module util/seqrel[elem]

// Sequences as relations from an ordered signature of indexes, whose scope is the longest length.
open util/integer
private open util/ordering[SeqIdx] as ord

sig SeqIdx {}

pred isSeq [s: SeqIdx -> elem] {
  s in SeqIdx -> lone elem
  s.elem - (s.elem).(ord/next) in ord/first
  all i: s.elem | ord/prevs[i] in s.elem
}
fun elems [s: SeqIdx -> elem]: set elem { SeqIdx.s }
fun first [s: SeqIdx -> elem]: lone elem { s[ord/first] }
fun last [s: SeqIdx -> elem]: lone elem { s[lastIdx[s]] }
fun rest [s: SeqIdx -> elem]: SeqIdx -> elem { ord/next.s }
fun butlast [s: SeqIdx -> elem]: SeqIdx -> elem { (SeqIdx - lastIdx[s]) <: s }
pred isEmpty [s: SeqIdx -> elem] { no s }
pred hasDups [s: SeqIdx -> elem] { some e: elem | some disj i, j: SeqIdx | i->e + j->e in s }
fun inds [s: SeqIdx -> elem]: set SeqIdx { s.elem }
fun lastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/max[inds[s]] }
fun afterLastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/min[SeqIdx - inds[s]] }
fun idxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/min[s.e] }
fun lastIdxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/max[s.e] }
fun indsOf [s: SeqIdx -> elem, e: elem]: set SeqIdx { s.e }
fun add [s: SeqIdx -> elem, e: elem]: SeqIdx -> elem { s + (afterLastIdx[s] -> e) }
fun setAt [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem { s ++ (i -> e) }
fun insert [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem {
  (ord/prevs[i] <: s) + (i -> e) + (~(ord/next)).((i + ord/nexts[i]) <: s)
}
fun delete [s: SeqIdx -> elem, i: SeqIdx]: SeqIdx -> elem {
  (ord/prevs[i] <: s) + (ord/next).(ord/nexts[i] <: s)
}
fun append [s, t: SeqIdx -> elem]: SeqIdx -> elem {
  let shift = { j, i: SeqIdx | #ord/prevs[j] = plus[#ord/prevs[i], #inds[s]] } | s + shift.t
}
fun subseq [s: SeqIdx -> elem, from, to: SeqIdx]: SeqIdx -> elem {
  let shift = { j, i: SeqIdx | ord/gte[i, from] and ord/lte[i, to] and #ord/prevs[i] = plus[#ord/prevs[j], #ord/prevs[from]] } |
    shift.s
}
fun firstIdx: SeqIdx { ord/first }
fun finalIdx: SeqIdx { ord/last }
