// Room is made before the reference is taken, so the vector does not move.

#include <vector>

extern "C" int entry(int x)
{
    std::vector<int> numbers;
    numbers.reserve(2);
    numbers.push_back(x);
    int &first = numbers.front();
    if (x == 3)
        numbers.push_back(4);
    return first;
}
