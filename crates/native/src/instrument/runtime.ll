; Linked into every instrumented program, and inlined where memory is read and written.
; Words in braces are numbers that the instrumentation fills in.

; Before a read of some bytes. An address of the candidate has a byte in the map of known
; ones that tells how many bytes of its cell are known from there on.
define linkonce_odr hidden void @pikse_read(ptr %address, i64 %bytes) alwaysinline nounwind {
  %place = ptrtoint ptr %address to i64
  %offset = sub i64 %place, {base}
  %inside = icmp ult i64 %offset, {candidate_size}
  br i1 %inside, label %candidate, label %done, !prof !0

candidate:
  %map = getelementptr i8, ptr %address, i64 {known}
  %known = load i8, ptr %map
  %count = zext i8 %known to i64
  %unknown = icmp ult i64 %count, %bytes
  br i1 %unknown, label %first, label %done

first:
  %hook = load ptr, ptr inttoptr (i64 {read_hook} to ptr)
  call preserve_mostcc void %hook(ptr %address, i64 %bytes, ptr null, ptr null) nounwind cold
  %again = load volatile i64, ptr inttoptr (i64 {again} to ptr)
  %repeat = icmp ne i64 %again, 0
  br i1 %repeat, label %first, label %done, !prof !1

done:
  ret void
}

; Whether memory is the candidate's and known: deciding asks, also of addresses that make
; no sense.
define linkonce_odr hidden i1 @pikse_is_known(ptr %address, i64 %bytes) alwaysinline nounwind {
  %place = ptrtoint ptr %address to i64
  %offset = sub i64 %place, {base}
  %size = load i64, ptr inttoptr (i64 {candidate_end} to ptr)
  %inside = icmp ult i64 %offset, %size
  br i1 %inside, label %candidate, label %done

candidate:
  %map = getelementptr i8, ptr %address, i64 {known}
  %known = load i8, ptr %map
  %count = zext i8 %known to i64
  %enough = icmp uge i64 %count, %bytes
  br label %done

done:
  %answer = phi i1 [ false, %0 ], [ %enough, %candidate ]
  ret i1 %answer
}

; Whether a read of some bytes has to be told: as above, for reads whose values can be
; decided.
define linkonce_odr hidden i1 @pikse_is_first(ptr %address, i64 %bytes) alwaysinline nounwind {
  %place = ptrtoint ptr %address to i64
  %offset = sub i64 %place, {base}
  %inside = icmp ult i64 %offset, {candidate_size}
  br i1 %inside, label %candidate, label %done

candidate:
  %map = getelementptr i8, ptr %address, i64 {known}
  %known = load i8, ptr %map
  %count = zext i8 %known to i64
  %unknown = icmp ult i64 %count, %bytes
  br label %done

done:
  %first = phi i1 [ false, %0 ], [ %unknown, %candidate ]
  ret i1 %first
}

define linkonce_odr hidden void @pikse_read_deciding(ptr %address, i64 %bytes, ptr %decide, ptr %needed) alwaysinline nounwind {
  br label %first

first:
  %hook = load ptr, ptr inttoptr (i64 {read_hook} to ptr)
  call preserve_mostcc void %hook(ptr %address, i64 %bytes, ptr %decide, ptr %needed) nounwind cold
  %again = load volatile i64, ptr inttoptr (i64 {again} to ptr)
  %repeat = icmp ne i64 %again, 0
  br i1 %repeat, label %first, label %done, !prof !1

done:
  ret void
}

; Before a write of some bytes. The stack is copied at checkpoints, so writes to it need
; no note.
define linkonce_odr hidden void @pikse_write(ptr %address, i64 %bytes) alwaysinline nounwind {
  %place = ptrtoint ptr %address to i64
  %offset = sub i64 %place, {stack}
  %on_stack = icmp ult i64 %offset, {stack_size}
  br i1 %on_stack, label %done, label %elsewhere

elsewhere:
  call preserve_mostcc void @pikse_log(ptr %address, i64 %bytes)
  br label %done

done:
  ret void
}

; Before a write of code under test, which may write to its input: the map says whether the
; bytes are there. They need no note, since the whole input is put back.
define linkonce_odr hidden void @pikse_write_checked(ptr %address, i64 %bytes) alwaysinline nounwind {
  %place = ptrtoint ptr %address to i64
  %offset = sub i64 %place, {base}
  %inside = icmp ult i64 %offset, {candidate_size}
  br i1 %inside, label %input, label %outside, !prof !0

input:
  %map = getelementptr i8, ptr %address, i64 {known}
  %known = load i8, ptr %map
  %count = zext i8 %known to i64
  %unknown = icmp ult i64 %count, %bytes
  br i1 %unknown, label %bad, label %done, !prof !1

bad:
  %hook = load ptr, ptr inttoptr (i64 {write_hook} to ptr)
  call preserve_mostcc void %hook(ptr %address, i64 %bytes) nounwind cold
  br label %done

outside:
  %stack_offset = sub i64 %place, {stack}
  %on_stack = icmp ult i64 %stack_offset, {stack_size}
  br i1 %on_stack, label %done, label %elsewhere

elsewhere:
  call preserve_mostcc void @pikse_log(ptr %address, i64 %bytes)
  br label %done

done:
  ret void
}

; Before code under test copies. A copy of input that was not chosen is no read: the map tells
; that the copy was not chosen either.
define linkonce_odr hidden void @pikse_copy(ptr %to, ptr %from, i64 %bytes) alwaysinline nounwind {
  %place = ptrtoint ptr %from to i64
  %offset = sub i64 %place, {base}
  %inside = icmp ult i64 %offset, {candidate_size}
  br i1 %inside, label %input, label %write, !prof !0

input:
  %map = getelementptr i8, ptr %from, i64 {known}
  %known = load i8, ptr %map
  %count = zext i8 %known to i64
  %unknown = icmp ult i64 %count, %bytes
  br i1 %unknown, label %ask, label %write

ask:
  %hook = load ptr, ptr inttoptr (i64 {copy_hook} to ptr)
  call preserve_mostcc void %hook(ptr %to, ptr %from, i64 %bytes) nounwind cold
  br label %done

write:
  call void @pikse_write_checked(ptr %to, i64 %bytes)
  br label %done

done:
  ret void
}

; Room for a local variable of code under test in memory that has a map, with a gap behind it.
define linkonce_odr hidden ptr @pikse_local(i64 %size) alwaysinline nounwind {
  %top = load i64, ptr inttoptr (i64 {locals} to ptr)
  %more = add i64 %size, 31
  %room = and i64 %more, -16
  %start = sub i64 %top, %room
  %local = inttoptr i64 %start to ptr
  %map = getelementptr i8, ptr %local, i64 {known}
  %long = icmp ugt i64 %size, 255
  %over = sub i64 %size, 255
  %far = select i1 %long, i64 %over, i64 0
  %near = sub i64 %size, %far
  call void @llvm.memset.p0.i64(ptr %map, i8 -1, i64 %far, i1 false)
  %near_map = getelementptr i8, ptr %map, i64 %far
  %skipped = sub i64 255, %near
  %from = getelementptr i8, ptr @pikse.descending, i64 %skipped
  call void @llvm.memcpy.p0.p0.i64(ptr %near_map, ptr %from, i64 %near, i1 false)
  store i64 %start, ptr inttoptr (i64 {locals} to ptr)
  ret ptr %local
}

; Where such variables begin now.
define linkonce_odr hidden i64 @pikse_locals() alwaysinline nounwind {
  %top = load i64, ptr inttoptr (i64 {locals} to ptr)
  ret i64 %top
}

; Gives the room of a function back, and of those that it called and that ended by an exception.
define linkonce_odr hidden void @pikse_locals_end(i64 %end) alwaysinline nounwind {
  %top = load i64, ptr inttoptr (i64 {locals} to ptr)
  %room = sub i64 %end, %top
  %start = inttoptr i64 %top to ptr
  %map = getelementptr i8, ptr %start, i64 {known}
  call void @llvm.memset.p0.i64(ptr %map, i8 0, i64 %room, i1 false)
  store i64 %end, ptr inttoptr (i64 {locals} to ptr)
  ret void
}

@pikse.descending = private unnamed_addr constant [255 x i8] c"{descending}"

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; Before a write that is certainly not to the stack.
define linkonce_odr hidden void @pikse_write_global(ptr %address, i64 %bytes) alwaysinline nounwind {
  call preserve_mostcc void @pikse_log(ptr %address, i64 %bytes)
  ret void
}

; Notes what a write is going to change, if it is the program's own: its globals and its
; heap. Memory that belongs to a library may be gone when the note is read.
define internal preserve_mostcc void @pikse_log(ptr %address, i64 %bytes) noinline nounwind {
  %place = ptrtoint ptr %address to i64
  %fresh = load i64, ptr inttoptr (i64 {fresh} to ptr)
  %age = sub i64 %place, %fresh
  %fresh_size = load i64, ptr inttoptr (i64 {fresh_size} to ptr)
  %young = icmp ult i64 %age, %fresh_size
  br i1 %young, label %done, label %old

old:
  %image = load i64, ptr inttoptr (i64 {image} to ptr)
  %image_offset = sub i64 %place, %image
  %image_size = load i64, ptr inttoptr (i64 {image_size} to ptr)
  %in_image = icmp ult i64 %image_offset, %image_size
  br i1 %in_image, label %own, label %elsewhere

elsewhere:
  %slot_offset = sub i64 %place, {base}
  %in_slot = icmp ult i64 %slot_offset, {slot_size}
  br i1 %in_slot, label %own, label %done

own:
  %offset = sub i64 %place, {base}
  %inside = icmp ult i64 %offset, {candidate_size}
  %top = load ptr, ptr inttoptr (i64 {log_top} to ptr)
  %top_place = ptrtoint ptr %top to i64
  %full = icmp uge i64 %top_place, {log_full}
  %help = or i1 %inside, %full
  br i1 %help, label %host, label %note

note:
  switch i64 %bytes, label %host [ i64 8, label %eight
                                   i64 4, label %four
                                   i64 1, label %one ]

eight:
  %old8 = load i64, ptr %address, align 1
  br label %append

four:
  %old4 = load i32, ptr %address, align 1
  %wide4 = zext i32 %old4 to i64
  br label %append

one:
  %old1 = load i8, ptr %address
  %wide1 = zext i8 %old1 to i64
  br label %append

append:
  %value = phi i64 [ %old8, %eight ], [ %wide4, %four ], [ %wide1, %one ]
  store ptr %address, ptr %top
  %bytes_place = getelementptr i8, ptr %top, i64 8
  store i64 %bytes, ptr %bytes_place
  %old_place = getelementptr i8, ptr %top, i64 16
  store i64 %value, ptr %old_place
  %next = getelementptr i8, ptr %top, i64 24
  store ptr %next, ptr inttoptr (i64 {log_top} to ptr)
  br label %done

host:
  %hook = load ptr, ptr inttoptr (i64 {write_hook} to ptr)
  call preserve_mostcc void %hook(ptr %address, i64 %bytes) nounwind cold
  br label %done

done:
  ret void
}

; One step: a loop goes round, or a function is entered.
define linkonce_odr hidden void @pikse_step() alwaysinline nounwind {
  %steps = load i64, ptr inttoptr (i64 {steps} to ptr)
  %left = sub i64 %steps, 1
  store i64 %left, ptr inttoptr (i64 {steps} to ptr)
  %out = icmp slt i64 %left, 0
  br i1 %out, label %end, label %done, !prof !1

end:
  %stop = load ptr, ptr inttoptr (i64 {out_of_steps} to ptr)
  call void %stop() nounwind cold
  unreachable

done:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 1}
!1 = !{!"branch_weights", i32 1, i32 100000}
