target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
;> global @number: 4 bytes, align 4 = "\x02\x01"
;> global @wide: 16 bytes, align 16 = "\xfe\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
;> global @odd: 2 bytes, align 2 = "\xff\x01"
;> constant @float: 4 bytes, align 4 = "\x00\x00\x00\xc0"
;> global @long: 16 bytes, align 16 = "\x00\x00\x00\x00\x00\x00\x00\x80\xff?"
;> constant @text: 6 bytes, align 1 = "a\"b\n\x00z"
;> global @numbers: 6 bytes, align 2 = "\x01\x00\xff\xff\x03"
;> global @pairs: 16 bytes, align 4 = "\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04"
;> global @packed: 13 bytes, align 1 = "\x01\x02" [5: @number]
;> global @zero: 8000 bytes, align 8
;> global @partly: 12 bytes, align 4 = "\x01\x00\x00\x00\x00\x00\x00\x00\x02"
;> global @vector: 4 bytes, align 4 = "\x01\x02\x03"
;> global @pointer: 8 bytes, align 8 [0: @text+2]
;> global @field: 8 bytes, align 8 [0: @pairs+12]
;> global @code: 8 bytes, align 8 [0: @function]
;> global @itself: 16 bytes, align 8 [0: @itself]
;> global @as_number: 8 bytes, align 8 [0: @number]
;> global @fixed: 8 bytes, align 8 = "\x00\x10"
;> global @distance: 8 bytes, align 8 = "\x04"
;> global @apart: 8 bytes, align 8, unsupported the constant `i64 sub (i64 ptrtoint (ptr @numbers to i64), i64 ptrtoint (ptr @number to i64))`
;> global @half_pointer: 4 bytes, align 4, unsupported the constant `i32 ptrtoint (ptr @number to i32)`
;> global @outside: 40 bytes, align 4, external
;> global @maybe: 4 bytes, align 4, weak, external
;> global @unknown_size: 0 bytes, align 1, external
;> global @every_thread: 4 bytes, align 64, thread-local = "\x05"
;> global @common: 8 bytes, align 8
;> constant @table: 8 bytes, align 4, unsupported the constant `i32 trunc (i64 sub (i64 ptrtoint (ptr @text to i64), i64 ptrtoint (ptr @table to i64)) to i32)`
;> constant @early: 8 bytes, align 8 [0: @function]
;> constant @table.addresses: 16 bytes, align 8 [0: @text] [8: @numbers+2]
;> alias @other = @numbers
;> constructor @function
;> constructor @first
;> constructor @last
;> constructor @function
;> destructor @first
;> destructor @last
;> external @perhaps()

%pair = type { i8, i32 }

@number = global i32 258
@wide = global i128 -2
@odd = global i9 511
@float = constant float -2.0
@long = global x86_fp80 0xK3FFF8000000000000000
@text = private unnamed_addr constant [6 x i8] c"a\22b\0A\00z"
@numbers = global [3 x i16] [i16 1, i16 -1, i16 3]
@pairs = global [2 x %pair] [%pair { i8 1, i32 2 }, %pair { i8 3, i32 4 }]
@packed = global <{ i8, i32, ptr }> <{ i8 1, i32 2, ptr @number }>
@zero = global [1000 x i64] zeroinitializer
@partly = global { i8, i32, i8 } { i8 1, i32 undef, i8 2 }
@vector = global <3 x i8> <i8 1, i8 2, i8 3>
@pointer = global ptr getelementptr (i8, ptr @text, i64 2)
@field = global ptr getelementptr ([2 x %pair], ptr @pairs, i64 0, i64 1, i32 1)
@code = global ptr @function
@itself = global { ptr, ptr } { ptr @itself, ptr null }
@as_number = global i64 ptrtoint (ptr @number to i64)
@fixed = global ptr inttoptr (i64 4096 to ptr)
@distance = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @numbers, i64 4) to i64), i64 ptrtoint (ptr @numbers to i64))
@apart = global i64 sub (i64 ptrtoint (ptr @numbers to i64), i64 ptrtoint (ptr @number to i64))
@half_pointer = global i32 ptrtoint (ptr @number to i32)
@outside = external global [10 x i32]
@maybe = extern_weak global i32
@unknown_size = external global %opaque
@every_thread = thread_local global i32 5, align 64
@common = common global i64 0
@other = alias i16, getelementptr (i8, ptr @numbers, i64 0)
@inner = alias i16, getelementptr (i8, ptr @numbers, i64 2)
@table = constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @text to i64), i64 ptrtoint (ptr @table to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @numbers, i64 2) to i64), i64 ptrtoint (ptr @table to i64)) to i32)]
%opaque = type opaque

@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @last, ptr null }, { i32, ptr, ptr } { i32 101, ptr @first, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @function, ptr @number }]
@llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 200, ptr @last, ptr null }, { i32, ptr, ptr } { i32 300, ptr @first, ptr null }]
@llvm.used = appending global [1 x ptr] [ptr @number]
@early = constant ptr @function, section ".init_array.00099"

define void @function() {
  ret void
}
;> function @function() {
;> b0:
;>   return
;> }
define void @first() {
  ret void
}
;> function @first() {
;> b0:
;>   return
;> }
define void @last() {
  ret void
}
;> function @last() {
;> b0:
;>   return
;> }
declare extern_weak void @perhaps()

declare ptr @llvm.load.relative.i64(ptr, i64)

define i64 @operands(i64 %a) {
  store ptr getelementptr (i8, ptr @text, i64 3), ptr @pointer
  %1 = load i16, ptr @inner
  store i16 %1, ptr @other
  %2 = sub i64 ptrtoint (ptr @number to i64), %a
  %3 = add i64 %2, sub (i64 ptrtoint (ptr @numbers to i64), i64 ptrtoint (ptr @number to i64))
  %4 = add i64 %3, ptrtoint (ptr getelementptr (i8, ptr @number, i64 7) to i64)
  %5 = icmp eq ptr @maybe, null
  %6 = zext i1 %5 to i64
  %7 = add i64 %6, %4
  %8 = add i64 %7, undef
  %9 = add i64 %8, poison
  %10 = trunc i64 %9 to i32
  %11 = add i32 %10, ptrtoint (ptr @number to i32)
  ret i64 %9
}
;> function @operands(i64 %0) -> i64 {
;> b0:
;>   store i64 @text+3, @pointer, align 8
;>   %1 = load i16 @numbers+2, align 2
;>   store i16 %1, @numbers, align 2
;>   %2 = sub i64 @number, %0
;>   %3 = sub i64 @numbers, @number
;>   %4 = add i64 %2, %3
;>   %5 = add i64 %4, @number+7
;>   %6 = eq i64 @maybe, 0
;>   %7 = zext i1 %6 to i64
;>   %8 = add i64 %7, %5
;>   %9 = add i64 %8, undefined
;>   %10 = add i64 %9, undefined
;>   %11 = trunc i64 %10 to i32
;>   %12 = trunc i64 @number to i32
;>   %13 = add i32 %11, %12
;>   return %10
;> }

define ptr @relative(i64 %i, ptr %p) {
  %1 = call ptr @llvm.load.relative.i64(ptr @table, i64 %i)
  %2 = call ptr @llvm.load.relative.i64(ptr %p, i64 %i)
  ret ptr %1
}
;> function @relative(i64 %0, i64 %1) -> i64 {
;> b0:
;>   %3 = index @table.addresses, i64 %0 * 2
;>   %2 = load i64 %3, align 8
;>   %5 = index %1, i64 %0 * 1
;>   %6 = load i32 %5, align 4
;>   %7 = sext i32 %6 to i64
;>   %4 = index %1, i64 %7 * 1
;>   return %2
;> }

define i64 @computed_on_an_edge(i1 %c) {
entry:
  br i1 %c, label %end, label %other
other:
  br label %end
end:
  %r = phi i64 [ sub (i64 ptrtoint (ptr @numbers to i64), i64 ptrtoint (ptr @number to i64)), %entry ], [ 1, %other ]
  ret i64 %r
}
;> function @computed_on_an_edge(i1 %0) -> i64 {
;> b0:
;>   branch %0, b3, b1
;> b1:
;>   %1 = 1
;>   jump b2
;> b2:
;>   return %1
;> b3: (edge)
;>   %2 = sub i64 @numbers, @number
;>   %1 = %2
;>   jump b2
;> }
