// An exception does not leave a noexcept function, though there is a handler.
#include <pikse.h>

static void may(int x)
{
    if (x == 3)
        throw x;
}

static void never(int x) noexcept
{
    may(x); // error: exception
}

int main()
{
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    try {
        never(x);
    } catch (int) {
        return 1;
    }
    return 0;
}
