; Saturating and funnel-shift intrinsics.
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i33 @llvm.fshr.i33(i33, i33, i33)
declare i32 @llvm.abs.i32(i32, i1)
declare i8 @llvm.scmp.i8.i32(i32, i32)
define i32 @main() {
  %a = call i8 @llvm.sadd.sat.i8(i8 100, i8 100)
  %a1 = icmp eq i8 %a, 127
  %b = call i8 @llvm.usub.sat.i8(i8 3, i8 9)
  %b1 = icmp eq i8 %b, 0
  %c = call i8 @llvm.sshl.sat.i8(i8 -3, i8 6)
  %c1 = icmp eq i8 %c, -128
  %d = call i8 @llvm.fshl.i8(i8 -127, i8 64, i8 9)
  %d1 = icmp eq i8 %d, 2
  %e = call i33 @llvm.fshr.i33(i33 1, i33 0, i33 34)
  %e1 = lshr i33 %e, 32
  %e2 = icmp eq i33 %e1, 1
  %f = call i32 @llvm.abs.i32(i32 -2147483648, i1 false)
  %f1 = icmp eq i32 %f, -2147483648
  %g = call i8 @llvm.scmp.i8.i32(i32 -5, i32 3)
  %g1 = icmp eq i8 %g, -1
  %s = and i1 %a1, %b1
  %t = and i1 %s, %c1
  %u = and i1 %t, %d1
  %v = and i1 %u, %e2
  %w = and i1 %v, %f1
  %x = and i1 %w, %g1
  %y = xor i1 %x, true
  %z = zext i1 %y to i32
  ret i32 %z
}
