// explore: --cflags=-std=c++14
// The handler of std::unexpected may throw an allowed exception instead.
#include <cassert>
#include <exception>

static void wrong() throw(int)
{
    throw "text";
}

static void general() throw(std::bad_exception)
{
    throw "text";
}

static void replace() { throw 5; }

int main()
{
    std::set_unexpected(replace);
    assert(std::get_unexpected() == replace);
    try {
        wrong();
    } catch (int five) {
        assert(five == 5);
    }
    assert(std::current_exception() == nullptr);
    try {
        general();
    } catch (std::bad_exception &) {
        return 0;
    }
    return 1;
}
