target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
;> external @uses(i64 %0, i64 %1, i64 %2, i64 %3, i64 %4)

%pair = type { i8, i32 }
%deep = type { i64, [4 x %pair], <2 x float> }
%packed = type <{ i8, i32 }>

define i32 @accesses(ptr %p, i1 %b, double %d) {
  %1 = load i32, ptr %p
  %2 = load volatile i8, ptr %p, align 1
  %3 = load i1, ptr %p
  %4 = load i128, ptr %p, align 16
  %5 = load ptr, ptr %p, align 256
  %6 = load x86_fp80, ptr %p
  store i1 %b, ptr %p
  store double %d, ptr %5, align 4
  store x86_fp80 %6, ptr %p
  store i24 -1, ptr %p
  ret i32 %1
}
;> function @accesses(i64 %0, i1 %1, i64 %2) -> i32 {
;> b0:
;>   %3 = load i32 %0, align 4
;>   %4 = load i8 %0, align 1
;>   %5 = load i1 %0, align 1
;>   %6 = load i128 %0, align 16
;>   %7 = load i64 %0, align 128
;>   %8 = load i80 %0, align 16
;>   store i1 %1, %0, align 1
;>   store i64 %2, %7, align 4
;>   store i80 %8, %0, align 16
;>   store i24 16777215, %0, align 4
;>   return %3
;> }

define %deep @structs(ptr %p, %pair %a) {
  store %pair %a, ptr %p
  %1 = load %packed, ptr %p, align 1
  %2 = load { {}, [0 x i32], i16 }, ptr %p
  %3 = load [2 x { i8, i64 }], ptr %p, align 16
  %4 = load %deep, ptr %p
  ret %deep %4
}
;> function @structs(i64 %0, i8 %1, i32 %2) -> i64, i8, i32, i8, i32, i8, i32, i8, i32, i32, i32 {
;> b0:
;>   store i8 %1, %0, align 4
;>   %3 = offset %0, 4
;>   store i32 %2, %3, align 4
;>   %4 = load i8 %0, align 1
;>   %6 = offset %0, 1
;>   %5 = load i32 %6, align 1
;>   %7 = load i16 %0, align 4
;>   %8 = load i8 %0, align 16
;>   %12 = offset %0, 8
;>   %9 = load i64 %12, align 8
;>   %13 = offset %0, 16
;>   %10 = load i8 %13, align 16
;>   %14 = offset %0, 24
;>   %11 = load i64 %14, align 8
;>   %15 = load i64 %0, align 8
;>   %26 = offset %0, 8
;>   %16 = load i8 %26, align 8
;>   %27 = offset %0, 12
;>   %17 = load i32 %27, align 4
;>   %28 = offset %0, 16
;>   %18 = load i8 %28, align 8
;>   %29 = offset %0, 20
;>   %19 = load i32 %29, align 4
;>   %30 = offset %0, 24
;>   %20 = load i8 %30, align 8
;>   %31 = offset %0, 28
;>   %21 = load i32 %31, align 4
;>   %32 = offset %0, 32
;>   %22 = load i8 %32, align 8
;>   %33 = offset %0, 36
;>   %23 = load i32 %33, align 4
;>   %34 = offset %0, 40
;>   %24 = load i32 %34, align 8
;>   %35 = offset %0, 44
;>   %25 = load i32 %35, align 4
;>   return %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25
;> }

define ptr @addresses(ptr %p, i64 %i, i32 %j, i8 %k) {
  %1 = getelementptr i32, ptr %p, i64 %i
  %2 = getelementptr inbounds %deep, ptr %1, i64 0, i32 1, i64 2, i32 1
  %3 = getelementptr %deep, ptr %2, i32 %j, i32 1, i8 %k, i32 1
  %4 = getelementptr i8, ptr %3, i64 -24
  %5 = getelementptr %deep, ptr %4, i64 -1, i32 2, i64 1
  %6 = getelementptr {}, ptr %5, i64 %i
  %7 = getelementptr [0 x i64], ptr %6, i64 %i, i64 %i
  %8 = getelementptr i8, ptr %7, i128 10
  %9 = getelementptr [8589934592 x i8], ptr %8, i32 %j, i64 5
  ret ptr %9
}
;> function @addresses(i64 %0, i64 %1, i32 %2, i8 %3) -> i64 {
;> b0:
;>   %4 = index %0, i64 %1 * 4
;>   %5 = offset %4, 28
;>   %6 = offset %5, 12
;>   %7 = index %6, i32 %2 * 48
;>   %8 = index %7, i8 %3 * 8
;>   %9 = offset %8, -24
;>   %10 = offset %9, -4
;>   %11 = index %10, i64 %1 * 8
;>   %12 = offset %11, 10
;>   %13 = offset %12, 5
;>   %14 = sext i32 %2 to i64
;>   %15 = mul i64 %14, 8589934592
;>   %16 = index %13, i64 %15 * 1
;>   return %16
;> }

define <2 x ptr> @many_addresses(<2 x ptr> %p, ptr %q, <2 x i64> %i) {
  %1 = getelementptr %pair, <2 x ptr> %p, <2 x i64> %i, i32 1
  %2 = getelementptr i64, ptr %q, <2 x i64> <i64 1, i64 2>
  %3 = getelementptr i8, <2 x ptr> %1, i64 4
  ret <2 x ptr> %2
}
;> function @many_addresses(i64 %0, i64 %1, i64 %2, i64 %3, i64 %4) -> i64, i64 {
;> b0:
;>   %5 = offset %0, 4
;>   %6 = index %5, i64 %3 * 8
;>   %7 = offset %1, 4
;>   %8 = index %7, i64 %4 * 8
;>   %9 = offset %2, 8
;>   %10 = offset %2, 16
;>   %11 = offset %6, 4
;>   %12 = offset %8, 4
;>   return %9, %10
;> }

define ptr @room(i32 %n, i64 %m) {
  %1 = alloca i32
  %2 = alloca %deep, align 64
  %3 = alloca i8, i32 %n
  %4 = alloca i64, i64 %m, align 32
  %5 = alloca [8589934592 x i8]
  call void @uses(ptr %1, ptr %2, ptr %3, ptr %4, ptr %5)
  ret ptr %4
}
;> function @room(i32 %0, i64 %1) -> i64 {
;> b0:
;>   %2 = alloca 1 * 4, align 4
;>   %3 = alloca 1 * 48, align 64
;>   %4 = zext i32 %0 to i64
;>   %5 = alloca %4 * 1, align 1
;>   %6 = alloca %1 * 8, align 32
;>   %7 = alloca 8589934592 * 1, align 1
;>   call @uses(i64 %2, i64 %3, i64 %5, i64 %6, i64 %7)
;>   return %6
;> }

declare void @uses(ptr, ptr, ptr, ptr, ptr)

define i8 @bits_in_memory(ptr %p, <8 x i1> %a, <3 x i5> %b) {
  store <8 x i1> %a, ptr %p
  store <3 x i5> %b, ptr %p
  %1 = load <2 x i1>, ptr %p
  %2 = load <4 x i6>, ptr %p
  %3 = extractelement <2 x i1> %1, i32 1
  %4 = zext i1 %3 to i8
  ret i8 %4
}
;> function @bits_in_memory(i64 %0, i1 %1, i1 %2, i1 %3, i1 %4, i1 %5, i1 %6, i1 %7, i1 %8, i5 %9, i5 %10, i5 %11) -> i8 {
;> b0:
;>   %12 = zext i1 %1 to i8
;>   %13 = zext i1 %2 to i8
;>   %14 = shl i8 %13, 1
;>   %15 = or i8 %12, %14
;>   %16 = zext i1 %3 to i8
;>   %17 = shl i8 %16, 2
;>   %18 = or i8 %15, %17
;>   %19 = zext i1 %4 to i8
;>   %20 = shl i8 %19, 3
;>   %21 = or i8 %18, %20
;>   %22 = zext i1 %5 to i8
;>   %23 = shl i8 %22, 4
;>   %24 = or i8 %21, %23
;>   %25 = zext i1 %6 to i8
;>   %26 = shl i8 %25, 5
;>   %27 = or i8 %24, %26
;>   %28 = zext i1 %7 to i8
;>   %29 = shl i8 %28, 6
;>   %30 = or i8 %27, %29
;>   %31 = zext i1 %8 to i8
;>   %32 = shl i8 %31, 7
;>   %33 = or i8 %30, %32
;>   store i8 %33, %0, align 1
;>   %34 = zext i5 %9 to i15
;>   %35 = zext i5 %10 to i15
;>   %36 = shl i15 %35, 5
;>   %37 = or i15 %34, %36
;>   %38 = zext i5 %11 to i15
;>   %39 = shl i15 %38, 10
;>   %40 = or i15 %37, %39
;>   store i15 %40, %0, align 2
;>   %41 = load i2 %0, align 1
;>   %42 = trunc i2 %41 to i1
;>   %43 = lshr i2 %41, 1
;>   %44 = trunc i2 %43 to i1
;>   %45 = load i24 %0, align 4
;>   %46 = trunc i24 %45 to i6
;>   %47 = lshr i24 %45, 6
;>   %48 = trunc i24 %47 to i6
;>   %49 = lshr i24 %45, 12
;>   %50 = trunc i24 %49 to i6
;>   %51 = lshr i24 %45, 18
;>   %52 = trunc i24 %51 to i6
;>   %53 = zext i1 %44 to i8
;>   return %53
;> }

define i32 @variables_become_values(i32 %a) {
  %x = alloca i32
  store i32 %a, ptr %x
  %1 = load i32, ptr %x
  %2 = add i32 %1, 1
  store i32 %2, ptr %x
  %3 = load i32, ptr %x
  ret i32 %3
}
;> function @variables_become_values(i32 %0) -> i32 {
;> b0:
;>   %1 = add i32 %0, 1
;>   return %1
;> }

define i32 @even_if_nothing_may_be_optimised() noinline optnone {
  %x = alloca i32
  %1 = load i32, ptr %x
  ret i32 %1
}
;> function @even_if_nothing_may_be_optimised() -> i32 {
;> b0:
;>   return undefined
;> }
