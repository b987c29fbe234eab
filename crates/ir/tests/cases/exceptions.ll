target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
;> constant @type_a: 8 bytes, align 8, external
;> constant @type_b: 8 bytes, align 8, external
;> external @may_throw(i32 %0) -> i32
;> external @__gxx_personality_v0(...) -> i32

@type_a = external constant ptr
@type_b = external constant ptr

declare i32 @may_throw(i32)
declare i32 @__gxx_personality_v0(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare void @llvm.donothing()

define i32 @catches(i32 %a) personality ptr @__gxx_personality_v0 {
entry:
  %1 = invoke i32 @may_throw(i32 %a) to label %fine unwind label %pad
fine:
  %r = phi i32 [ %1, %entry ], [ 7, %handler ]
  ret i32 %r
pad:
  %2 = landingpad { ptr, i32 } cleanup catch ptr @type_a catch ptr null
                  filter [2 x ptr] [ptr @type_a, ptr @type_b]
                  filter [0 x ptr] zeroinitializer
  %3 = extractvalue { ptr, i32 } %2, 1
  %4 = call i32 @llvm.eh.typeid.for.p0(ptr @type_a)
  %5 = icmp eq i32 %3, %4
  br i1 %5, label %handler, label %on
handler:
  br label %fine
on:
  resume { ptr, i32 } %2
}
;> function @catches(i32 %0) -> i32 {
;> b0:
;>   %2:i32 = call @may_throw(i32 %0) unwind b1
;>   %1 = %2
;>   jump b3
;> b1:
;>   %3, %4 = landing-pad catch @type_a catch 0 filter [@type_a, @type_b] filter [] cleanup
;>   %5 = type-id-for i64 @type_a
;>   %6 = eq i32 %4, %5
;>   branch %6, b2, b4
;> b2:
;>   %1 = 7
;>   jump b3
;> b3:
;>   return %1
;> b4:
;>   resume %3, %4
;> }

; Values that depend on which call has thrown are moved on the way to the pad.
define i32 @two_throw(ptr %p) personality ptr @__gxx_personality_v0 {
entry:
  %1 = invoke i32 @may_throw(i32 1) to label %next unwind label %pad
next:
  %2 = invoke i32 %p(i32 2) to label %end unwind label %pad
end:
  ret i32 %2
pad:
  %which = phi i32 [ -1, %entry ], [ %1, %next ]
  %3 = landingpad { ptr, i32 } catch ptr null
  ret i32 %which
}
;> function @two_throw(i64 %0) -> i32 {
;> b0:
;>   %2:i32 = call @may_throw(i32 1) unwind b4
;>   jump b1
;> b1:
;>   %3:i32 = call *%0(i32 2) unwind b5
;>   jump b2
;> b2:
;>   return %3
;> b3:
;>   %4, %5 = landing-pad catch 0
;>   return %1
;> b4: (edge)
;>   %1 = 4294967295
;>   jump b3
;> b5: (edge)
;>   %1 = %2
;>   jump b3
;> }

define void @nothing_throws() personality ptr @__gxx_personality_v0 {
  invoke void @llvm.donothing() to label %end unwind label %pad
end:
  ret void
pad:
  %1 = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %1
}
;> function @nothing_throws() {
;> b0:
;>   jump b1
;> b1:
;>   return
;> b2:
;>   %0, %1 = landing-pad cleanup
;>   resume %0, %1
;> }

define void @odd_pad() personality ptr @__gxx_personality_v0 {
  %1 = invoke i32 @may_throw(i32 1) to label %end unwind label %pad
end:
  ret void
pad:
  %2 = landingpad i64 cleanup
  resume i64 %2
}
;> function @odd_pad() {
;> b0:
;>   %0:i32 = call @may_throw(i32 1) unwind b2
;>   jump b1
;> b1:
;>   return
;> b2:
;>   unsupported `landingpad` of i64
;>   unsupported `resume` of i64
;>   unreachable
;> }
