// explore: --cflags=-std=c++14
// exit: 3
// A handler may end the program.
#include <cstdlib>
#include <exception>

static void wrong() throw(int)
{
    throw "text";
}

static void leave() { exit(3); }

int main()
{
    std::set_unexpected(leave);
    try {
        wrong();
    } catch (...) {
    }
    return 1;
}
