target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
;> constant @targets: 16 bytes, align 8 = "\x01\x00\x00\x00\x00\x00\x00\x00\x02"

; A loop; the moves of the edge back are at the end of its block.
define i32 @sum(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop2 ]
  %s = phi i32 [ 0, %entry ], [ %more, %loop2 ]
  %done = icmp eq i32 %i, %n
  br i1 %done, label %end, label %loop2
loop2:
  %next = add i32 %i, 1
  %more = add i32 %s, %i
  br label %loop
end:
  ret i32 %s
}
;> function @sum(i32 %0) -> i32 {
;> b0:
;>   %1 = 0
;>   %2 = 0
;>   jump b1
;> b1:
;>   %3 = eq i32 %1, %0
;>   branch %3, b2, b3
;> b2:
;>   return %2
;> b3:
;>   %4 = add i32 %1, 1
;>   %5 = add i32 %2, %1
;>   %1 = %4
;>   %2 = %5
;>   jump b1
;> }

; What a loop exchanges needs one register more.
define i32 @exchange(i32 %a, i32 %b, i1 %c) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %a, %entry ], [ %y, %loop ]
  %y = phi i32 [ %b, %entry ], [ %x, %loop ]
  br i1 %c, label %loop, label %end
end:
  ret i32 %x
}
;> function @exchange(i32 %0, i32 %1, i1 %2) -> i32 {
;> b0:
;>   %3 = %0
;>   %4 = %1
;>   jump b1
;> b1:
;>   branch %2, b3, b2
;> b2:
;>   return %3
;> b3: (edge)
;>   %5 = %3
;>   %3 = %4
;>   %4 = %5
;>   jump b1
;> }

; An edge from a block with two ways to a block with two ways to it has a block.
define i32 @edges(i1 %c, i32 %a) {
entry:
  br i1 %c, label %then, label %end
then:
  %1 = add i32 %a, 1
  br label %end
end:
  %r = phi i32 [ %a, %entry ], [ %1, %then ]
  ret i32 %r
}
;> function @edges(i1 %0, i32 %1) -> i32 {
;> b0:
;>   branch %0, b1, b3
;> b1:
;>   %3 = add i32 %1, 1
;>   %2 = %3
;>   jump b2
;> b2:
;>   return %2
;> b3: (edge)
;>   %2 = %1
;>   jump b2
;> }

; Both ways of a branch, and several cases, may lead to one block.
define i32 @same_target(i1 %c, i8 %x) {
entry:
  br i1 %c, label %middle, label %middle
middle:
  %m = phi i32 [ 1, %entry ], [ 1, %entry ]
  switch i8 %x, label %end [
    i8 -1, label %end
    i8 3, label %other
    i8 0, label %end
    i8 2, label %other
  ]
other:
  br label %end
end:
  %r = phi i32 [ %m, %middle ], [ %m, %middle ], [ %m, %middle ], [ 9, %other ]
  ret i32 %r
}
;> function @same_target(i1 %0, i8 %1) -> i32 {
;> b0:
;>   branch %0, b4, b4
;> b1:
;>   switch i8 %1, 0: b5, 2: b2, 3: b2, 255: b5, else b5
;> b2:
;>   %3 = 9
;>   jump b3
;> b3:
;>   return %3
;> b4: (edge)
;>   %2 = 1
;>   jump b1
;> b5: (edge)
;>   %3 = %2
;>   jump b3
;> }

define void @wide_switch(i128 %x) {
  switch i128 %x, label %end [ i128 -1, label %end
                               i128 18446744073709551616, label %end ]
end:
  ret void
}
;> function @wide_switch(i128 %0) {
;> b0:
;>   switch i128 %0, 18446744073709551616: b1, 340282366920938463463374607431768211455: b1, else b1
;> b1:
;>   return
;> }

define i8 @dead_code(i8 %a) {
  ret i8 %a
nobody:
  %x = add i8 %x, 1
  br label %nobody
}
;> function @dead_code(i8 %0) -> i8 {
;> b0:
;>   return %0
;> }

define { i8, ptr } @phi_of_a_struct(i1 %c, { i8, ptr } %a) {
entry:
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi { i8, ptr } [ %a, %entry ], [ { i8 1, ptr null }, %yes ]
  ret { i8, ptr } %r
}
;> function @phi_of_a_struct(i1 %0, i8 %1, i64 %2) -> i8, i64 {
;> b0:
;>   branch %0, b1, b3
;> b1:
;>   %3 = 1
;>   %4 = 0
;>   jump b2
;> b2:
;>   return %3, %4
;> b3: (edge)
;>   %3 = %1
;>   %4 = %2
;>   jump b2
;> }

; What another name is for a phi is read before the phi changes.
define i64 @other_name(ptr %p, i1 %c) {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ null, %loop ]
  %last = phi i64 [ 0, %entry ], [ %number, %loop ]
  %number = ptrtoint ptr %q to i64
  br i1 %c, label %loop, label %end
end:
  ret i64 %last
}
;> function @other_name(i64 %0, i1 %1) -> i64 {
;> b0:
;>   %2 = %0
;>   %3 = 0
;>   jump b1
;> b1:
;>   branch %1, b3, b2
;> b2:
;>   return %3
;> b3: (edge)
;>   %3 = %2
;>   %2 = 0
;>   jump b1
;> }

@targets = constant [2 x ptr] [ptr blockaddress(@computed, %one), ptr blockaddress(@computed, %two)]

define i32 @computed(i64 %i) {
  %1 = getelementptr [2 x ptr], ptr @targets, i64 0, i64 %i
  %2 = load ptr, ptr %1
  indirectbr ptr %2, [label %one, label %two, label %one]
one:
  %r = phi i32 [ 1, %0 ], [ 1, %0 ]
  ret i32 %r
two:
  ret i32 2
}
;> function @computed(i64 %0) -> i32 {
;> b0:
;>   %2 = index @targets, i64 %0 * 8
;>   %3 = load i64 %2, align 8
;>   switch i64 %3, 1: b3, 2: b1, else b4
;> b1:
;>   return 2
;> b2:
;>   return %1
;> b3: (edge)
;>   %1 = 1
;>   jump b2
;> b4:
;>   bad-jump i64
;>   unreachable
;> }

define void @never() {
  unreachable
}
;> function @never() {
;> b0:
;>   unreachable
;> }
