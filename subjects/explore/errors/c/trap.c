/* Giving up without the library. */

int entry(int x)
{
    if (x == -1)
        __builtin_trap(); // error: abort
    return 0;
}
