target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%inner = type { i8, [2 x i16] }
%outer = type { i32, %inner, ptr }

define i16 @pick(%outer %a) {
  %1 = extractvalue %outer %a, 1
  %2 = extractvalue %inner %1, 1, 1
  %3 = extractvalue %outer %a, 1, 1, 0
  %4 = add i16 %2, %3
  ret i16 %4
}
;> function @pick(i32 %0, i8 %1, i16 %2, i16 %3, i64 %4) -> i16 {
;> b0:
;>   %5 = add i16 %3, %2
;>   return %5
;> }

define %outer @put(%outer %a, %inner %b, i16 %c) {
  %1 = insertvalue %outer %a, %inner %b, 1
  %2 = insertvalue %outer %1, i16 %c, 1, 1, 0
  %3 = insertvalue %outer %2, i32 5, 0
  ret %outer %3
}
;> function @put(i32 %0, i8 %1, i16 %2, i16 %3, i64 %4, i8 %5, i16 %6, i16 %7, i16 %8) -> i32, i8, i16, i16, i64 {
;> b0:
;>   return 5, %5, %8, %7, %4
;> }

define %outer @constants(i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  ret %outer { i32 1, %inner { i8 2, [2 x i16] [i16 3, i16 4] }, ptr null }
no:
  %1 = insertvalue %outer zeroinitializer, i16 undef, 1, 1, 1
  ret %outer %1
}
;> function @constants(i1 %0) -> i32, i8, i16, i16, i64 {
;> b0:
;>   branch %0, b1, b2
;> b1:
;>   return 1, 2, 3, 4, 0
;> b2:
;>   return 0, 0, 0, undefined, 0
;> }

define i32 @elements(<4 x i32> %a, i32 %i) {
  %1 = extractelement <4 x i32> %a, i32 2
  %2 = extractelement <4 x i32> %a, i32 %i
  %3 = insertelement <4 x i32> %a, i32 %1, i64 0
  %4 = insertelement <4 x i32> %3, i32 %2, i32 %i
  %5 = extractelement <4 x i32> %4, i32 0
  %6 = extractelement <4 x i32> %4, i32 9
  %7 = add i32 %5, %6
  ret i32 %7
}
;> function @elements(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4) -> i32 {
;> b0:
;>   in-vector i32 %4, 4
;>   %5 = eq i32 %4, 1
;>   %6 = select i32 %5, %1, %0
;>   %7 = eq i32 %4, 2
;>   %8 = select i32 %7, %2, %6
;>   %9 = eq i32 %4, 3
;>   %10 = select i32 %9, %3, %8
;>   in-vector i32 %4, 4
;>   %11 = eq i32 %4, 0
;>   %12 = select i32 %11, %10, %2
;>   %13 = eq i32 %4, 1
;>   %14 = select i32 %13, %10, %1
;>   %15 = eq i32 %4, 2
;>   %16 = select i32 %15, %10, %2
;>   %17 = eq i32 %4, 3
;>   %18 = select i32 %17, %10, %3
;>   in-vector i32 9, 4
;>   %19 = add i32 %12, undefined
;>   return %19
;> }

define <4 x i8> @shuffles(<2 x i8> %a, <2 x i8> %b) {
  %1 = shufflevector <2 x i8> %a, <2 x i8> %b, <4 x i32> <i32 3, i32 0, i32 undef, i32 1>
  %2 = shufflevector <4 x i8> %1, <4 x i8> zeroinitializer, <4 x i32> zeroinitializer
  %3 = add <4 x i8> %1, %2
  ret <4 x i8> %3
}
;> function @shuffles(i8 %0, i8 %1, i8 %2, i8 %3) -> i8, i8, i8, i8 {
;> b0:
;>   %4 = add i8 %3, %3
;>   %5 = add i8 %0, %3
;>   %6 = add i8 undefined, %3
;>   %7 = add i8 %1, %3
;>   return %4, %5, %6, %7
;> }

define <2 x i64> @vectors(<2 x i64> %a, <2 x i1> %c, i1 %d) {
  %1 = add nsw <2 x i64> %a, <i64 1, i64 -1>
  %2 = icmp ugt <2 x i64> %1, %a
  %3 = select <2 x i1> %2, <2 x i64> %1, <2 x i64> %a
  %4 = select i1 %d, <2 x i64> %3, <2 x i64> splat (i64 7)
  %5 = trunc <2 x i64> %4 to <2 x i32>
  %6 = sitofp <2 x i32> %5 to <2 x double>
  %7 = fneg <2 x double> %6
  %8 = fcmp olt <2 x double> %7, %6
  %9 = zext <2 x i1> %8 to <2 x i64>
  %10 = freeze <2 x i64> %9
  ret <2 x i64> %10
}
;> function @vectors(i64 %0, i64 %1, i1 %2, i1 %3, i1 %4) -> i64, i64 {
;> b0:
;>   %5 = add.nsw i64 %0, 1
;>   %6 = add.nsw i64 %1, 18446744073709551615
;>   %7 = ult i64 %0, %5
;>   %8 = ult i64 %1, %6
;>   %9 = select i64 %7, %5, %0
;>   %10 = select i64 %8, %6, %1
;>   %11 = select i64 %4, %9, 7
;>   %12 = select i64 %4, %10, 7
;>   %13 = trunc i64 %11 to i32
;>   %14 = trunc i64 %12 to i32
;>   %15 = float-from-signed 32 %13 to 64
;>   %16 = float-from-signed 32 %14 to 64
;>   %17 = float-neg f64 %15
;>   %18 = float-neg f64 %16
;>   %19 = float-compare.l f64 %17, %15
;>   %20 = float-compare.l f64 %18, %16
;>   %21 = zext i1 %19 to i64
;>   %22 = zext i1 %20 to i64
;>   %23 = freeze i64 %21
;>   %24 = freeze i64 %22
;>   return %23, %24
;> }

define <1 x i32> @one_element(<1 x i32> %a, [1 x i32] %b) {
  %1 = mul <1 x i32> %a, <i32 3>
  %2 = extractvalue [1 x i32] %b, 0
  %3 = insertelement <1 x i32> %1, i32 %2, i32 0
  %4 = add <1 x i32> %3, %1
  ret <1 x i32> %4
}
;> function @one_element(i32 %0, i32 %1) -> i32 {
;> b0:
;>   %2 = mul i32 %0, 3
;>   %3 = add i32 %1, %2
;>   return %3
;> }
