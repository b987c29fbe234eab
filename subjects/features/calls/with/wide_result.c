long whole(long x) { return x; }
