module util/ternary

// Columns of relations of arity three.
fun dom [r: univ->univ->univ]: set (r.univ.univ) { r.univ.univ }
fun ran [r: univ->univ->univ]: set (univ.(univ.r)) { univ.(univ.r) }
fun mid [r: univ->univ->univ]: set (univ.(r.univ)) { univ.(r.univ) }
fun select12 [r: univ->univ->univ]: (r.univ) { r.univ }
fun select13 [r: univ->univ->univ]: ((r.univ).univ) -> (univ.(univ.r)) { { x: dom[r], z: ran[r] | some y: univ | x->y->z in r } }
fun select23 [r: univ->univ->univ]: (univ.r) { univ.r }
fun flip12 [r: univ->univ->univ]: (univ.(r.univ)) -> (r.univ.univ) -> (univ.(univ.r)) {
  { y: mid[r], x: dom[r], z: ran[r] | x->y->z in r }
}
fun flip13 [r: univ->univ->univ]: (univ.(univ.r)) -> (univ.(r.univ)) -> (r.univ.univ) {
  { z: ran[r], y: mid[r], x: dom[r] | x->y->z in r }
}
fun flip23 [r: univ->univ->univ]: (r.univ.univ) -> (univ.(univ.r)) -> (univ.(r.univ)) {
  { x: dom[r], z: ran[r], y: mid[r] | x->y->z in r }
}
