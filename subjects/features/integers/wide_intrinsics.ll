; Intrinsics of integers of 192 and 256 bits.
declare i256 @llvm.bswap.i256(i256)
declare i192 @llvm.bitreverse.i192(i192)
declare i256 @llvm.ctpop.i256(i256)
declare i256 @llvm.cttz.i256(i256, i1)
declare {i256, i1} @llvm.umul.with.overflow.i256(i256, i256)
declare {i256, i1} @llvm.sadd.with.overflow.i256(i256, i256)
define i32 @main() {
  %big = shl i256 1, 255
  %a = call i256 @llvm.bswap.i256(i256 %big)
  %a1 = icmp eq i256 %a, 128
  %b = call i192 @llvm.bitreverse.i192(i192 3)
  %b1 = lshr i192 %b, 190
  %b2 = icmp eq i192 %b1, 3
  %c = call i256 @llvm.ctpop.i256(i256 -1)
  %c1 = icmp eq i256 %c, 256
  %d = call i256 @llvm.cttz.i256(i256 %big, i1 true)
  %d1 = icmp eq i256 %d, 255
  %e = call {i256, i1} @llvm.umul.with.overflow.i256(i256 %big, i256 2)
  %e1 = extractvalue {i256, i1} %e, 1
  %f = call {i256, i1} @llvm.sadd.with.overflow.i256(i256 %big, i256 -1)
  %f1 = extractvalue {i256, i1} %f, 1
  %g = call {i256, i1} @llvm.sadd.with.overflow.i256(i256 5, i256 -7)
  %g1 = extractvalue {i256, i1} %g, 1
  %g2 = xor i1 %g1, true
  %s = and i1 %a1, %b2
  %t = and i1 %s, %c1
  %u = and i1 %t, %d1
  %v = and i1 %u, %e1
  %w = and i1 %v, %f1
  %x = and i1 %w, %g2
  %y = xor i1 %x, true
  %z = zext i1 %y to i32
  ret i32 %z
}
