target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @integers(i32 %a, i32 %b) {
  %1 = add i32 %a, %b
  %2 = add nsw i32 %1, 1
  %3 = add nuw nsw i32 %2, -1
  %4 = sub nuw i32 %3, %b
  %5 = mul nsw i32 %4, %a
  %6 = udiv exact i32 %5, 3
  %7 = sdiv i32 %6, %b
  %8 = urem i32 %7, %b
  %9 = srem i32 %8, %b
  %10 = and i32 %9, %a
  %11 = or disjoint i32 %10, %a
  %12 = xor i32 %11, -1
  %13 = shl nuw i32 %12, 3
  %14 = lshr exact i32 %13, 1
  %15 = ashr i32 %14, %b
  ret i32 %15
}
;> function @integers(i32 %0, i32 %1) -> i32 {
;> b0:
;>   %2 = add i32 %0, %1
;>   %3 = add.nsw i32 %2, 1
;>   %4 = add.nsw.nuw i32 %3, 4294967295
;>   %5 = sub.nuw i32 %4, %1
;>   %6 = mul.nsw i32 %5, %0
;>   %7 = udiv.exact i32 %6, 3
;>   %8 = sdiv i32 %7, %1
;>   %9 = urem i32 %8, %1
;>   %10 = srem i32 %9, %1
;>   %11 = and i32 %10, %0
;>   %12 = or i32 %11, %0
;>   %13 = xor i32 %12, 4294967295
;>   %14 = shl.nuw i32 %13, 3
;>   %15 = lshr.exact i32 %14, 1
;>   %16 = ashr i32 %15, %1
;>   return %16
;> }

define i128 @widths(i1 %a, i7 %b, i128 %c) {
  %1 = xor i1 %a, true
  %2 = mul i7 %b, -3
  %3 = add i128 %c, -170141183460469231731687303715884105728
  %4 = sub i128 %3, 340282366920938463463374607431768211455
  %5 = udiv i128 %4, 18446744073709551616
  ret i128 %5
}
;> function @widths(i1 %0, i7 %1, i128 %2) -> i128 {
;> b0:
;>   %3 = xor i1 %0, 1
;>   %4 = mul i7 %1, 125
;>   %5 = add i128 %2, 170141183460469231731687303715884105728
;>   %6 = sub i128 %5, 340282366920938463463374607431768211455
;>   %7 = udiv i128 %6, 18446744073709551616
;>   return %7
;> }

define double @floats(double %a, double %b, float %c) {
  %1 = fadd double %a, %b
  %2 = fsub fast double %1, 1.5
  %3 = fmul double %2, %a
  %4 = fdiv double %3, %b
  %5 = frem double %4, %a
  %6 = fneg double %5
  %7 = fmul float %c, 0x7FF8000000000000
  %8 = fpext float %7 to double
  %9 = fadd double %6, %8
  ret double %9
}
;> function @floats(i64 %0, i64 %1, i32 %2) -> i64 {
;> b0:
;>   %3 = float-add f64 %0, %1
;>   %4 = float-sub f64 %3, 4609434218613702656
;>   %5 = float-mul f64 %4, %0
;>   %6 = float-div f64 %5, %1
;>   %7 = float-rem f64 %6, %0
;>   %8 = float-neg f64 %7
;>   %9 = float-mul f32 %2, 2143289344
;>   %10 = float-extend 32 %9 to 64
;>   %11 = float-add f64 %8, %10
;>   return %11
;> }

define i1 @comparisons(i8 %a, i8 %b, ptr %p, ptr %q) {
  %1 = icmp eq i8 %a, %b
  %2 = icmp ne i8 %a, %b
  %3 = icmp ugt i8 %a, %b
  %4 = icmp uge i8 %a, %b
  %5 = icmp ult i8 %a, %b
  %6 = icmp ule i8 %a, %b
  %7 = icmp sgt i8 %a, %b
  %8 = icmp sge i8 %a, -1
  %9 = icmp slt i8 %a, %b
  %10 = icmp sle i8 %a, %b
  %11 = icmp eq ptr %p, null
  %12 = icmp ult ptr %p, %q
  ret i1 %12
}
;> function @comparisons(i8 %0, i8 %1, i64 %2, i64 %3) -> i1 {
;> b0:
;>   %4 = eq i8 %0, %1
;>   %5 = ne i8 %0, %1
;>   %6 = ult i8 %1, %0
;>   %7 = ule i8 %1, %0
;>   %8 = ult i8 %0, %1
;>   %9 = ule i8 %0, %1
;>   %10 = slt i8 %1, %0
;>   %11 = sle i8 255, %0
;>   %12 = slt i8 %0, %1
;>   %13 = sle i8 %0, %1
;>   %14 = eq i64 %2, 0
;>   %15 = ult i64 %2, %3
;>   return %15
;> }

define i1 @float_comparisons(float %a, double %b) {
  %1 = fcmp false float %a, 1.0
  %2 = fcmp oeq float %a, 1.0
  %3 = fcmp ogt double %b, 1.0
  %4 = fcmp oge double %b, 1.0
  %5 = fcmp olt double %b, 1.0
  %6 = fcmp ole double %b, 1.0
  %7 = fcmp one double %b, 1.0
  %8 = fcmp ord double %b, 1.0
  %9 = fcmp uno double %b, %b
  %10 = fcmp ueq double %b, 1.0
  %11 = fcmp ugt double %b, 1.0
  %12 = fcmp uge double %b, 1.0
  %13 = fcmp ult double %b, 1.0
  %14 = fcmp ule double %b, 1.0
  %15 = fcmp une double %b, 1.0
  %16 = fcmp true double %b, 1.0
  ret i1 %16
}
;> function @float_comparisons(i32 %0, i64 %1) -> i1 {
;> b0:
;>   %2 = float-compare. f32 %0, 1065353216
;>   %3 = float-compare.e f32 %0, 1065353216
;>   %4 = float-compare.g f64 %1, 4607182418800017408
;>   %5 = float-compare.eg f64 %1, 4607182418800017408
;>   %6 = float-compare.l f64 %1, 4607182418800017408
;>   %7 = float-compare.le f64 %1, 4607182418800017408
;>   %8 = float-compare.lg f64 %1, 4607182418800017408
;>   %9 = float-compare.leg f64 %1, 4607182418800017408
;>   %10 = float-compare.u f64 %1, %1
;>   %11 = float-compare.eu f64 %1, 4607182418800017408
;>   %12 = float-compare.gu f64 %1, 4607182418800017408
;>   %13 = float-compare.egu f64 %1, 4607182418800017408
;>   %14 = float-compare.lu f64 %1, 4607182418800017408
;>   %15 = float-compare.leu f64 %1, 4607182418800017408
;>   %16 = float-compare.lgu f64 %1, 4607182418800017408
;>   %17 = float-compare.legu f64 %1, 4607182418800017408
;>   return %17
;> }

define { i32, ptr } @choices(i1 %c, i32 %a, ptr %p, { i32, ptr } %s) {
  %1 = select i1 %c, i32 %a, i32 7
  %2 = select i1 %c, ptr %p, ptr null
  %3 = insertvalue { i32, ptr } undef, i32 %1, 0
  %4 = insertvalue { i32, ptr } %3, ptr %2, 1
  %5 = select i1 %c, { i32, ptr } %4, { i32, ptr } %s
  %6 = freeze { i32, ptr } %5
  ret { i32, ptr } %6
}
;> function @choices(i1 %0, i32 %1, i64 %2, i32 %3, i64 %4) -> i32, i64 {
;> b0:
;>   %5 = select i32 %0, %1, 7
;>   %6 = select i64 %0, %2, 0
;>   %7 = select i32 %0, %5, %3
;>   %8 = select i64 %0, %6, %4
;>   %9 = freeze i32 %7
;>   %10 = freeze i64 %8
;>   return %9, %10
;> }
