// A handler of std::terminate that aborts.
#include <cstdio>
#include <cstdlib>
#include <exception>

static void leave()
{
    puts("leaving");
    abort(); // error: abort
}

int main()
{
    std::set_terminate(leave);
    throw 7;
}
