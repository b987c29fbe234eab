// A handler of std::terminate must not return.
#include <exception>

static int calls = 0;
static void leave() { ++calls; }

int main()
{
    std::set_terminate(leave);
    throw 7; // error: abort
}
