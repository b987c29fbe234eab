// A local static whose constructor throws is made again at the next call.
#include <cassert>

static int tries = 0;

struct Late {
    int value;
    Late()
    {
        if (++tries < 3)
            throw tries;
        value = 30;
    }
};

static int get()
{
    static Late late;
    return late.value;
}

int main()
{
    int caught = 0;
    for (int round = 0; round < 2; round++) {
        try {
            get();
        } catch (int t) {
            caught += t;
        }
    }
    assert(caught == 3);
    assert(get() == 30 && get() == 30);
    assert(tries == 3);
}
