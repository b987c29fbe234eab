// An exception that nobody catches.

struct TooLarge {
    int number;
};

static int checked(int x)
{
    if (x > 1000)
        throw TooLarge{x}; // error: exception
    return x;
}

extern "C" int entry(int x)
{
    return checked(x);
}
