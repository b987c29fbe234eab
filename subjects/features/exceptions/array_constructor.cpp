// The elements of an array that were made are destroyed in reverse order; the memory is freed.
// explore: --leaks
#include <cassert>

static int made = 0;
static int last = 100;
static int destroyed = 0;

struct Element {
    int number;
    Element() : number(made)
    {
        if (made == 3)
            throw 'x';
        ++made;
    }
    ~Element()
    {
        assert(number < last);
        last = number;
        ++destroyed;
    }
};

int main()
{
    try {
        Element *all = new Element[5];
        delete[] all;
    } catch (char) {
    }
    assert(made == 3 && destroyed == 3 && last == 0);
    made = 0;
    last = 100;
    try {
        Element local[4];
        (void)local;
    } catch (char) {
    }
    assert(destroyed == 6);
}
