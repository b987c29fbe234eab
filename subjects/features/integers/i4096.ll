; An integer of 4096 bits.
@by = global i32 4000
define i32 @main() {
  %n = load i32, ptr @by
  %w = zext i32 %n to i4096
  %a = shl i4096 1, %w
  %b = mul i4096 %a, 77
  %c = udiv i4096 %b, 77
  %d = icmp eq i4096 %c, %a
  br i1 %d, label %next, label %bad
next:
  %e = call i4096 @llvm.ctlz.i4096(i4096 %a, i1 true)
  %f = trunc i4096 %e to i32
  %g = sub i32 %f, 95
  ret i32 %g
bad:
  ret i32 1
}
declare i4096 @llvm.ctlz.i4096(i4096, i1)
