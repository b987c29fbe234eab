#include <pikse.h>
static const int table[2] = {1, 2};
int main(void)
{
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    if (x == 1) *(int *)&table[0] = 5; // error: write-to-constant
    if (x == 2) { char *s = "literal"; s[0] = 'L'; } // error: write-to-constant
    if (x == 3) ((char *)main)[0] = 1; // error: wild-pointer
    return 0;
}
