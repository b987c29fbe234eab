target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i64 @integers(i8 %a, i64 %b, i1 %c) {
  %1 = zext i8 %a to i64
  %2 = sext i8 %a to i64
  %3 = trunc i64 %b to i33
  %4 = zext nneg i33 %3 to i64
  %5 = sext i1 %c to i64
  %6 = trunc i64 %b to i1
  ret i64 %5
}
;> function @integers(i8 %0, i64 %1, i1 %2) -> i64 {
;> b0:
;>   %3 = zext i8 %0 to i64
;>   %4 = sext i8 %0 to i64
;>   %5 = trunc i64 %1 to i33
;>   %6 = zext i33 %5 to i64
;>   %7 = sext i1 %2 to i64
;>   %8 = trunc i64 %1 to i1
;>   return %7
;> }

define i64 @pointers(ptr %p, i32 %a, i128 %b) {
  %1 = ptrtoint ptr %p to i64
  %2 = ptrtoint ptr %p to i32
  %3 = ptrtoint ptr %p to i128
  %4 = inttoptr i64 %1 to ptr
  %5 = inttoptr i32 %a to ptr
  %6 = inttoptr i128 %b to ptr
  %7 = addrspacecast ptr %6 to ptr addrspace(1)
  %8 = ptrtoint ptr addrspace(1) %7 to i64
  ret i64 %8
}
;> function @pointers(i64 %0, i32 %1, i128 %2) -> i64 {
;> b0:
;>   %3 = trunc i64 %0 to i32
;>   %4 = zext i64 %0 to i128
;>   %5 = zext i32 %1 to i64
;>   %6 = trunc i128 %2 to i64
;>   return %6
;> }

define double @floats(float %a, double %b, i32 %c, i128 %d) {
  %1 = fpext float %a to double
  %2 = fptrunc double %b to float
  %3 = fptoui float %2 to i8
  %4 = fptosi double %1 to i128
  %5 = uitofp i8 %3 to float
  %6 = sitofp i128 %4 to double
  %7 = uitofp i1 true to double
  %8 = fadd double %6, %7
  ret double %8
}
;> function @floats(i32 %0, i64 %1, i32 %2, i128 %3) -> i64 {
;> b0:
;>   %4 = float-extend 32 %0 to 64
;>   %5 = float-truncate 64 %1 to 32
;>   %6 = float-to-unsigned 32 %5 to 8
;>   %7 = float-to-signed 64 %4 to 128
;>   %8 = float-from-unsigned 8 %6 to 32
;>   %9 = float-from-signed 128 %7 to 64
;>   %10 = float-from-unsigned 1 1 to 64
;>   %11 = float-add f64 %9, %10
;>   return %11
;> }

define i64 @same_bits(double %a, <2 x i32> %b, i64 %c, <3 x i32> %d, <4 x float> %e) {
  %1 = bitcast double %a to i64
  %2 = bitcast <2 x i32> %b to i64
  %3 = bitcast i64 %c to <4 x i16>
  %4 = bitcast <3 x i32> %d to <4 x i24>
  %5 = bitcast <4 x float> %e to <4 x i32>
  %6 = extractelement <4 x i16> %3, i32 2
  %7 = extractelement <4 x i24> %4, i32 1
  %8 = extractelement <4 x i32> %5, i32 3
  %9 = add i64 %1, %2
  ret i64 %9
}
;> function @same_bits(i64 %0, i32 %1, i32 %2, i64 %3, i32 %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, i32 %10) -> i64 {
;> b0:
;>   %11 = zext i32 %1 to i64
;>   %12 = zext i32 %2 to i64
;>   %13 = shl i64 %12, 32
;>   %14 = or i64 %11, %13
;>   %15 = trunc i64 %3 to i16
;>   %16 = lshr i64 %3, 16
;>   %17 = trunc i64 %16 to i16
;>   %18 = lshr i64 %3, 32
;>   %19 = trunc i64 %18 to i16
;>   %20 = lshr i64 %3, 48
;>   %21 = trunc i64 %20 to i16
;>   %22 = trunc i32 %4 to i8
;>   %23 = lshr i32 %4, 8
;>   %24 = trunc i32 %23 to i8
;>   %25 = lshr i32 %4, 16
;>   %26 = trunc i32 %25 to i8
;>   %27 = lshr i32 %4, 24
;>   %28 = trunc i32 %27 to i8
;>   %29 = trunc i32 %5 to i8
;>   %30 = lshr i32 %5, 8
;>   %31 = trunc i32 %30 to i8
;>   %32 = lshr i32 %5, 16
;>   %33 = trunc i32 %32 to i8
;>   %34 = lshr i32 %5, 24
;>   %35 = trunc i32 %34 to i8
;>   %36 = trunc i32 %6 to i8
;>   %37 = lshr i32 %6, 8
;>   %38 = trunc i32 %37 to i8
;>   %39 = lshr i32 %6, 16
;>   %40 = trunc i32 %39 to i8
;>   %41 = lshr i32 %6, 24
;>   %42 = trunc i32 %41 to i8
;>   %43 = zext i8 %22 to i24
;>   %44 = zext i8 %24 to i24
;>   %45 = shl i24 %44, 8
;>   %46 = or i24 %43, %45
;>   %47 = zext i8 %26 to i24
;>   %48 = shl i24 %47, 16
;>   %49 = or i24 %46, %48
;>   %50 = zext i8 %28 to i24
;>   %51 = zext i8 %29 to i24
;>   %52 = shl i24 %51, 8
;>   %53 = or i24 %50, %52
;>   %54 = zext i8 %31 to i24
;>   %55 = shl i24 %54, 16
;>   %56 = or i24 %53, %55
;>   %57 = zext i8 %33 to i24
;>   %58 = zext i8 %35 to i24
;>   %59 = shl i24 %58, 8
;>   %60 = or i24 %57, %59
;>   %61 = zext i8 %36 to i24
;>   %62 = shl i24 %61, 16
;>   %63 = or i24 %60, %62
;>   %64 = zext i8 %38 to i24
;>   %65 = zext i8 %40 to i24
;>   %66 = shl i24 %65, 8
;>   %67 = or i24 %64, %66
;>   %68 = zext i8 %42 to i24
;>   %69 = shl i24 %68, 16
;>   %70 = or i24 %67, %69
;>   %71 = add i64 %0, %14
;>   return %71
;> }

define i16 @bits_of_a_mask(<16 x i8> %a) {
  %1 = icmp slt <16 x i8> %a, zeroinitializer
  %2 = shufflevector <16 x i1> %1, <16 x i1> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 15>
  %3 = bitcast <4 x i1> %2 to i4
  %4 = zext i4 %3 to i16
  ret i16 %4
}
;> function @bits_of_a_mask(i8 %0, i8 %1, i8 %2, i8 %3, i8 %4, i8 %5, i8 %6, i8 %7, i8 %8, i8 %9, i8 %10, i8 %11, i8 %12, i8 %13, i8 %14, i8 %15) -> i16 {
;> b0:
;>   %16 = slt i8 %0, 0
;>   %17 = slt i8 %1, 0
;>   %18 = slt i8 %2, 0
;>   %19 = slt i8 %3, 0
;>   %20 = slt i8 %4, 0
;>   %21 = slt i8 %5, 0
;>   %22 = slt i8 %6, 0
;>   %23 = slt i8 %7, 0
;>   %24 = slt i8 %8, 0
;>   %25 = slt i8 %9, 0
;>   %26 = slt i8 %10, 0
;>   %27 = slt i8 %11, 0
;>   %28 = slt i8 %12, 0
;>   %29 = slt i8 %13, 0
;>   %30 = slt i8 %14, 0
;>   %31 = slt i8 %15, 0
;>   %32 = zext i1 %16 to i4
;>   %33 = zext i1 %17 to i4
;>   %34 = shl i4 %33, 1
;>   %35 = or i4 %32, %34
;>   %36 = zext i1 %18 to i4
;>   %37 = shl i4 %36, 2
;>   %38 = or i4 %35, %37
;>   %39 = zext i1 %31 to i4
;>   %40 = shl i4 %39, 3
;>   %41 = or i4 %38, %40
;>   %42 = zext i4 %41 to i16
;>   return %42
;> }
