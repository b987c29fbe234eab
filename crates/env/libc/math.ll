; `math.h`, as far as the machine computes it itself, also on symbolic numbers. The functions that are not
; here are written on demand (`src/mathematics.rs`): the host computes them.

declare ptr @__errno_location()
declare double @llvm.ceil.f64(double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.nearbyint.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.round.f64(double)
declare double @llvm.roundeven.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.trunc.f64(double)
declare float @llvm.ceil.f32(float)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.fabs.f32(float)
declare float @llvm.floor.f32(float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.nearbyint.f32(float)
declare float @llvm.rint.f32(float)
declare float @llvm.round.f32(float)
declare float @llvm.roundeven.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.trunc.f32(float)

; Sets `errno` if an argument is outside of the domain, without a branch.
define internal void @pikse_model_domain(i1 %is_wrong) {
  %place = call ptr @__errno_location()
  %old = load i32, ptr %place, align 4
  %new = select i1 %is_wrong, i32 33, i32 %old
  store i32 %new, ptr %place, align 4
  ret void
}

define double @pikse_libc_sqrt(double %a) {
  %is_wrong = fcmp olt double %a, 0.0
  call void @pikse_model_domain(i1 %is_wrong)
  %result = call double @llvm.sqrt.f64(double %a)
  ret double %result
}

define double @pikse_libc_floor(double %a) {
  %result = call double @llvm.floor.f64(double %a)
  ret double %result
}

define double @pikse_libc_ceil(double %a) {
  %result = call double @llvm.ceil.f64(double %a)
  ret double %result
}

define double @pikse_libc_trunc(double %a) {
  %result = call double @llvm.trunc.f64(double %a)
  ret double %result
}

define double @pikse_libc_rint(double %a) {
  %result = call double @llvm.rint.f64(double %a)
  ret double %result
}

define double @pikse_libc_nearbyint(double %a) {
  %result = call double @llvm.nearbyint.f64(double %a)
  ret double %result
}

define double @pikse_libc_round(double %a) {
  %result = call double @llvm.round.f64(double %a)
  ret double %result
}

define double @pikse_libc_roundeven(double %a) {
  %result = call double @llvm.roundeven.f64(double %a)
  ret double %result
}

define double @pikse_libc_fabs(double %a) {
  %result = call double @llvm.fabs.f64(double %a)
  ret double %result
}

; Of two zeros, the second is the result, as glibc has it.
define double @pikse_libc_fmin(double %a, double %b) {
  %decides = fcmp olt double %a, %b
  %is_alone = fcmp uno double %b, %b
  %first = or i1 %decides, %is_alone
  %result = select i1 %first, double %a, double %b
  ret double %result
}

define double @pikse_libc_fmax(double %a, double %b) {
  %decides = fcmp ogt double %a, %b
  %is_alone = fcmp uno double %b, %b
  %first = or i1 %decides, %is_alone
  %result = select i1 %first, double %a, double %b
  ret double %result
}

define double @pikse_libc_copysign(double %a, double %b) {
  %result = call double @llvm.copysign.f64(double %a, double %b)
  ret double %result
}

define double @pikse_libc_fma(double %a, double %b, double %c) {
  %result = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %result
}

; A number that is too large, or none, becomes the least, as the processor has it.
define internal i64 @pikse_model_whole(double %a) {
  %is_high = fcmp oge double %a, 0x43E0000000000000
  %is_low = fcmp olt double %a, 0xC3E0000000000000
  %is_outside = or i1 %is_high, %is_low
  %is_nan = fcmp uno double %a, 0.0
  %is_none = or i1 %is_outside, %is_nan
  %inside = select i1 %is_none, double 0.0, double %a
  %whole = fptosi double %inside to i64
  %result = select i1 %is_none, i64 -9223372036854775808, i64 %whole
  ret i64 %result
}

define i64 @pikse_libc_lround(double %a) {
  %rounded = call double @llvm.round.f64(double %a)
  %result = call i64 @pikse_model_whole(double %rounded)
  ret i64 %result
}

define i64 @pikse_libc_llround(double %a) {
  %rounded = call double @llvm.round.f64(double %a)
  %result = call i64 @pikse_model_whole(double %rounded)
  ret i64 %result
}

define i64 @pikse_libc_lrint(double %a) {
  %rounded = call double @llvm.rint.f64(double %a)
  %result = call i64 @pikse_model_whole(double %rounded)
  ret i64 %result
}

define i64 @pikse_libc_llrint(double %a) {
  %rounded = call double @llvm.rint.f64(double %a)
  %result = call i64 @pikse_model_whole(double %rounded)
  ret i64 %result
}

define float @pikse_libc_sqrtf(float %a) {
  %is_wrong = fcmp olt float %a, 0.0
  call void @pikse_model_domain(i1 %is_wrong)
  %result = call float @llvm.sqrt.f32(float %a)
  ret float %result
}

define float @pikse_libc_floorf(float %a) {
  %result = call float @llvm.floor.f32(float %a)
  ret float %result
}

define float @pikse_libc_ceilf(float %a) {
  %result = call float @llvm.ceil.f32(float %a)
  ret float %result
}

define float @pikse_libc_truncf(float %a) {
  %result = call float @llvm.trunc.f32(float %a)
  ret float %result
}

define float @pikse_libc_rintf(float %a) {
  %result = call float @llvm.rint.f32(float %a)
  ret float %result
}

define float @pikse_libc_nearbyintf(float %a) {
  %result = call float @llvm.nearbyint.f32(float %a)
  ret float %result
}

define float @pikse_libc_roundf(float %a) {
  %result = call float @llvm.round.f32(float %a)
  ret float %result
}

define float @pikse_libc_roundevenf(float %a) {
  %result = call float @llvm.roundeven.f32(float %a)
  ret float %result
}

define float @pikse_libc_fabsf(float %a) {
  %result = call float @llvm.fabs.f32(float %a)
  ret float %result
}

define float @pikse_libc_fminf(float %a, float %b) {
  %decides = fcmp olt float %a, %b
  %is_alone = fcmp uno float %b, %b
  %first = or i1 %decides, %is_alone
  %result = select i1 %first, float %a, float %b
  ret float %result
}

define float @pikse_libc_fmaxf(float %a, float %b) {
  %decides = fcmp ogt float %a, %b
  %is_alone = fcmp uno float %b, %b
  %first = or i1 %decides, %is_alone
  %result = select i1 %first, float %a, float %b
  ret float %result
}

define float @pikse_libc_copysignf(float %a, float %b) {
  %result = call float @llvm.copysign.f32(float %a, float %b)
  ret float %result
}

define float @pikse_libc_fmaf(float %a, float %b, float %c) {
  %result = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %result
}

define i64 @pikse_libc_lroundf(float %a) {
  %rounded = call float @llvm.round.f32(float %a)
  %wide = fpext float %rounded to double
  %result = call i64 @pikse_model_whole(double %wide)
  ret i64 %result
}

define i64 @pikse_libc_llroundf(float %a) {
  %rounded = call float @llvm.round.f32(float %a)
  %wide = fpext float %rounded to double
  %result = call i64 @pikse_model_whole(double %wide)
  ret i64 %result
}

define i64 @pikse_libc_lrintf(float %a) {
  %rounded = call float @llvm.rint.f32(float %a)
  %wide = fpext float %rounded to double
  %result = call i64 @pikse_model_whole(double %wide)
  ret i64 %result
}

define i64 @pikse_libc_llrintf(float %a) {
  %rounded = call float @llvm.rint.f32(float %a)
  %wide = fpext float %rounded to double
  %result = call i64 @pikse_model_whole(double %wide)
  ret i64 %result
}

; `long double` is a type that Rust does not have.

declare void @pikse_model_strtold(ptr, ptr, ptr)

define x86_fp80 @pikse_libc_strtold(ptr %text, ptr %end) {
  %place = alloca x86_fp80, align 16
  call void @pikse_model_strtold(ptr %text, ptr %end, ptr %place)
  %result = load x86_fp80, ptr %place, align 16
  ret x86_fp80 %result
}

define x86_fp80 @pikse_libc_strtold_l(ptr %text, ptr %end, ptr %locale) {
  %result = call x86_fp80 @pikse_libc_strtold(ptr %text, ptr %end)
  ret x86_fp80 %result
}

define x86_fp80 @pikse_libc_fabsl(x86_fp80 %a) {
  %result = call x86_fp80 @llvm.fabs.f80(x86_fp80 %a)
  ret x86_fp80 %result
}

define x86_fp80 @pikse_libc_copysignl(x86_fp80 %a, x86_fp80 %b) {
  %result = call x86_fp80 @llvm.copysign.f80(x86_fp80 %a, x86_fp80 %b)
  ret x86_fp80 %result
}

declare x86_fp80 @llvm.fabs.f80(x86_fp80)
declare x86_fp80 @llvm.copysign.f80(x86_fp80, x86_fp80)

declare void @pikse_model_wcstold(ptr, ptr, ptr)

define x86_fp80 @pikse_libc_wcstold(ptr %text, ptr %end) {
  %place = alloca x86_fp80, align 16
  call void @pikse_model_wcstold(ptr %text, ptr %end, ptr %place)
  %result = load x86_fp80, ptr %place, align 16
  ret x86_fp80 %result
}

define x86_fp80 @pikse_libc_nanl(ptr %text) {
  ret x86_fp80 0xK7FFFC000000000000000
}
