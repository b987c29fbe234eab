// Functions with structs by value, strings and arrays with a chosen length, for `pikse explore`.
#include <string.h>
#include <stdlib.h>
struct p { int x; char y; }; struct big { int a[8]; }; struct f { float a, b, c; };
struct p mk(int x) { struct p r = { x, 1 }; return r; }
struct big mkbig(int x) { struct big b; for (int i=0;i<8;i++) b.a[i]=x; return b; }
int takep(struct p v) { return v.y == 3 ? 100 / v.x : 0; }
int takebig(struct big b) { return b.a[7] == 5; }
int takef(struct f v) { return v.a > v.c; }
int over(const char *s) { return s[0] == 'a' && s[2] == 'c'; }
int len(const char *s) { return strlen(s) > 2; }
int sum(int *a, int n) { int s = 0; for (int i = 0; i <= n; i++) s += a[i]; return s; }
int good(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) if (a[i] > 3) s++; return s; }
