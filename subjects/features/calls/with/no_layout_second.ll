%mixed = type { i8, i64, i128 }
define i64 @read_it(ptr %m) {
  %c = load i8, ptr %m
  %lp = getelementptr %mixed, ptr %m, i32 0, i32 1
  %l = load i64, ptr %lp
  %wp = getelementptr %mixed, ptr %m, i32 0, i32 2
  %w = load i128, ptr %wp
  %x = zext i8 %c to i64
  %y = trunc i128 %w to i64
  %s = add i64 %x, %l
  %t = add i64 %s, %y
  ret i64 %t
}
