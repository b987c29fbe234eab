// An exception that its base class catches.

struct Problem {
    int number;
};

struct TooLarge : Problem {
};

static int checked(int x)
{
    if (x > 1000)
        throw TooLarge{{x}};
    return x;
}

extern "C" int entry(int x)
{
    try {
        return checked(x);
    } catch (const Problem &problem) {
        return -problem.number;
    }
}
