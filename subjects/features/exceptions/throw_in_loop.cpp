// Landing pads that several calls share, with values that depend on the way there.
#include <cassert>

static int step(int n)
{
    if (n % 3 == 0)
        throw n;
    return n;
}

int main()
{
    int sum = 0, thrown = 0;
    for (int n = 1; n <= 9; n++) {
        int before = sum;
        try {
            sum += step(n);
            sum += step(n + 1);
        } catch (int x) {
            thrown += x;
            assert(sum >= before);
        }
    }
    assert(thrown == 3 + 3 + 6 + 6 + 9 + 9);
    assert(sum == 3 + 2 + 9 + 5 + 15 + 8);
}
