// What a handler of std::exception must not catch.
#include <cassert>
#include <exception>

struct Not {
    virtual ~Not() {}
    virtual const char *what() const { return ""; }
};

int main()
{
    int which = 0;
    try {
        throw Not();
    } catch (const std::exception &) {
        which = 1;
    } catch (const Not &) {
        which = 2;
    }
    assert(which == 2);
}
