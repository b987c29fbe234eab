// Locals are destroyed in reverse order, frame by frame, before the handler runs.
#include <cassert>

static int log_[8];
static int length = 0;

struct Log {
    int number;
    ~Log() { log_[length++] = number; }
};

static void deep(int n)
{
    Log log{n};
    if (n == 3)
        throw n;
    deep(n + 1);
}

int main()
{
    try {
        Log first{10}, second{11};
        deep(1);
    } catch (int) {
        log_[length++] = 99;
    }
    int expected[] = {3, 2, 1, 11, 10, 99};
    assert(length == 6);
    for (int k = 0; k < 6; k++)
        assert(log_[k] == expected[k]);
}
