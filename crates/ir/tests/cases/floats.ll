target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.nearbyint.f64(double)
declare double @llvm.round.f64(double)
declare double @llvm.roundeven.f64(double)
declare double @llvm.sin.f64(double)
declare double @llvm.cos.f64(double)
declare double @llvm.tan.f64(double)
declare double @llvm.exp.f64(double)
declare double @llvm.exp2.f64(double)
declare double @llvm.log.f64(double)
declare double @llvm.log2.f64(double)
declare double @llvm.log10.f64(double)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.minimum.f32(float, float)
declare float @llvm.maximum.f32(float, float)
declare float @llvm.minimumnum.f32(float, float)
declare float @llvm.pow.f32(float, float)
declare float @llvm.atan2.f32(float, float)
declare float @llvm.powi.f32.i32(float, i32)
declare <2 x float> @llvm.powi.v2f32.i32(<2 x float>, i32)
declare float @llvm.ldexp.f32.i32(float, i32)
declare float @llvm.ldexp.f32.i64(float, i64)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fmuladd.f32(float, float, float)
declare i64 @llvm.lrint.i64.f64(double)
declare i32 @llvm.lround.i32.f64(double)
declare i32 @llvm.fptoui.sat.i32.f64(double)
declare i8 @llvm.fptosi.sat.i8.f64(double)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare { double, double } @llvm.sincos.f64(double)
declare double @llvm.canonicalize.f64(double)
declare i32 @llvm.get.rounding()
declare half @llvm.fabs.f16(half)
declare half @llvm.sqrt.f16(half)
declare double @llvm.sinh.f64(double)

define double @of_one(double %a) {
  %1 = call double @llvm.fabs.f64(double %a)
  %2 = call double @llvm.sqrt.f64(double %1)
  %3 = call double @llvm.floor.f64(double %2)
  %4 = call double @llvm.ceil.f64(double %3)
  %5 = call double @llvm.trunc.f64(double %4)
  %6 = call double @llvm.rint.f64(double %5)
  %7 = call double @llvm.nearbyint.f64(double %6)
  %8 = call double @llvm.round.f64(double %7)
  %9 = call double @llvm.roundeven.f64(double %8)
  %10 = call double @llvm.sin.f64(double %9)
  %11 = call double @llvm.cos.f64(double %10)
  %12 = call double @llvm.tan.f64(double %11)
  %13 = call double @llvm.exp.f64(double %12)
  %14 = call double @llvm.exp2.f64(double %13)
  %15 = call double @llvm.log.f64(double %14)
  %16 = call double @llvm.log2.f64(double %15)
  %17 = call double @llvm.log10.f64(double %16)
  %18 = call double @llvm.canonicalize.f64(double %17)
  ret double %18
}
;> function @of_one(i64 %0) -> i64 {
;> b0:
;>   %1 = float-abs f64 %0
;>   %2 = float-sqrt f64 %1
;>   %3 = float-floor f64 %2
;>   %4 = float-ceil f64 %3
;>   %5 = float-trunc f64 %4
;>   %6 = float-rint f64 %5
;>   %7 = float-nearby-int f64 %6
;>   %8 = float-round f64 %7
;>   %9 = float-round-even f64 %8
;>   %10 = float-sin f64 %9
;>   %11 = float-cos f64 %10
;>   %12 = float-tan f64 %11
;>   %13 = float-exp f64 %12
;>   %14 = float-exp2 f64 %13
;>   %15 = float-log f64 %14
;>   %16 = float-log2 f64 %15
;>   %17 = float-log10 f64 %16
;>   %18 = float-mul f64 %17, 4607182418800017408
;>   return %18
;> }

define float @of_more(float %a, float %b, i32 %i, i64 %j, <2 x float> %v) {
  %1 = call float @llvm.copysign.f32(float %a, float %b)
  %2 = call float @llvm.minnum.f32(float %1, float %b)
  %3 = call float @llvm.maxnum.f32(float %2, float %b)
  %4 = call float @llvm.minimum.f32(float %3, float %b)
  %5 = call float @llvm.maximum.f32(float %4, float %b)
  %6 = call float @llvm.minimumnum.f32(float %5, float %b)
  %7 = call float @llvm.pow.f32(float %6, float %b)
  %8 = call float @llvm.atan2.f32(float %7, float %b)
  %9 = call float @llvm.powi.f32.i32(float %8, i32 %i)
  %10 = call float @llvm.ldexp.f32.i32(float %9, i32 %i)
  %11 = call float @llvm.fma.f32(float %10, float %a, float %b)
  %12 = call float @llvm.fmuladd.f32(float %11, float %a, float %b)
  %13 = call <2 x float> @llvm.powi.v2f32.i32(<2 x float> %v, i32 %i)
  ret float %12
}
;> function @of_more(i32 %0, i32 %1, i32 %2, i64 %3, i32 %4, i32 %5) -> i32 {
;> b0:
;>   %6 = float-copy-sign f32 %0, %1
;>   %7 = float-min-num f32 %6, %1
;>   %8 = float-max-num f32 %7, %1
;>   %9 = float-minimum f32 %8, %1
;>   %10 = float-maximum f32 %9, %1
;>   %11 = float-min-num f32 %10, %1
;>   %12 = float-pow f32 %11, %1
;>   %13 = float-atan2 f32 %12, %1
;>   %14 = float-powi f32 %13, %2
;>   %15 = float-ldexp f32 %14, %2
;>   %16 = fused-multiply-add i32 %15, %0, %1
;>   %17 = float-mul f32 %16, %0
;>   %18 = float-add f32 %17, %1
;>   %19 = float-powi f32 %4, %2
;>   %20 = float-powi f32 %5, %2
;>   return %18
;> }

define i64 @to_integers(double %a) {
  %1 = call i64 @llvm.lrint.i64.f64(double %a)
  %2 = call i32 @llvm.lround.i32.f64(double %a)
  %3 = call i32 @llvm.fptoui.sat.i32.f64(double %a)
  %4 = call i8 @llvm.fptosi.sat.i8.f64(double %a)
  %5 = call i1 @llvm.is.fpclass.f64(double %a, i32 3)
  %6 = call { double, double } @llvm.sincos.f64(double %a)
  %7 = call i32 @llvm.get.rounding()
  %8 = zext i32 %7 to i64
  ret i64 %8
}
;> function @to_integers(i64 %0) -> i64 {
;> b0:
;>   %1 = float-rint f64 %0
;>   %2 = float-to-signed 64 %1 to 64
;>   %3 = float-round f64 %0
;>   %4 = float-to-signed 64 %3 to 32
;>   %5 = float-to-unsigned-saturating 64 %0 to 32
;>   %6 = float-to-signed-saturating 64 %0 to 8
;>   %7 = float-class i64 %0, 3
;>   %8 = float-sin f64 %0
;>   %9 = float-cos f64 %0
;>   %10 = zext i32 1 to i64
;>   return %10
;> }

define half @odd(half %a, float %b, i64 %j, double %d) {
  %1 = call half @llvm.fabs.f16(half %a)
  %2 = fneg half %1
  %3 = call half @llvm.sqrt.f16(half %2)
  %4 = call float @llvm.ldexp.f32.i64(float %b, i64 %j)
  %5 = call double @llvm.sinh.f64(double %d)
  ret half %2
}
;> function @odd(i16 %0, i32 %1, i64 %2, i64 %3) -> i16 {
;> b0:
;>   %4 = and i16 %0, 32767
;>   %5 = xor i16 %4, 32768
;>   %6 = float-sqrt f16 %5
;>   unsupported `llvm.ldexp.f32.i64`
;>   unsupported `llvm.sinh.f64`
;>   return %5
;> }
