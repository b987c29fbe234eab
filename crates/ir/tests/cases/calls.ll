target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
;> alias @other = @nothing2
;> external @plain(i32 %0, i64 %1) -> i32
;> external @nothing()
;> external @two() -> i64, i8
;> external @printf(i64 %0, ...) -> i32
;> external @unknown(...)
;> external @gives(i64 %0, i64 %1)

%big = type { i64, [5 x i32] }

declare i32 @plain(i32, ptr)
declare void @nothing()
declare { i64, i8 } @two()
declare i32 @printf(ptr, ...)
declare void @unknown(...)

define i8 @calls(i32 %a, ptr %p) {
  %1 = call i32 @plain(i32 %a, ptr %p)
  call void @nothing()
  %2 = tail call { i64, i8 } @two()
  %3 = extractvalue { i64, i8 } %2, 1
  %4 = call i32 %p(i32 %1)
  %5 = call { i64, i8 } %p({ i8, i16 } { i8 1, i16 2 })
  ret i8 %3
}
;> function @calls(i32 %0, i64 %1) -> i8 {
;> b0:
;>   %2:i32 = call @plain(i32 %0, i64 %1)
;>   call @nothing()
;>   %3:i64, %4:i8 = call @two()
;>   %5:i32 = call *%1(i32 %2)
;>   %6:i64, %7:i8 = call *%1(i8 1, i16 2)
;>   return %4
;> }

define i32 @as_another_type(ptr %p) {
  %1 = call i32 @plain(i32 1)
  %2 = call i64 @plain(i32 1, ptr %p)
  %3 = call i32 @nothing()
  call void @unknown(i32 1)
  call void @nothing(i32 1)
  ret i32 %1
}
;> function @as_another_type(i64 %0) -> i32 {
;> b0:
;>   %1:i32 = call *@plain(i32 1)
;>   %2:i64 = call *@plain(i32 1, i64 %0)
;>   %3:i32 = call *@nothing()
;>   call *@unknown(i32 1)
;>   call *@nothing(i32 1)
;>   return %1
;> }

define i32 @any_number(ptr %f, <2 x float> %v, double %d, i128 %i, x86_fp80 %l) {
  %1 = call i32 (ptr, ...) @printf(ptr %f)
  %2 = call i32 (ptr, ...) @printf(ptr %f, i32 1, double %d, <2 x float> %v, i128 %i)
  %3 = call i32 (ptr, ...) @printf(ptr %f, x86_fp80 %l, ptr byval(%big) align 8 %f, i8 1)
  %4 = call i32 (ptr, ...) %f(ptr %f, i8 1)
  ret i32 %4
}
;> function @any_number(i64 %0, i32 %1, i32 %2, i64 %3, i128 %4, i80 %5) -> i32 {
;> b0:
;>   %6:i32 = call @printf(i64 %0)
;>   %7 = zext i32 %1 to i64
;>   %8 = zext i32 %2 to i64
;>   %9 = shl i64 %8, 32
;>   %10 = or i64 %7, %9
;>   %11:i32 = call @printf(i64 %0, i32 1, i64 %3, i64 %10, i128 %4)
;>   %12:i32 = call @printf(i64 %0, i80 %5, i64 %0 copy 32, i8 1)
;>   %13:i32 = call *%0(i64 %0, i8 1)
;>   return %13
;> }

define void @copies(ptr %p) {
  call void @takes(i32 1, ptr byval(%big) align 8 %p, i32 2)
  call void @gives(ptr sret(%big) %p, ptr byval([3 x i8]) %p)
  ret void
}
;> function @copies(i64 %0) {
;> b0:
;>   call @takes(i32 1, i64 %0 copy 32, i32 2)
;>   call @gives(i64 %0, i64 %0 copy 3)
;>   return
;> }

define void @takes(i32 %a, ptr byval(%big) align 8 %b, i32 %c) {
  ret void
}
;> function @takes(i32 %0, i64 %1, i32 %2) {
;> b0:
;>   return
;> }

declare void @gives(ptr sret(%big), ptr byval([3 x i8]))

define { i32, <2 x i8> } @returns() {
  ret { i32, <2 x i8> } { i32 1, <2 x i8> <i8 2, i8 3> }
}
;> function @returns() -> i32, i8, i8 {
;> b0:
;>   return 1, 2, 3
;> }

@other = alias void (), ptr @nothing2
@chosen = ifunc i32 (i32), ptr @choose

define void @nothing2() {
  ret void
}
;> function @nothing2() {
;> b0:
;>   return
;> }

define ptr @choose() {
  ret ptr null
}
;> function @choose() -> i64 {
;> b0:
;>   return 0
;> }

define i32 @by_other_names() {
  call void @other()
  %1 = call i32 @chosen(i32 1)
  ret i32 %1
}
;> function @by_other_names() -> i32 {
;> b0:
;>   call @nothing2()
;>   %0:i32 = call @chosen(i32 1)
;>   return %0
;> }
;> function @chosen(i32 %0) -> i32 {
;> b0:
;>   unsupported the `ifunc` `chosen`
;>   unreachable
;> }
