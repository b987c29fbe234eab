// Exceptions pass through functions of C that have nothing to clean up.
#include <cassert>
#include <cstdlib>

static int calls = 0;

extern "C" int compare(const void *, const void *)
{
    if (++calls == 3)
        throw calls;
    return 0;
}

int main()
{
    int numbers[] = {3, 1, 2, 5, 4};
    int caught = 0;
    try {
        qsort(numbers, 5, sizeof numbers[0], compare);
    } catch (int x) {
        caught = x;
    }
    assert(caught == 3);
}
