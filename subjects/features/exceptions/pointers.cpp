// Pointers are caught by value, with qualifiers added and not removed.
#include <cassert>
#include <cstring>

template <class Catch, class Throw> bool catches(Throw value)
{
    try {
        throw value;
    } catch (Catch) {
        return true;
    } catch (...) {
        return false;
    }
}

struct A {};
struct B : A {};
struct C : private A {};

int main()
{
    try {
        throw "text";
    } catch (const char *text) {
        assert(strcmp(text, "text") == 0);
    }
    int x = 3;
    try {
        throw &x;
    } catch (const int *p) {
        assert(p == &x && *p == 3);
    }
    int *p = &x;
    const int *cp = &x;
    int **pp = &p;
    assert(!catches<int *>(cp));
    assert(catches<const volatile int *>(cp));
    assert(catches<void *>(p));
    assert(!catches<void *>(cp));
    assert(catches<const void *>(cp));
    assert(!catches<long *>(p));
    assert(!catches<const int **>(pp));
    assert(catches<const int *const *>(pp));
    assert(catches<int *const *>(pp));
    B b;
    C c;
    assert(catches<A *>(&b));
    assert(catches<const A *>(&b));
    assert(!catches<A *>(&c));
    assert(!catches<A>(&b));
}
