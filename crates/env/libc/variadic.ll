; Functions that take any number of arguments: Rust cannot define them, so each hands the list of
; its arguments to the function that takes one. Where the text is only looked at by people, see
; stdio/print.rs, there is a second form.

declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)

declare i32 @pikse_libc_vprintf(ptr, ptr)
declare i32 @pikse_shown_vprintf(ptr, ptr)
declare i32 @pikse_libc_vfprintf(ptr, ptr, ptr)
declare i32 @pikse_shown_vfprintf(ptr, ptr, ptr)
declare i32 @pikse_libc_vdprintf(i32, ptr, ptr)
declare i32 @pikse_libc_vsprintf(ptr, ptr, ptr)
declare i32 @pikse_libc_vsnprintf(ptr, i64, ptr, ptr)
declare i32 @pikse_libc_vasprintf(ptr, ptr, ptr)
declare i32 @pikse_libc___vprintf_chk(i32, ptr, ptr)
declare i32 @pikse_shown___vprintf_chk(i32, ptr, ptr)
declare i32 @pikse_libc___vfprintf_chk(ptr, i32, ptr, ptr)
declare i32 @pikse_shown___vfprintf_chk(ptr, i32, ptr, ptr)
declare i32 @pikse_libc___vsprintf_chk(ptr, i32, i64, ptr, ptr)
declare i32 @pikse_libc___vsnprintf_chk(ptr, i64, i32, i64, ptr, ptr)
declare i32 @pikse_libc___vasprintf_chk(ptr, i32, ptr, ptr)

define i32 @pikse_libc_printf(ptr %0, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vprintf(ptr %0, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_shown_printf(ptr %0, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_shown_vprintf(ptr %0, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_fprintf(ptr %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vfprintf(ptr %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_shown_fprintf(ptr %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_shown_vfprintf(ptr %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_dprintf(i32 %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vdprintf(i32 %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_sprintf(ptr %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vsprintf(ptr %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_snprintf(ptr %0, i64 %1, ptr %2, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vsnprintf(ptr %0, i64 %1, ptr %2, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_asprintf(ptr %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vasprintf(ptr %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___printf_chk(i32 %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc___vprintf_chk(i32 %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_shown___printf_chk(i32 %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_shown___vprintf_chk(i32 %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___fprintf_chk(ptr %0, i32 %1, ptr %2, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc___vfprintf_chk(ptr %0, i32 %1, ptr %2, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_shown___fprintf_chk(ptr %0, i32 %1, ptr %2, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_shown___vfprintf_chk(ptr %0, i32 %1, ptr %2, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___sprintf_chk(ptr %0, i32 %1, i64 %2, ptr %3, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc___vsprintf_chk(ptr %0, i32 %1, i64 %2, ptr %3, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___snprintf_chk(ptr %0, i64 %1, i32 %2, i64 %3, ptr %4, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc___vsnprintf_chk(ptr %0, i64 %1, i32 %2, i64 %3, ptr %4, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___asprintf_chk(ptr %0, i32 %1, ptr %2, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc___vasprintf_chk(ptr %0, i32 %1, ptr %2, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}
