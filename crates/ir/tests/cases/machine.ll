target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
;> global @tls: 4 bytes, align 4, thread-local = "\x03"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.trap()
declare void @llvm.debugtrap()
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare i32 @llvm.objectsize.i32.p0(ptr, i1, i1, i1)
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.returnaddress(i32)
declare i64 @llvm.readcyclecounter()
declare void @llvm.assume(i1)
declare i1 @llvm.expect.i1(i1, i1)
declare i1 @llvm.is.constant.i32(i32)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare i32 @llvm.annotation.i32.p0(i32, ptr, ptr, i32)
declare void @llvm.x86.sse2.pause()
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
@tls = thread_local global i32 3

define void @memory(ptr %p, ptr %q, i64 %n, i32 %m) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i32(ptr %p, ptr %q, i32 %m, i1 true)
  call void @llvm.memcpy.p0.p0.i32(ptr %p, ptr %q, i32 -1, i1 true)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 %n, i1 false)
  ret void
}
;> function @memory(i64 %0, i64 %1, i64 %2, i32 %3) {
;> b0:
;>   copy-memory i64 %0, %1, %2
;>   %4 = zext i32 %3 to i64
;>   copy-memory i64 %0, %1, %4
;>   copy-memory i64 %0, %1, 4294967295
;>   copy-memory i64 %0, %1, 8
;>   move-memory i64 %0, %1, %2
;>   set-memory i64 %0, 7, %2
;>   return
;> }

define void @stack(...) {
  %a = alloca [4 x i32]
  %b = alloca [24 x i8]
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.va_start.p0(ptr %b)
  call void @llvm.va_copy.p0(ptr %a, ptr %b)
  call void @llvm.va_end.p0(ptr %b)
  %1 = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %1)
  call void @llvm.lifetime.end.p0(ptr %a)
  ret void
}
;> function @stack(...) {
;> b0:
;>   %0 = alloca 1 * 16, align 4
;>   %1 = alloca 1 * 24, align 1
;>   lifetime-start i64 %0
;>   va-start i64 %1
;>   va-copy i64 %0, %1
;>   va-end i64 %1
;>   %2 = stack-save i64
;>   stack-restore i64 %2
;>   lifetime-end i64 %0
;>   return
;> }

define i64 @machine(ptr %p) {
  %1 = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  %2 = call i32 @llvm.objectsize.i32.p0(ptr %p, i1 true, i1 true, i1 false)
  %3 = call ptr @llvm.frameaddress.p0(i32 0)
  %4 = call ptr @llvm.returnaddress(i32 1)
  %5 = call i64 @llvm.readcyclecounter()
  call void @llvm.trap()
  call void @llvm.debugtrap()
  %6 = zext i32 %2 to i64
  %7 = add i64 %5, %6
  ret i64 %7
}
;> function @machine(i64 %0) -> i64 {
;> b0:
;>   %1 = object-size i64 %0
;>   %2 = object-size i32 %0
;>   %3 = eq i32 %2, 4294967295
;>   %4 = select i32 %3, 0, %2
;>   %5 = frame-address i64
;>   %6 = frame-address i64
;>   %7 = cycle-counter i64
;>   trap i64
;>   trap i64
;>   %8 = zext i32 %4 to i64
;>   %9 = add i64 %7, %8
;>   return %9
;> }

define i32 @hints(i1 %c, i32 %a, ptr %p) {
  call void @llvm.assume(i1 %c)
  call void @llvm.assume(i1 true) ["align"(ptr %p, i64 8)]
  %1 = call i1 @llvm.expect.i1(i1 %c, i1 true)
  %2 = call i1 @llvm.is.constant.i32(i32 %a)
  %3 = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %4 = call ptr @llvm.threadlocal.address.p0(ptr @tls)
  %5 = load i32, ptr %4
  %6 = load i32, ptr %3
  %7 = select i1 %1, i32 %5, i32 %6
  %8 = select i1 %2, i32 %7, i32 1
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 0, i32 1)
  %9 = call i32 @llvm.annotation.i32.p0(i32 %8, ptr %p, ptr %p, i32 1)
  call void @llvm.x86.sse2.pause()
  ret i32 %9
}
;> function @hints(i1 %0, i32 %1, i64 %2) -> i32 {
;> b0:
;>   assume i1 %0
;>   %3 = load i32 @tls, align 4
;>   %4 = load i32 %2, align 4
;>   %5 = select i32 %0, %3, %4
;>   %6 = select i32 0, %5, 1
;>   return %6
;> }

define void @unknown() {
  %1 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  ret void
}
;> function @unknown() {
;> b0:
;>   unsupported `llvm.coro.id`
;>   return
;> }

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
