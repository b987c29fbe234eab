// The first handler that fits is taken; `...` is last. No conversions of numbers.
#include <cassert>

struct A {};
struct B : A {};

template <class T> int which(T value)
{
    try {
        throw value;
    } catch (A &) {
        return 1;
    } catch (const int &) {
        return 2;
    } catch (unsigned) {
        return 3;
    } catch (...) {
        return 4;
    }
}

enum Plain { zero };
enum class Scoped { zero };

int main()
{
    assert(which(B()) == 1);
    assert(which(1) == 2);
    assert(which(1u) == 3);
    assert(which(1L) == 4);
    assert(which('c') == 4);
    assert(which(true) == 4);
    assert(which(1.0) == 4);
    assert(which(zero) == 4);
    assert(which(Scoped::zero) == 4);
}
