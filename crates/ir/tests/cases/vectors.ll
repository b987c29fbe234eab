target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.mul.v4i32(<4 x i32>)
declare i1 @llvm.vector.reduce.and.v2i1(<2 x i1>)
declare i1 @llvm.vector.reduce.or.v2i1(<2 x i1>)
declare i1 @llvm.vector.reduce.xor.v2i1(<2 x i1>)
declare i8 @llvm.vector.reduce.smax.v2i8(<2 x i8>)
declare i8 @llvm.vector.reduce.smin.v2i8(<2 x i8>)
declare i8 @llvm.vector.reduce.umax.v2i8(<2 x i8>)
declare i8 @llvm.vector.reduce.umin.v2i8(<2 x i8>)
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
declare float @llvm.vector.reduce.fmul.v2f32(float, <2 x float>)
declare float @llvm.vector.reduce.fmax.v2f32(<2 x float>)
declare float @llvm.vector.reduce.fminimum.v2f32(<2 x float>)
declare <4 x i32> @llvm.stepvector.v4i32()
declare <2 x i1> @llvm.get.active.lane.mask.v2i1.i32(i32, i32)
declare i64 @llvm.experimental.cttz.elts.i64.v4i1(<4 x i1>, i1)
declare <4 x i8> @llvm.vector.reverse.v4i8(<4 x i8>)
declare <4 x i8> @llvm.vector.insert.v4i8.v2i8(<4 x i8>, <2 x i8>, i64)
declare <2 x i8> @llvm.vector.extract.v2i8.v4i8(<4 x i8>, i64)
declare <4 x i8> @llvm.vector.interleave2.v4i8(<2 x i8>, <2 x i8>)
declare { <2 x i8>, <2 x i8> } @llvm.vector.deinterleave2.v4i8(<4 x i8>)
declare i32 @llvm.x86.sse2.movmsk.pd(<2 x double>)
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i32>)
declare void @llvm.masked.scatter.v2i32.v2p0(<2 x i32>, <2 x ptr>, i32, <2 x i1>)

define i32 @reductions(<4 x i32> %a, <2 x i1> %b, <2 x i8> %c) {
  %1 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %a)
  %2 = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %a)
  %3 = call i1 @llvm.vector.reduce.and.v2i1(<2 x i1> %b)
  %4 = call i1 @llvm.vector.reduce.or.v2i1(<2 x i1> %b)
  %5 = call i1 @llvm.vector.reduce.xor.v2i1(<2 x i1> %b)
  %6 = call i8 @llvm.vector.reduce.smax.v2i8(<2 x i8> %c)
  %7 = call i8 @llvm.vector.reduce.smin.v2i8(<2 x i8> %c)
  %8 = call i8 @llvm.vector.reduce.umax.v2i8(<2 x i8> %c)
  %9 = call i8 @llvm.vector.reduce.umin.v2i8(<2 x i8> %c)
  ret i32 %2
}
;> function @reductions(i32 %0, i32 %1, i32 %2, i32 %3, i1 %4, i1 %5, i8 %6, i8 %7) -> i32 {
;> b0:
;>   %8 = add i32 %0, %1
;>   %9 = add i32 %8, %2
;>   %10 = add i32 %9, %3
;>   %11 = mul i32 %0, %1
;>   %12 = mul i32 %11, %2
;>   %13 = mul i32 %12, %3
;>   %14 = and i1 %4, %5
;>   %15 = or i1 %4, %5
;>   %16 = xor i1 %4, %5
;>   %17 = slt i8 %7, %6
;>   %18 = select i8 %17, %6, %7
;>   %19 = slt i8 %6, %7
;>   %20 = select i8 %19, %6, %7
;>   %21 = ult i8 %7, %6
;>   %22 = select i8 %21, %6, %7
;>   %23 = ult i8 %6, %7
;>   %24 = select i8 %23, %6, %7
;>   return %13
;> }

define float @float_reductions(float %s, <2 x float> %a) {
  %1 = call float @llvm.vector.reduce.fadd.v2f32(float %s, <2 x float> %a)
  %2 = call float @llvm.vector.reduce.fmul.v2f32(float %s, <2 x float> %a)
  %3 = call float @llvm.vector.reduce.fmax.v2f32(<2 x float> %a)
  %4 = call float @llvm.vector.reduce.fminimum.v2f32(<2 x float> %a)
  ret float %4
}
;> function @float_reductions(i32 %0, i32 %1, i32 %2) -> i32 {
;> b0:
;>   %3 = float-add f32 %0, %1
;>   %4 = float-add f32 %3, %2
;>   %5 = float-mul f32 %0, %1
;>   %6 = float-mul f32 %5, %2
;>   %7 = float-max-num f32 %1, %2
;>   %8 = float-minimum f32 %1, %2
;>   return %8
;> }

define <4 x i8> @orders(<4 x i8> %a, <2 x i8> %b, i32 %i, i32 %n) {
  %1 = call <4 x i32> @llvm.stepvector.v4i32()
  %2 = call <2 x i1> @llvm.get.active.lane.mask.v2i1.i32(i32 %i, i32 %n)
  %3 = call <4 x i8> @llvm.vector.reverse.v4i8(<4 x i8> %a)
  %4 = call <4 x i8> @llvm.vector.insert.v4i8.v2i8(<4 x i8> %3, <2 x i8> %b, i64 2)
  %5 = call <2 x i8> @llvm.vector.extract.v2i8.v4i8(<4 x i8> %4, i64 0)
  %6 = call <4 x i8> @llvm.vector.interleave2.v4i8(<2 x i8> %5, <2 x i8> %b)
  %7 = call { <2 x i8>, <2 x i8> } @llvm.vector.deinterleave2.v4i8(<4 x i8> %6)
  %8 = extractvalue { <2 x i8>, <2 x i8> } %7, 1
  %9 = shufflevector <2 x i8> %8, <2 x i8> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  ret <4 x i8> %9
}
;> function @orders(i8 %0, i8 %1, i8 %2, i8 %3, i8 %4, i8 %5, i32 %6, i32 %7) -> i8, i8, i8, i8 {
;> b0:
;>   %8 = add-saturating-unsigned i32 %6, 0
;>   %9 = ult i32 %8, %7
;>   %10 = add-saturating-unsigned i32 %6, 1
;>   %11 = ult i32 %10, %7
;>   return %4, %5, %4, %5
;> }

define i64 @first(<4 x i1> %a) {
  %1 = call i64 @llvm.experimental.cttz.elts.i64.v4i1(<4 x i1> %a, i1 false)
  ret i64 %1
}
;> function @first(i1 %0, i1 %1, i1 %2, i1 %3) -> i64 {
;> b0:
;>   %4 = ne i1 %3, 0
;>   %5 = select i64 %4, 3, 4
;>   %6 = ne i1 %2, 0
;>   %7 = select i64 %6, 2, %5
;>   %8 = ne i1 %1, 0
;>   %9 = select i64 %8, 1, %7
;>   %10 = ne i1 %0, 0
;>   %11 = select i64 %10, 0, %9
;>   return %11
;> }

define i32 @signs(<2 x double> %a) {
  %1 = call i32 @llvm.x86.sse2.movmsk.pd(<2 x double> %a)
  ret i32 %1
}
;> function @signs(i64 %0, i64 %1) -> i32 {
;> b0:
;>   %2 = lshr i64 %0, 63
;>   %3 = trunc i64 %2 to i1
;>   %4 = lshr i64 %1, 63
;>   %5 = trunc i64 %4 to i1
;>   %6 = zext i1 %3 to i2
;>   %7 = zext i1 %5 to i2
;>   %8 = shl i2 %7, 1
;>   %9 = or i2 %6, %8
;>   %10 = zext i2 %9 to i32
;>   return %10
;> }

define <2 x i32> @masked(ptr %p, <2 x i1> %m, <2 x i32> %v) {
  %1 = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> %m, <2 x i32> %v)
  %2 = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> <i1 true, i1 false>, <2 x i32> %v)
  call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr %p, i32 4, <2 x i1> %m)
  ret <2 x i32> %2
}
;> function @masked(i64 %0, i1 %1, i1 %2, i32 %3, i32 %4) -> i32, i32 {
;> b0:
;>   %6 = alloca 1 * 16, align 16
;>   store i128 0, %6, align 16
;>   %5 = offset %0, 4
;>   %7 = select i64 %1, %0, %6
;>   %8 = load i32 %7, align 1
;>   %9 = select i32 %1, %8, %3
;>   %10 = select i64 %2, %5, %6
;>   %11 = load i32 %10, align 1
;>   %12 = select i32 %2, %11, %4
;>   %13 = offset %0, 4
;>   %14 = load i32 %0, align 1
;>   %15 = offset %0, 4
;>   %16 = select i64 %1, %0, %6
;>   store i32 %3, %16, align 1
;>   %17 = select i64 %2, %15, %6
;>   store i32 %4, %17, align 1
;>   return %14, %4
;> }

define <2 x i32> @spread(<2 x ptr> %p, i1 %m, <2 x i32> %v) {
  %1 = insertelement <2 x i1> <i1 true, i1 true>, i1 %m, i32 1
  %2 = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %p, i32 4, <2 x i1> %1, <2 x i32> %v)
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> %v, <2 x ptr> %p, i32 4, <2 x i1> %1)
  ret <2 x i32> %2
}
;> function @spread(i64 %0, i64 %1, i1 %2, i32 %3, i32 %4) -> i32, i32 {
;> b0:
;>   %6 = alloca 1 * 16, align 16
;>   store i128 0, %6, align 16
;>   %5 = load i32 %0, align 1
;>   %7 = select i64 %2, %1, %6
;>   %8 = load i32 %7, align 1
;>   %9 = select i32 %2, %8, %4
;>   store i32 %3, %0, align 1
;>   %10 = select i64 %2, %1, %6
;>   store i32 %4, %10, align 1
;>   return %5, %9
;> }
