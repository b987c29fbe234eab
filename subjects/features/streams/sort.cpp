// The library's own instantiations of std::sort.
#include <algorithm>
#include <cassert>
#include <functional>
#include <pikse.h>
#include <vector>

int main()
{
    std::vector<int> many;
    for (int k = 0; k < 100; k++)
        many.push_back(k * 37 % 101);
    std::sort(many.begin(), many.end());
    assert(std::is_sorted(many.begin(), many.end()) && many[0] == 0);
    std::sort(many.begin(), many.end(), std::greater<int>());
    assert(many[99] == 0);
    double numbers[] = {2.5, -1.0, 0.0};
    std::sort(numbers, numbers + 3);
    assert(numbers[0] == -1.0 && numbers[2] == 2.5);
    unsigned char bytes[3];
    pikse_symbolic(bytes, sizeof bytes, "bytes");
    std::sort(bytes, bytes + 3);
    assert(bytes[0] <= bytes[1] && bytes[1] <= bytes[2]);
}
