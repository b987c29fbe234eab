// A reference into a vector that has grown since.

#include <vector>

extern "C" int entry(int x)
{
    std::vector<int> numbers;
    numbers.push_back(x);
    int &first = numbers.front();
    if (x == 3)
        numbers.push_back(4);
    return first; // error: use-after-free
}
