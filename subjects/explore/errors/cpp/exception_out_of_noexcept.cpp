// An exception that leaves a function which promised to throw none: the program ends there.

#include <exception>

static void may_throw(int x)
{
    if (x == 15)
        throw x;
}

static void never_throws(int x) noexcept
{
    may_throw(x); // error: exception
}

extern "C" int entry(int x)
{
    never_throws(x);
    return 0;
}
