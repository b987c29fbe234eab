// A subscript of a vector is not checked.

#include <vector>

extern "C" int entry(unsigned x)
{
    std::vector<int> numbers(3, 1);
    const int *data = numbers.data();
    return data[x % 4]; // error: out-of-bounds
}
