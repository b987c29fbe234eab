// The number of exceptions in flight, as destructors see it.
#include <cassert>
#include <exception>

static int seen[3];
static int count = 0;

struct Watch {
    ~Watch()
    {
        int before = std::uncaught_exceptions();
        try {
            struct Inner {
                ~Inner() { seen[count++] = std::uncaught_exceptions(); }
            } inner;
            throw 1;
        } catch (int) {
        }
        assert(std::uncaught_exceptions() == before);
    }
};

int main()
{
    assert(std::uncaught_exceptions() == 0);
    {
        Watch plain;
    }
    try {
        Watch watch;
        throw 'x';
    } catch (char) {
        assert(std::uncaught_exceptions() == 0);
    }
    assert(count == 2);
    assert(seen[0] == 1);
    assert(seen[1] == 2);
}
