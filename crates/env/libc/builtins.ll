; Functions that the models need from LLVM: arithmetic that Rust's library does not have, or has
; only with a panic, and the personality function that unwinding code names. The models never
; unwind.

define i32 @rust_eh_personality(...) {
  unreachable
}

define i32 @pikse_model_sdiv32(i32 %a, i32 %b) {
  %result = sdiv i32 %a, %b
  ret i32 %result
}

define i32 @pikse_model_srem32(i32 %a, i32 %b) {
  %result = srem i32 %a, %b
  ret i32 %result
}

define i64 @pikse_model_sdiv64(i64 %a, i64 %b) {
  %result = sdiv i64 %a, %b
  ret i64 %result
}

define i64 @pikse_model_srem64(i64 %a, i64 %b) {
  %result = srem i64 %a, %b
  ret i64 %result
}
