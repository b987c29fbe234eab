short half(int x) { return (short)x; }
