; Linked into every instrumented program, and inlined before every read.

; The candidate's memory: where it begins, and how long it is.
@pikse_base = global i64 0
@pikse_length = global i64 0
; The host's function: where in the candidate's memory, and how many bytes.
@pikse_hook = global ptr null

define linkonce_odr hidden void @pikse_read(ptr %address, i64 %bytes) alwaysinline {
  %place = ptrtoint ptr %address to i64
  %base = load i64, ptr @pikse_base
  %offset = sub i64 %place, %base
  %length = load i64, ptr @pikse_length
  %inside = icmp ult i64 %offset, %length
  br i1 %inside, label %tell, label %done

tell:
  %hook = load ptr, ptr @pikse_hook
  call void %hook(i64 %offset, i64 %bytes)
  br label %done

done:
  ret void
}
