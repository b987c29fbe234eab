; Odd widths of LLVM: i7, i33, i65, i127.
define i32 @main() {
  %a = add i7 100, 50
  %b = zext i7 %a to i32
  %c = sext i7 %a to i33
  %d = mul i33 %c, -3
  %e = trunc i33 %d to i32
  %f = add i32 %b, %e
  %g = shl i65 1, 64
  %h = lshr i65 %g, 60
  %i = trunc i65 %h to i32
  %j = add i32 %f, %i
  %k = sdiv i127 -1000000000000000000000, 1000000000000000000
  %l = trunc i127 %k to i32
  %m = add i32 %j, %l
  %n = icmp ult i65 %g, 5
  %o = zext i1 %n to i32
  %p = add i32 %m, %o
  %q = sub i32 %p, -1028
  ret i32 %q
}
