module util/sequniv

// Sequences as relations from `seq/Int` to their elements, without gaps.

pred isSeq [s: Int -> univ] {
  s in seq/Int -> lone univ
  s.univ - (s.univ).(fun/next) in 0
  all i: s.univ | i = 0 or some (fun/next).i & s.univ
}
fun elems [s: Int -> univ]: set (Int.s) { seq/Int.s }
fun first [s: Int -> univ]: lone (Int.s) { s[0] }
fun last [s: Int -> univ]: lone (Int.s) { s[lastIdx[s]] }
fun rest [s: Int -> univ]: s { seq/Int <: ((fun/next).s) }
fun butlast [s: Int -> univ]: s { (seq/Int - lastIdx[s]) <: s }
pred isEmpty [s: Int -> univ] { no s }
pred hasDups [s: Int -> univ] { #elems[s] < #inds[s] }
fun inds [s: Int -> univ]: set Int { s.univ }
fun lastIdx [s: Int -> univ]: lone Int { { i: inds[s] | no i.(fun/next) & inds[s] } }
fun afterLastIdx [s: Int -> univ]: lone Int { { i: seq/Int - inds[s] | i = 0 or some (fun/next).i & inds[s] } }
fun idxOf [s: Int -> univ, e: univ]: lone Int { { i: s.e | no s.e & i.^~(fun/next) } }
fun lastIdxOf [s: Int -> univ, e: univ]: lone Int { { i: s.e | no s.e & i.^(fun/next) } }
fun indsOf [s: Int -> univ, e: univ]: set Int { s.e }
fun add [s: Int -> univ, e: univ]: s + (seq/Int -> e) { setAt[s, afterLastIdx[s], e] }
fun setAt [s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) { s ++ (i -> e) }
fun insert [s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) {
  seq/Int <: ((i.^~(fun/next) <: s) + (i -> e) + (~(fun/next)).((i.*(fun/next)) <: s))
}
fun delete [s: Int -> univ, i: Int]: s {
  (i.^~(fun/next) <: s) + (fun/next).((i.^(fun/next)) <: s)
}
fun append [s, t: Int -> univ]: s + t {
  let shift = { j: seq/Int, i: inds[t] | int[j] = int[lastIdx[s]] fun/add int[i] fun/add 1 } |
    no s => t else s + shift.t
}
fun subseq [s: Int -> univ, from, to: Int]: s {
  let shift = { j: seq/Int, i: inds[s] | i >= from and i =< to and int[j] = int[i] fun/sub int[from] } | shift.s
}
