; AddressSanitizer reads its shadow memory, which begins with zeros.
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @asan.module_ctor, ptr @asan.module_ctor }]

declare void @__asan_init()
declare void @__asan_version_mismatch_check_v8()

define internal void @asan.module_ctor() {
  call void @__asan_init()
  call void @__asan_version_mismatch_check_v8()
  ret void
}

define i32 @main() {
  %local = alloca i32, align 4
  %address = ptrtoint ptr %local to i64
  %shifted = lshr i64 %address, 3
  %shadow = add i64 %shifted, 2147450880
  %pointer = inttoptr i64 %shadow to ptr
  %byte = load i8, ptr %pointer, align 1
  %bad = icmp ne i8 %byte, 0
  br i1 %bad, label %report, label %fine

report:
  ret i32 1

fine:
  ret i32 0
}
