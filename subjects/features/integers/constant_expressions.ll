target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@a = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@p = global ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 2)
@i = global i64 ptrtoint (ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 3) to i64)
@d = global i64 sub (i64 ptrtoint (ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 3) to i64), i64 ptrtoint (ptr @a to i64))
@s = global { i8, <{ i8, i32 }>, [2 x i16] } { i8 1, <{ i8, i32 }> <{ i8 2, i32 3 }>, [2 x i16] [i16 4, i16 undef] }
@self = global ptr @self
define i32 @main() {
  %p = load ptr, ptr @p
  %v = load i32, ptr %p
  %c1 = icmp eq i32 %v, 3
  %i = load i64, ptr @i
  %q = inttoptr i64 %i to ptr
  %w = load i32, ptr %q
  %c2 = icmp eq i32 %w, 4
  %d = load i64, ptr @d
  %c3 = icmp eq i64 %d, 12
  %s = load i32, ptr getelementptr inbounds ({ i8, <{ i8, i32 }>, [2 x i16] }, ptr @s, i64 0, i32 1, i32 1)
  %c4 = icmp eq i32 %s, 3
  %self = load ptr, ptr @self
  %c5 = icmp eq ptr %self, @self
  %a1 = and i1 %c1, %c2
  %a2 = and i1 %c3, %c4
  %a3 = and i1 %a1, %a2
  %a4 = and i1 %a3, %c5
  %r = select i1 %a4, i32 0, i32 1
  ret i32 %r
}
