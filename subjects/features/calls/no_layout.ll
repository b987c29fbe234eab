; A module without a target and a layout comes first.
; with: with/no_layout.c
; exit: 7
declare i32 @seven()
define i32 @main() {
  %r = call i32 @seven()
  ret i32 %r
}
