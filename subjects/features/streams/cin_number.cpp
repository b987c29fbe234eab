// explore: --sym-stdin 2
// A number of at most two digits.
#include <cassert>
#include <iostream>

int main()
{
    int x;
    if (std::cin >> x) {
        assert(x >= -9 && x <= 99);
        if (x == 42)
            return 0;
    }
    return 0;
}
