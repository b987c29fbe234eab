target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%t = type { i32, [2 x { i8, i64 }], <2 x i16> }
define %t @make(i32 %x) {
  %a = insertvalue %t zeroinitializer, i32 %x, 0
  %b = insertvalue %t %a, i64 77, 1, 1, 1
  %c = insertvalue %t %b, { i8, i64 } { i8 5, i64 6 }, 1, 0
  ret %t %c
}
define i32 @main() {
  %t = call %t @make(i32 9)
  %p = alloca %t
  store %t %t, ptr %p
  %l = load %t, ptr %p
  %x = extractvalue %t %l, 0
  %y = extractvalue %t %l, 1, 1, 1
  %z = extractvalue %t %l, 1, 0, 0
  %c1 = icmp eq i32 %x, 9
  %c2 = icmp eq i64 %y, 77
  %c3 = icmp eq i8 %z, 5
  %i1 = and i1 %c1, %c2
  %i2 = and i1 %i1, %c3
  %f = freeze i1 %i2
  %r = select i1 %f, i32 0, i32 1
  ret i32 %r
}
