// paths: 4
// What is thrown depends on the input.
#include <cassert>
#include <pikse.h>

struct A {
    int value;
};
struct B : A {
    int more;
};

static int classify(int x)
{
    try {
        if (x < 0)
            throw x;
        if (x == 0)
            throw A{5};
        if (x < 10) {
            B b;
            b.value = x;
            b.more = 1;
            throw b;
        }
        return 100;
    } catch (A &a) {
        return a.value;
    } catch (int y) {
        return y;
    }
}

int main()
{
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    int y = classify(x);
    if (x >= 10)
        assert(y == 100);
    else if (x == 0)
        assert(y == 5);
    else
        assert(y == x);
}
