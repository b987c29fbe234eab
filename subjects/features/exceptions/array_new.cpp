#include <cassert>
#include <new>

static int live, made;
struct t {
    int n;
    t() : n(made++) { live++; }
    ~t() { live--; }
};

int main()
{
    t *p = new t[7];
    assert(live == 7 && p[6].n == 6);
    delete[] p;
    assert(live == 0);
    t *q = new t;
    q->~t();
    q = new (q) t;
    assert(q->n == 8 && live == 1);
    delete q;
    int *zero = new int[0];
    delete[] zero;
    int *filled = new int[3]{1, 2};
    assert(filled[2] == 0);
    delete[] filled;
    return 0;
}
