; llvm.is.constant: constants are, other values are not.
; exit: 1
declare i1 @llvm.is.constant.i32(i32)
define i32 @main(i32 %argc) {
  %a = call i1 @llvm.is.constant.i32(i32 123)
  %b = call i1 @llvm.is.constant.i32(i32 %argc)
  %x = zext i1 %a to i32
  %y = zext i1 %b to i32
  %z = shl i32 %y, 1
  %r = or i32 %x, %z
  ret i32 %r
}
