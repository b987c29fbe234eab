target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @plain(ptr %p) {
  %1 = load atomic i32, ptr %p seq_cst, align 4
  store atomic i32 %1, ptr %p release, align 4
  fence acquire
  ret i32 %1
}
;> function @plain(i64 %0) -> i32 {
;> b0:
;>   %1 = load i32 %0, align 4
;>   store i32 %1, %0, align 4
;>   return %1
;> }

define i32 @updates(ptr %p, i32 %a) {
  %1 = atomicrmw xchg ptr %p, i32 %a seq_cst
  %2 = atomicrmw add ptr %p, i32 %a seq_cst
  %3 = atomicrmw sub ptr %p, i32 %a seq_cst
  %4 = atomicrmw and ptr %p, i32 %a seq_cst
  %5 = atomicrmw nand ptr %p, i32 %a seq_cst
  %6 = atomicrmw or ptr %p, i32 %a seq_cst
  %7 = atomicrmw xor ptr %p, i32 %a seq_cst
  %8 = atomicrmw max ptr %p, i32 %a seq_cst
  %9 = atomicrmw min ptr %p, i32 %a seq_cst
  %10 = atomicrmw umax ptr %p, i32 %a seq_cst
  %11 = atomicrmw umin ptr %p, i32 %a seq_cst
  %12 = atomicrmw uinc_wrap ptr %p, i32 %a seq_cst
  %13 = atomicrmw udec_wrap ptr %p, i32 %a seq_cst
  %14 = atomicrmw usub_cond ptr %p, i32 %a seq_cst
  %15 = atomicrmw usub_sat ptr %p, i32 %a seq_cst
  ret i32 %15
}
;> function @updates(i64 %0, i32 %1) -> i32 {
;> b0:
;>   %2 = load i32 %0, align 4
;>   store i32 %1, %0, align 4
;>   %3 = load i32 %0, align 4
;>   %4 = add i32 %3, %1
;>   store i32 %4, %0, align 4
;>   %5 = load i32 %0, align 4
;>   %6 = sub i32 %5, %1
;>   store i32 %6, %0, align 4
;>   %7 = load i32 %0, align 4
;>   %8 = and i32 %7, %1
;>   store i32 %8, %0, align 4
;>   %9 = load i32 %0, align 4
;>   %10 = and i32 %9, %1
;>   %11 = xor i32 %10, 4294967295
;>   store i32 %11, %0, align 4
;>   %12 = load i32 %0, align 4
;>   %13 = or i32 %12, %1
;>   store i32 %13, %0, align 4
;>   %14 = load i32 %0, align 4
;>   %15 = xor i32 %14, %1
;>   store i32 %15, %0, align 4
;>   %16 = load i32 %0, align 4
;>   %17 = slt i32 %1, %16
;>   %18 = select i32 %17, %16, %1
;>   store i32 %18, %0, align 4
;>   %19 = load i32 %0, align 4
;>   %20 = slt i32 %19, %1
;>   %21 = select i32 %20, %19, %1
;>   store i32 %21, %0, align 4
;>   %22 = load i32 %0, align 4
;>   %23 = ult i32 %1, %22
;>   %24 = select i32 %23, %22, %1
;>   store i32 %24, %0, align 4
;>   %25 = load i32 %0, align 4
;>   %26 = ult i32 %25, %1
;>   %27 = select i32 %26, %25, %1
;>   store i32 %27, %0, align 4
;>   %28 = load i32 %0, align 4
;>   %29 = ule i32 %1, %28
;>   %30 = add i32 %28, 1
;>   %31 = select i32 %29, 0, %30
;>   store i32 %31, %0, align 4
;>   %32 = load i32 %0, align 4
;>   %33 = eq i32 %32, 0
;>   %34 = ult i32 %1, %32
;>   %35 = sub i32 %32, 1
;>   %36 = select i32 %34, %1, %35
;>   %37 = select i32 %33, %1, %36
;>   store i32 %37, %0, align 4
;>   %38 = load i32 %0, align 4
;>   %39 = ule i32 %1, %38
;>   %40 = sub i32 %38, %1
;>   %41 = select i32 %39, %40, %38
;>   store i32 %41, %0, align 4
;>   %42 = load i32 %0, align 4
;>   %43 = sub-saturating-unsigned i32 %42, %1
;>   store i32 %43, %0, align 4
;>   return %42
;> }

define float @float_updates(ptr %p, float %a) {
  %1 = atomicrmw fadd ptr %p, float %a seq_cst
  %2 = atomicrmw fsub ptr %p, float %a seq_cst
  %3 = atomicrmw fmax ptr %p, float %a seq_cst
  %4 = atomicrmw fmin ptr %p, float %a seq_cst
  %5 = atomicrmw fmaximum ptr %p, float %a seq_cst
  %6 = atomicrmw fminimum ptr %p, float %a seq_cst
  %7 = atomicrmw fadd ptr %p, half 1.0 seq_cst
  ret float %6
}
;> function @float_updates(i64 %0, i32 %1) -> i32 {
;> b0:
;>   %2 = load i32 %0, align 4
;>   %3 = float-add f32 %2, %1
;>   store i32 %3, %0, align 4
;>   %4 = load i32 %0, align 4
;>   %5 = float-sub f32 %4, %1
;>   store i32 %5, %0, align 4
;>   %6 = load i32 %0, align 4
;>   %7 = float-max-num f32 %6, %1
;>   store i32 %7, %0, align 4
;>   %8 = load i32 %0, align 4
;>   %9 = float-min-num f32 %8, %1
;>   store i32 %9, %0, align 4
;>   %10 = load i32 %0, align 4
;>   %11 = float-maximum f32 %10, %1
;>   store i32 %11, %0, align 4
;>   %12 = load i32 %0, align 4
;>   %13 = float-minimum f32 %12, %1
;>   store i32 %13, %0, align 4
;>   %14 = load i16 %0, align 2
;>   unsupported `atomicrmw` of 16 bits
;>   return %12
;> }

define i1 @exchange(ptr %p, ptr %a, i8 %b) {
  %1 = cmpxchg ptr %p, ptr %a, ptr null seq_cst seq_cst
  %2 = cmpxchg weak volatile ptr %p, i8 %b, i8 1 acq_rel monotonic
  %3 = extractvalue { ptr, i1 } %1, 1
  %4 = extractvalue { i8, i1 } %2, 1
  %5 = and i1 %3, %4
  ret i1 %5
}
;> function @exchange(i64 %0, i64 %1, i8 %2) -> i1 {
;> b0:
;>   %3 = load i64 %0, align 8
;>   %4 = eq i64 %3, %1
;>   %5 = select i64 %4, 0, %3
;>   store i64 %5, %0, align 8
;>   %6 = load i8 %0, align 1
;>   %7 = eq i8 %6, %2
;>   %8 = select i8 %7, 1, %6
;>   store i8 %8, %0, align 1
;>   %9 = and i1 %4, %7
;>   return %9
;> }
