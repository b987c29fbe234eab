// A handler for another type does not help, and what it would clean up is not cleaned up.

struct Problem {
    int number;
};

struct Other {
};

static int checked(int x)
{
    if (x == 31)
        throw Problem{x}; // error: exception
    if (x == 32)
        throw Other{};
    return x;
}

extern "C" int entry(int x)
{
    try {
        return checked(x);
    } catch (const Other &) {
        return 0;
    }
}
