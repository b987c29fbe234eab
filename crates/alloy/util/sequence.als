module util/sequence[elem]

// Sequences as atoms: each has its elements by index. The scope of the indexes is the longest length.
open util/ordering[SeqIdx] as ord

sig SeqIdx {}
sig Seq { seqElems: SeqIdx -> lone elem } {
  seqElems.elem - ord/first in (seqElems.elem).(ord/next)
}
// Two sequences with the same elements are the same.
fact canonicalizeSeqs { no disj s, t: Seq | s.seqElems = t.seqElems }

pred canonicalized { no disj s, t: Seq | s.seqElems = t.seqElems }
pred allExist {
  (some s: Seq | s.isEmpty) and
  (all s: Seq | SeqIdx !in s.inds => (all e: elem | some t: Seq | s.add[e, t]))
}
pred allExistNoDups {
  some s: Seq | s.isEmpty
  all s: Seq | !hasDups[s] and (SeqIdx !in s.inds => (all e: elem - s.elems | some t: Seq | s.add[e, t]))
}

fun Seq.at [i: SeqIdx]: lone elem { i.(this.seqElems) }
fun Seq.elems: set elem { SeqIdx.(this.seqElems) }
fun Seq.first: lone elem { this.at[ord/first] }
fun Seq.last: lone elem { this.at[this.lastIdx] }
pred Seq.rest [r: Seq] { r.seqElems = (ord/next).(this.seqElems) }
pred Seq.isEmpty { no this.elems }
pred Seq.hasDups { some disj i, j: SeqIdx | some this.at[i] & this.at[j] }
fun Seq.inds: set SeqIdx { (this.seqElems).elem }
fun Seq.lastIdx: lone SeqIdx { ord/max[this.inds] }
fun Seq.afterLastIdx: lone SeqIdx { ord/min[SeqIdx - this.inds] }
fun Seq.idxOf [e: elem]: lone SeqIdx { ord/min[this.indsOf[e]] }
fun Seq.lastIdxOf [e: elem]: lone SeqIdx { ord/max[this.indsOf[e]] }
fun Seq.indsOf [e: elem]: set SeqIdx { (this.seqElems).e }
pred Seq.startsWith [prefix: Seq] { prefix.seqElems in this.seqElems }
pred Seq.add [e: elem, t: Seq] {
  some this.afterLastIdx
  t.seqElems = this.seqElems + (this.afterLastIdx -> e)
}
pred Seq.setAt [i: SeqIdx, e: elem, t: Seq] {
  i in this.inds + this.afterLastIdx
  t.seqElems = this.seqElems ++ (i -> e)
}
pred Seq.insert [i: SeqIdx, e: elem, t: Seq] {
  i in this.inds + this.afterLastIdx
  t.seqElems = (ord/prevs[i] <: this.seqElems) + (i -> e) + (~(ord/next)).((i + ord/nexts[i]) <: this.seqElems)
  #t.inds = plus[#this.inds, 1]
}
pred copy [source, dest: Seq, place: SeqIdx] {
  all i: source.inds | some j: SeqIdx | #ord/prevs[j] = plus[#ord/prevs[place], #ord/prevs[i]] and dest.at[j] = source.at[i]
}
pred append [s, t, all_: Seq] {
  #all_.inds = plus[#s.inds, #t.inds]
  all_.startsWith[s]
  some t.elems => copy[t, all_, s.afterLastIdx]
}
pred subseq [s, sub: Seq, from, to: SeqIdx] {
  from in s.inds and to in s.inds and ord/gte[to, from]
  sub.inds = { j: SeqIdx | #ord/prevs[j] =< minus[#ord/prevs[to], #ord/prevs[from]] }
  all j: sub.inds, i: s.inds | #ord/prevs[i] = plus[#ord/prevs[j], #ord/prevs[from]] => sub.at[j] = s.at[i]
}
fun firstIdx: SeqIdx { ord/first }
fun finalIdx: SeqIdx { ord/last }
