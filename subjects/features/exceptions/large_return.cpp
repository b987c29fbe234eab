#include <cassert>
#include <pikse.h>
struct big { long a[10]; char c; };
struct pair { double d; int i; };
struct three { float x, y, z; };
static big make(int n) { big b{}; for (int i = 0; i < 10; i++) b.a[i] = n * i; b.c = (char)n; return b; }
static pair two(int n) { return {n / 2.0, n}; }
static three vector(float f) { return {f, f + 1, f + 2}; }
int main()
{
    int n;
    pikse_symbolic(&n, sizeof n, "n");
    pikse_assume(n >= 0 && n < 10);
    big b = make(n);
    assert(b.a[9] == 9 * n && b.c == n);
    pair p = two(5);
    assert(p.d == 2.5 && p.i == 5);
    three t = vector(1);
    assert(t.x + t.y + t.z == 6);
    big (*f)(int) = make;
    assert(f(2).a[3] == 6);
    return 0;
}
