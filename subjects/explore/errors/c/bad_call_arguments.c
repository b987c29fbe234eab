/* A function that takes more than it gets. */

static int add(int a, int b) { return a + b; }

int entry(int x)
{
    int (*function)(int) = (int (*)(int))add;
    if (x == 3)
        return function(x); // error: bad-call
    return 0;
}
