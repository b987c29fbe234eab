// paths: 2
// pikse_symbolic takes any bytes.
#include <assert.h>
#include <pikse.h>

int main(void)
{
    struct {
        int x, y;
    } s = {1, 2};
    pikse_symbolic(&s.y, sizeof s.y, "y");
    if (s.y == 77)
        return 0;
    assert(s.x == 1);
    return 0;
}
