target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i16 @llvm.bswap.i16(i16)
declare i7 @llvm.bitreverse.i7(i7)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i8 @llvm.fshr.i8(i8, i8, i8)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare { <2 x i8>, <2 x i1> } @llvm.uadd.with.overflow.v2i8(<2 x i8>, <2 x i8>)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.ssub.sat.i32(i32, i32)
declare i32 @llvm.ushl.sat.i32(i32, i32)
declare i32 @llvm.sshl.sat.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i8 @llvm.ucmp.i8.i32(i32, i32)
declare i2 @llvm.scmp.i2.i32(i32, i32)
declare <2 x i32> @llvm.umin.v2i32(<2 x i32>, <2 x i32>)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare i32 @llvm.smul.fix.i32(i32, i32, i32)

define i32 @bits(i32 %a, i64 %b, i16 %c, i7 %d, i8 %e) {
  %1 = call i32 @llvm.ctpop.i32(i32 %a)
  %2 = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
  %3 = call i64 @llvm.cttz.i64(i64 %b, i1 false)
  %4 = call i16 @llvm.bswap.i16(i16 %c)
  %5 = call i7 @llvm.bitreverse.i7(i7 %d)
  %6 = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 5)
  %7 = call i8 @llvm.fshr.i8(i8 %e, i8 1, i8 %e)
  ret i32 %6
}
;> function @bits(i32 %0, i64 %1, i16 %2, i7 %3, i8 %4) -> i32 {
;> b0:
;>   %5 = pop-count i32 %0
;>   %6 = leading-zeros i32 %0
;>   %7 = trailing-zeros i64 %1
;>   %8 = swap-bytes i16 %2
;>   %9 = reverse-bits i7 %3
;>   %10 = funnel-left i32 %0, %0, 5
;>   %11 = funnel-right i8 %4, 1, %4
;>   return %10
;> }

define i1 @overflows(i32 %a, i32 %b, <2 x i8> %v) {
  %1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %2 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %3 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a, i32 %b)
  %4 = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a, i32 %b)
  %5 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %6 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %7 = call { <2 x i8>, <2 x i1> } @llvm.uadd.with.overflow.v2i8(<2 x i8> %v, <2 x i8> <i8 1, i8 2>)
  %8 = extractvalue { <2 x i8>, <2 x i1> } %7, 1
  %9 = extractelement <2 x i1> %8, i32 0
  ret i1 %9
}
;> function @overflows(i32 %0, i32 %1, i8 %2, i8 %3) -> i1 {
;> b0:
;>   %4, %5 = add-overflows-signed i32 %0, %1
;>   %6, %7 = add-overflows-unsigned i32 %0, %1
;>   %8, %9 = sub-overflows-signed i32 %0, %1
;>   %10, %11 = sub-overflows-unsigned i32 %0, %1
;>   %12, %13 = mul-overflows-signed i32 %0, %1
;>   %14, %15 = mul-overflows-unsigned i32 %0, %1
;>   %16, %17 = add-overflows-unsigned i8 %2, 1
;>   %18, %19 = add-overflows-unsigned i8 %3, 2
;>   return %17
;> }

define i32 @saturating(i32 %a, i32 %b) {
  %1 = call i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
  %2 = call i32 @llvm.sadd.sat.i32(i32 %1, i32 %b)
  %3 = call i32 @llvm.usub.sat.i32(i32 %2, i32 %b)
  %4 = call i32 @llvm.ssub.sat.i32(i32 %3, i32 %b)
  %5 = call i32 @llvm.ushl.sat.i32(i32 %4, i32 %b)
  %6 = call i32 @llvm.sshl.sat.i32(i32 %5, i32 %b)
  ret i32 %6
}
;> function @saturating(i32 %0, i32 %1) -> i32 {
;> b0:
;>   %2 = add-saturating-unsigned i32 %0, %1
;>   %3 = add-saturating-signed i32 %2, %1
;>   %4 = sub-saturating-unsigned i32 %3, %1
;>   %5 = sub-saturating-signed i32 %4, %1
;>   %6 = shl-saturating-unsigned i32 %5, %1
;>   %7 = shl-saturating-signed i32 %6, %1
;>   return %7
;> }

define i32 @orders(i32 %a, i32 %b, <2 x i32> %v) {
  %1 = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %2 = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  %3 = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %4 = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  %5 = call i32 @llvm.abs.i32(i32 %a, i1 false)
  %6 = call i32 @llvm.abs.i32(i32 %a, i1 true)
  %7 = call i8 @llvm.ucmp.i8.i32(i32 %a, i32 %b)
  %8 = call i2 @llvm.scmp.i2.i32(i32 %a, i32 %b)
  %9 = call <2 x i32> @llvm.umin.v2i32(<2 x i32> %v, <2 x i32> zeroinitializer)
  ret i32 %6
}
;> function @orders(i32 %0, i32 %1, i32 %2, i32 %3) -> i32 {
;> b0:
;>   %4 = ult i32 %0, %1
;>   %5 = select i32 %4, %0, %1
;>   %6 = ult i32 %1, %0
;>   %7 = select i32 %6, %0, %1
;>   %8 = slt i32 %0, %1
;>   %9 = select i32 %8, %0, %1
;>   %10 = slt i32 %1, %0
;>   %11 = select i32 %10, %0, %1
;>   %12 = sub i32 0, %0
;>   %13 = slt i32 %0, 0
;>   %14 = select i32 %13, %12, %0
;>   %15 = sub.nsw i32 0, %0
;>   %16 = slt i32 %0, 0
;>   %17 = select i32 %16, %15, %0
;>   %18 = ult i32 %0, %1
;>   %19 = ult i32 %1, %0
;>   %20 = zext i1 %18 to i8
;>   %21 = zext i1 %19 to i8
;>   %22 = sub i8 %21, %20
;>   %23 = slt i32 %0, %1
;>   %24 = slt i32 %1, %0
;>   %25 = zext i1 %23 to i2
;>   %26 = zext i1 %24 to i2
;>   %27 = sub i2 %26, %25
;>   %28 = ult i32 %2, 0
;>   %29 = select i32 %28, %2, 0
;>   %30 = ult i32 %3, 0
;>   %31 = select i32 %30, %3, 0
;>   return %17
;> }

define ptr @mask(ptr %p) {
  %1 = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
  ret ptr %1
}
;> function @mask(i64 %0) -> i64 {
;> b0:
;>   %1 = and i64 %0, 18446744073709551600
;>   return %1
;> }

define i32 @unknown(i32 %a) {
  %1 = call i32 @llvm.smul.fix.i32(i32 %a, i32 %a, i32 2)
  ret i32 %1
}
;> function @unknown(i32 %0) -> i32 {
;> b0:
;>   unsupported `llvm.smul.fix.i32`
;>   return undefined
;> }
