; Masked loads and stores, gathers, and masks as numbers.
@data = global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@out = global [4 x i32] zeroinitializer, align 16
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i32>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
define i32 @main() {
  %m = bitcast i4 5 to <4 x i1>
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @data, i32 4, <4 x i1> %m, <4 x i32> <i32 9, i32 9, i32 9, i32 9>)
  %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr @out, i32 4, <4 x i1> <i1 false, i1 true, i1 true, i1 false>)
  %o = load <4 x i32>, ptr @out
  %t = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %o)
  %p = getelementptr i32, ptr @data, i64 3
  %ps = insertelement <2 x ptr> poison, ptr @data, i32 0
  %pt = insertelement <2 x ptr> %ps, ptr %p, i32 1
  %g = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %pt, i32 4, <2 x i1> <i1 true, i1 true>, <2 x i32> poison)
  %g0 = extractelement <2 x i32> %g, i32 0
  %g1 = extractelement <2 x i32> %g, i32 1
  %c = icmp sgt <4 x i32> %v, <i32 2, i32 2, i32 2, i32 2>
  %bits = bitcast <4 x i1> %c to i4
  %n = zext i4 %bits to i32
  %a = add i32 %s, %t
  %b = add i32 %a, %g0
  %d = add i32 %b, %g1
  %e = add i32 %d, %n
  %r = sub i32 %e, 53
  ret i32 %r
}
