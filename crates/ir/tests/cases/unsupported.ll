target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @nothing(i32 %a, ptr %p) {
  call void asm sideeffect "", "~{memory}"()
  call void asm sideeffect "", "r,~{memory}"(ptr %p)
  %1 = call i32 asm sideeffect "", "=r,0,~{dirflag}"(i32 %a)
  %2 = call { i32, ptr } asm "# only a comment", "=r,=r,1,0"(ptr %p, i32 %1)
  %3 = extractvalue { i32, ptr } %2, 0
  %4 = call i32 asm "", "=r"()
  call void asm "", "=*m,*m"(ptr elementtype(i32) %p, ptr elementtype(i32) %p)
  %5 = add i32 %3, %4
  ret i32 %5
}
;> function @nothing(i32 %0, i64 %1) -> i32 {
;> b0:
;>   %2 = add i32 %0, undefined
;>   return %2
;> }

define i32 @something(i32 %a) {
  %1 = call i32 asm "lahf\0A\09nop", "=r,0"(i32 %a)
  ret i32 %1
}
;> function @something(i32 %0) -> i32 {
;> b0:
;>   unsupported inline assembly `lahf nop`
;>   return undefined
;> }

define i32 @processor() {
  %1 = call { i32, i32, i32, i32 } asm "cpuid", "={ax},={bx},={cx},={dx},0,2"(i32 0, i32 0)
  %2 = extractvalue { i32, i32, i32, i32 } %1, 0
  ret i32 %2
}
;> function @processor() -> i32 {
;> b0:
;>   return 0
;> }

define half @floats(half %a, bfloat %b, fp128 %c, i1 %d, ptr %p) {
entry:
  br i1 %d, label %odd, label %even
odd:
  %1 = fadd bfloat %b, %b
  %2 = fadd fp128 %c, %c
  %3 = fpext bfloat %b to fp128
  %4 = fcmp olt bfloat %b, %b
  %5 = fptosi bfloat %b to i32
  %6 = sitofp i32 %5 to bfloat
  br label %even
even:
  %7 = phi fp128 [ %c, %entry ], [ %3, %odd ]
  store fp128 %7, ptr %p
  %8 = select i1 %d, half %a, half 0xH3C00
  ret half %8
}
;> function @floats(i16 %0, i16 %1, i128 %2, i1 %3, i64 %4) -> i16 {
;> b0:
;>   branch %3, b1, b3
;> b1:
;>   unsupported `fadd` of bfloat
;>   unsupported `fadd` of fp128
;>   unsupported `fpext` from bfloat
;>   unsupported `fcmp` of bfloat
;>   unsupported `fptosi` from bfloat
;>   unsupported `sitofp` to bfloat
;>   %5 = undefined
;>   jump b2
;> b2:
;>   store i128 %5, %4, align 16
;>   %6 = select i16 %3, %0, 15360
;>   return %6
;> b3: (edge)
;>   %5 = %2
;>   jump b2
;> }

define i200 @too_wide(i200 %a, i200 %b, double %d) {
  %1 = call i200 @llvm.umin.i200(i200 %a, i200 %b)
  %2 = bitcast i200 %a to <25 x i8>
  switch i200 %a, label %end [ i200 1, label %end ]
end:
  ret i200 %1
}
;> function @too_wide(i64 %0, i64 %1, i64 %2, i8 %3, i64 %4, i64 %5, i64 %6, i8 %7, i64 %8) -> i64, i64, i64, i8 {
;> b0:
;>   unsupported `llvm.umin.i200`
;>   unsupported `bitcast` to <25 x i8>
;>   unsupported a value of type `i200`
;>   unreachable
;> b1:
;>   return undefined, undefined, undefined, undefined
;> }

declare i200 @llvm.umin.i200(i200, i200)

define i32 @list(ptr %p) {
  %1 = va_arg ptr %p, i32
  ret i32 %1
}
;> function @list(i64 %0) -> i32 {
;> b0:
;>   unsupported `va_arg`
;>   return undefined
;> }

define void @jumping_assembly() {
  callbr void asm "jmp $0", "!i"() to label %fine [label %away]
fine:
  ret void
away:
  ret void
}
;> function @jumping_assembly() {
;> b0:
;>   unsupported `callbr`
;>   unreachable
;> b1:
;>   return
;> b2:
;>   return
;> }

define <vscale x 2 x i32> @any_length(<vscale x 2 x i32> %a) {
  ret <vscale x 2 x i32> %a
}
;> function @any_length() {
;> b0:
;>   unsupported a value of type `<vscale x 2 x i32>`
;>   unreachable
;> }

define i8 @too_many([5000 x i8] %a) {
  %1 = extractvalue [5000 x i8] %a, 1
  ret i8 %1
}
;> function @too_many() {
;> b0:
;>   unsupported a value of more than 4096 scalars
;>   unreachable
;> }
