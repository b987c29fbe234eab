// Objects of any size and alignment.
#include <cassert>
#include <cstdint>
#include <string>

struct Large {
    char bytes[1000];
};
struct alignas(16) Aligned {
    int x;
};

int main()
{
    try {
        Large large;
        for (int k = 0; k < 1000; k++)
            large.bytes[k] = static_cast<char>(k);
        throw large;
    } catch (const Large &large) {
        for (int k = 0; k < 1000; k++)
            assert(large.bytes[k] == static_cast<char>(k));
    }
    try {
        throw Aligned{3};
    } catch (Aligned &a) {
        assert(reinterpret_cast<uintptr_t>(&a) % 16 == 0 && a.x == 3);
    }
    try {
        throw std::string(100, 'x');
    } catch (const std::string &s) {
        assert(s.size() == 100);
    }
}
