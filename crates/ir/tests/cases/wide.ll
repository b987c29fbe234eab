target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
;> global @number: 32 bytes, align 16 = "\xfe\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
;> global @odd: 32 bytes, align 16 = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x03"
;> global @small: 48 bytes, align 16 = "\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01"
;> external @other(i8 %0, i64 %1, i64 %2, i64 %3, i8 %4, i64 %5, i64 %6, i64 %7, i8 %8) -> i64, i64, i64, i8

@number = global i200 -2
@odd = global i130 -1
@small = global { i8, i192 } { i8 1, i192 18446744073709551618 }

define i200 @moves(i200 %a, ptr %p, i1 %c) {
entry:
  store i200 %a, ptr %p
  br i1 %c, label %yes, label %no
yes:
  %1 = load i200, ptr %p
  br label %no
no:
  %2 = phi i200 [ -1, %entry ], [ %1, %yes ]
  %3 = select i1 %c, i200 %2, i200 undef
  %4 = freeze i200 %3
  %5 = call i200 @other({ i8, i200 } { i8 1, i200 2 }, i200 %4)
  ret i200 %5
}
;> function @moves(i64 %0, i64 %1, i64 %2, i8 %3, i64 %4, i1 %5) -> i64, i64, i64, i8 {
;> b0:
;>   store i64 %0, %4, align 16
;>   %10 = offset %4, 8
;>   store i64 %1, %10, align 8
;>   %11 = offset %4, 16
;>   store i64 %2, %11, align 16
;>   %12 = offset %4, 24
;>   store i8 %3, %12, align 8
;>   branch %5, b1, b3
;> b1:
;>   %13 = load i64 %4, align 16
;>   %17 = offset %4, 8
;>   %14 = load i64 %17, align 8
;>   %18 = offset %4, 16
;>   %15 = load i64 %18, align 16
;>   %19 = offset %4, 24
;>   %16 = load i8 %19, align 8
;>   %6 = %13
;>   %7 = %14
;>   %8 = %15
;>   %9 = %16
;>   jump b2
;> b2:
;>   %20 = select i64 %5, %6, undefined
;>   %21 = select i64 %5, %7, undefined
;>   %22 = select i64 %5, %8, undefined
;>   %23 = select i8 %5, %9, undefined
;>   %24 = freeze i64 %20
;>   %25 = freeze i64 %21
;>   %26 = freeze i64 %22
;>   %27 = freeze i8 %23
;>   %28:i64, %29:i64, %30:i64, %31:i8 = call @other(i8 1, i64 2, i64 0, i64 0, i8 0, i64 %24, i64 %25, i64 %26, i8 %27)
;>   return %28, %29, %30, %31
;> b3: (edge)
;>   %6 = 18446744073709551615
;>   %7 = 18446744073709551615
;>   %8 = 18446744073709551615
;>   %9 = 255
;>   jump b2
;> }

declare i200 @other({ i8, i200 }, i200)

define i130 @sums(i130 %a, i130 %b) {
  %1 = add i130 %a, %b
  %2 = sub i130 %1, 5
  %3 = xor i130 %2, -1
  ret i130 %3
}
;> function @sums(i64 %0, i64 %1, i2 %2, i64 %3, i64 %4, i2 %5) -> i64, i64, i2 {
;> b0:
;>   %6, %7 = add-overflows-unsigned i64 %0, %3
;>   %8, %9 = add-overflows-unsigned i64 %1, %4
;>   %10 = zext i1 %7 to i64
;>   %11, %12 = add-overflows-unsigned i64 %8, %10
;>   %13 = or i1 %9, %12
;>   %14 = add i2 %2, %5
;>   %15 = zext i1 %13 to i2
;>   %16 = add i2 %14, %15
;>   %17, %18 = sub-overflows-unsigned i64 %6, 5
;>   %19, %20 = sub-overflows-unsigned i64 %11, 0
;>   %21 = zext i1 %18 to i64
;>   %22, %23 = sub-overflows-unsigned i64 %19, %21
;>   %24 = or i1 %20, %23
;>   %25 = zext i1 %24 to i2
;>   %26 = sub i2 %16, %25
;>   %27 = xor i64 %17, 18446744073709551615
;>   %28 = xor i64 %22, 18446744073709551615
;>   %29 = xor i2 %26, 3
;>   return %27, %28, %29
;> }

define i128 @high_product(i128 %a, i128 %b) {
  %1 = zext i128 %a to i256
  %2 = zext i128 %b to i256
  %3 = mul i256 %1, %2
  %4 = lshr i256 %3, 128
  %5 = trunc i256 %4 to i128
  ret i128 %5
}
;> function @high_product(i128 %0, i128 %1) -> i128 {
;> b0:
;>   %2 = trunc i128 %0 to i64
;>   %3 = lshr i128 %0, 64
;>   %4 = trunc i128 %3 to i64
;>   %5 = trunc i128 %1 to i64
;>   %6 = lshr i128 %1, 64
;>   %7 = trunc i128 %6 to i64
;>   %8 = zext i64 %2 to i128
;>   %9 = zext i64 %4 to i128
;>   %10 = zext i64 %5 to i128
;>   %11 = zext i64 %7 to i128
;>   %12 = mul i128 %8, %10
;>   %13 = trunc i128 %12 to i64
;>   %14 = zext i64 %13 to i128
;>   %15 = lshr i128 %12, 64
;>   %16 = mul i128 %8, %11
;>   %17 = add i128 %16, %15
;>   %18 = trunc i128 %17 to i64
;>   %19 = zext i64 %18 to i128
;>   %20 = lshr i128 %17, 64
;>   %21 = trunc i128 %20 to i64
;>   %22 = zext i64 %21 to i128
;>   %23 = lshr i128 %20, 64
;>   %24 = trunc i128 %23 to i64
;>   %25 = zext i64 %24 to i128
;>   %26 = lshr i128 %23, 64
;>   %27 = mul i128 %9, %10
;>   %28 = add i128 %27, %19
;>   %29 = trunc i128 %28 to i64
;>   %30 = zext i64 %29 to i128
;>   %31 = lshr i128 %28, 64
;>   %32 = mul i128 %9, %11
;>   %33 = add i128 %32, %22
;>   %34 = add i128 %33, %31
;>   %35 = trunc i128 %34 to i64
;>   %36 = zext i64 %35 to i128
;>   %37 = lshr i128 %34, 64
;>   %38 = add i128 %25, %37
;>   %39 = trunc i128 %38 to i64
;>   %40 = zext i64 %39 to i128
;>   %41 = lshr i128 %38, 64
;>   %42 = trunc i128 %36 to i64
;>   %43 = zext i64 %42 to i128
;>   %44 = lshr i128 %36, 64
;>   %45 = add i128 %40, %44
;>   %46 = trunc i128 %45 to i64
;>   %47 = zext i64 %46 to i128
;>   %48 = lshr i128 %45, 64
;>   %49 = trunc i128 %47 to i64
;>   %50 = zext i64 %49 to i128
;>   %51 = lshr i128 %47, 64
;>   %52 = trunc i128 %14 to i64
;>   %53 = trunc i128 %30 to i64
;>   %54 = trunc i128 %43 to i64
;>   %55 = trunc i128 %50 to i64
;>   %56 = zext i64 %54 to i128
;>   %57 = zext i64 %55 to i128
;>   %58 = shl i128 %57, 64
;>   %59 = or i128 %56, %58
;>   return %59
;> }

define i1 @comparisons(i130 %a, i130 %b) {
  %1 = icmp eq i130 %a, %b
  %2 = icmp ne i130 %a, 0
  %3 = icmp sgt i130 %a, %b
  %4 = icmp ule i130 %a, %b
  ret i1 %4
}
;> function @comparisons(i64 %0, i64 %1, i2 %2, i64 %3, i64 %4, i2 %5) -> i1 {
;> b0:
;>   %6 = eq i64 %0, %3
;>   %7 = eq i64 %1, %4
;>   %8 = and i1 %6, %7
;>   %9 = eq i2 %2, %5
;>   %10 = and i1 %8, %9
;>   %11 = eq i64 %0, 0
;>   %12 = eq i64 %1, 0
;>   %13 = and i1 %11, %12
;>   %14 = eq i2 %2, 0
;>   %15 = and i1 %13, %14
;>   %16 = xor i1 %15, 1
;>   %17 = ult i64 %3, %0
;>   %18 = eq i64 %4, %1
;>   %19 = ult i64 %4, %1
;>   %20 = select i1 %18, %17, %19
;>   %21 = eq i2 %5, %2
;>   %22 = slt i2 %5, %2
;>   %23 = select i1 %21, %20, %22
;>   %24 = ule i64 %0, %3
;>   %25 = eq i64 %1, %4
;>   %26 = ult i64 %1, %4
;>   %27 = select i1 %25, %24, %26
;>   %28 = eq i2 %2, %5
;>   %29 = ult i2 %2, %5
;>   %30 = select i1 %28, %27, %29
;>   return %30
;> }

define i192 @shifts(i192 %a) {
  %1 = shl i192 %a, 3
  %2 = lshr i192 %1, 64
  %3 = ashr i192 %2, 100
  ret i192 %3
}
;> function @shifts(i64 %0, i64 %1, i64 %2) -> i64, i64, i64 {
;> b0:
;>   %3 = funnel-left i64 %0, 0, 3
;>   %4 = funnel-left i64 %1, %0, 3
;>   %5 = funnel-left i64 %2, %1, 3
;>   %6 = funnel-right i64 0, %5, 36
;>   %7 = funnel-right i64 0, 0, 36
;>   %8 = funnel-right i64 0, 0, 36
;>   return %6, %7, %8
;> }

define i300 @casts(i8 %a, i100 %b, i300 %c) {
  %1 = sext i8 %a to i300
  %2 = sext i100 %b to i150
  %3 = trunc i150 %2 to i128
  %4 = trunc i150 %2 to i5
  %5 = trunc i300 %c to i129
  %6 = zext i129 %5 to i300
  ret i300 %6
}
;> function @casts(i8 %0, i100 %1, i64 %2, i64 %3, i64 %4, i64 %5, i44 %6) -> i64, i64, i64, i64, i44 {
;> b0:
;>   %7 = sext i8 %0 to i64
;>   %8 = ashr i64 %7, 63
;>   %9 = trunc i64 %8 to i44
;>   %10 = trunc i100 %1 to i64
;>   %11 = lshr i100 %1, 64
;>   %12 = trunc i100 %11 to i36
;>   %13 = sext i36 %12 to i64
;>   %14 = ashr i64 %13, 63
;>   %15 = trunc i64 %14 to i22
;>   %16 = zext i22 %15 to i64
;>   %17 = zext i64 %10 to i128
;>   %18 = zext i64 %13 to i128
;>   %19 = shl i128 %18, 64
;>   %20 = or i128 %17, %19
;>   %21 = trunc i64 %10 to i5
;>   %22 = zext i44 %6 to i64
;>   %23 = trunc i64 %4 to i1
;>   %24 = zext i1 %23 to i64
;>   return %2, %3, %24, 0, 0
;> }

define <4 x i32> @same_bits(i256 %a) {
  %1 = bitcast i256 %a to <8 x i32>
  %2 = bitcast <8 x i32> %1 to i256
  %3 = bitcast i256 %2 to <4 x i64>
  %4 = shufflevector <8 x i32> %1, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  ret <4 x i32> %4
}
;> function @same_bits(i64 %0, i64 %1, i64 %2, i64 %3) -> i32, i32, i32, i32 {
;> b0:
;>   %4 = trunc i64 %0 to i32
;>   %5 = lshr i64 %0, 32
;>   %6 = trunc i64 %5 to i32
;>   %7 = trunc i64 %1 to i32
;>   %8 = lshr i64 %1, 32
;>   %9 = trunc i64 %8 to i32
;>   %10 = trunc i64 %2 to i32
;>   %11 = lshr i64 %2, 32
;>   %12 = trunc i64 %11 to i32
;>   %13 = trunc i64 %3 to i32
;>   %14 = lshr i64 %3, 32
;>   %15 = trunc i64 %14 to i32
;>   %16 = zext i32 %4 to i64
;>   %17 = zext i32 %6 to i64
;>   %18 = shl i64 %17, 32
;>   %19 = or i64 %16, %18
;>   %20 = zext i32 %7 to i64
;>   %21 = zext i32 %9 to i64
;>   %22 = shl i64 %21, 32
;>   %23 = or i64 %20, %22
;>   %24 = zext i32 %10 to i64
;>   %25 = zext i32 %12 to i64
;>   %26 = shl i64 %25, 32
;>   %27 = or i64 %24, %26
;>   %28 = zext i32 %13 to i64
;>   %29 = zext i32 %15 to i64
;>   %30 = shl i64 %29, 32
;>   %31 = or i64 %28, %30
;>   return %4, %6, %13, %15
;> }
