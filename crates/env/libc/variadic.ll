; Variadic functions: Rust cannot define them, so each passes its argument list to a function that
; takes one. There is a second form for text that only people read, see stdio/print.rs.

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
declare i32 @pikse_libc_vscanf(ptr, ptr)
declare i32 @pikse_libc_vfscanf(ptr, ptr, ptr)
declare i32 @pikse_libc_vsscanf(ptr, ptr, ptr)
declare i32 @pikse_model_open(ptr, i32, ptr)
declare i32 @pikse_model_openat(i32, ptr, i32, ptr)
declare i32 @pikse_model_fcntl(i32, i32, ptr)
declare i32 @pikse_model_ioctl(i32, i64, ptr)
declare i64 @pikse_model_syscall(i64, ptr)
declare void @pikse_libc_vwarn(ptr, ptr)
declare void @pikse_libc_vwarnx(ptr, ptr)
declare void @pikse_libc_verr(i32, ptr, ptr)
declare void @pikse_libc_verrx(i32, ptr, ptr)
declare void @pikse_model_error(i32, i32, ptr, ptr)
declare void @pikse_model_print_expr(ptr, ptr)
declare void @pikse_model_verbose_abort(ptr, ptr)

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

define i32 @pikse_libc_scanf(ptr %0, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vscanf(ptr %0, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_fscanf(ptr %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vfscanf(ptr %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_sscanf(ptr %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vsscanf(ptr %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___isoc99_scanf(ptr %0, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vscanf(ptr %0, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___isoc99_fscanf(ptr %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vfscanf(ptr %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___isoc99_sscanf(ptr %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vsscanf(ptr %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___isoc23_scanf(ptr %0, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vscanf(ptr %0, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___isoc23_fscanf(ptr %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vfscanf(ptr %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc___isoc23_sscanf(ptr %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_libc_vsscanf(ptr %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_open(ptr %0, i32 %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_model_open(ptr %0, i32 %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_open64(ptr %0, i32 %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_model_open(ptr %0, i32 %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_openat(i32 %0, ptr %1, i32 %2, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_model_openat(i32 %0, ptr %1, i32 %2, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_openat64(i32 %0, ptr %1, i32 %2, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_model_openat(i32 %0, ptr %1, i32 %2, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_fcntl(i32 %0, i32 %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_model_fcntl(i32 %0, i32 %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_fcntl64(i32 %0, i32 %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_model_fcntl(i32 %0, i32 %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i32 @pikse_libc_ioctl(i32 %0, i64 %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i32 @pikse_model_ioctl(i32 %0, i64 %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i32 %result
}

define i64 @pikse_libc_syscall(i64 %0, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %result = call i64 @pikse_model_syscall(i64 %0, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret i64 %result
}

define void @pikse_libc_warn(ptr %0, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  call void @pikse_libc_vwarn(ptr %0, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret void
}

define void @pikse_libc_warnx(ptr %0, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  call void @pikse_libc_vwarnx(ptr %0, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret void
}

define void @pikse_libc_err(i32 %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  call void @pikse_libc_verr(i32 %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret void
}

define void @pikse_libc_errx(i32 %0, ptr %1, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  call void @pikse_libc_verrx(i32 %0, ptr %1, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret void
}

define void @pikse_libc_error(i32 %0, i32 %1, ptr %2, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  call void @pikse_model_error(i32 %0, i32 %1, ptr %2, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret void
}

define void @pikse_libc_klee_print_expr(ptr %0, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  call void @pikse_model_print_expr(ptr %0, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret void
}

define void @pikse_libc__ZNSt3__122__libcpp_verbose_abortEPKcz(ptr %0, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  call void @pikse_model_verbose_abort(ptr %0, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret void
}

; Of a program that is to be started, only the name is used: see process.rs.

declare i32 @pikse_model_execl(ptr)
declare i32 @pikse_model_execlp(ptr)

define i32 @pikse_libc_execl(ptr %0, ptr %1, ...) {
  %result = call i32 @pikse_model_execl(ptr %0)
  ret i32 %result
}

define i32 @pikse_libc_execle(ptr %0, ptr %1, ...) {
  %result = call i32 @pikse_model_execl(ptr %0)
  ret i32 %result
}

define i32 @pikse_libc_execlp(ptr %0, ptr %1, ...) {
  %result = call i32 @pikse_model_execlp(ptr %0)
  ret i32 %result
}

declare void @pikse_model_error_at_line(i32, i32, ptr, i32, ptr, ptr)

define void @pikse_libc_error_at_line(i32 %0, i32 %1, ptr %2, i32 %3, ptr %4, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  call void @pikse_model_error_at_line(i32 %0, i32 %1, ptr %2, i32 %3, ptr %4, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret void
}

declare i32 @pikse_model_prctl(i32)

define i32 @pikse_libc_prctl(i32 %0, ...) {
  %result = call i32 @pikse_model_prctl(i32 %0)
  ret i32 %result
}
