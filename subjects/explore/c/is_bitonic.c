/* Whether a sequence rises and then falls, or falls and then rises (document 001, Listing 3.1).
 *
 * Each of the N - 1 neighbours falls, rises or stays, and all of that is known after the first loop:
 * 3 to the power of N - 1 paths, 27 for four numbers, 729 for seven. The second loop asks the same
 * again and splits nothing. */

#ifndef N
#define N 4
#endif

int is_bitonic(int a[N])
{
    int first_fall = N - 1, first_rise = N - 1;
    int last_fall = 0, last_rise = 0;

    for (int i = 1; i < N; ++i)
        if (a[i - 1] > a[i])
            last_fall = i;
        else if (a[i - 1] < a[i])
            last_rise = i;

    for (int i = N - 1; i > 0; --i)
        if (a[i - 1] > a[i])
            first_fall = i - 1;
        else if (a[i - 1] < a[i])
            first_rise = i - 1;

    return last_rise <= first_fall || last_fall <= first_rise;
}

/* The same question, answered in another way (the second half of the listing). */
int is_bitonic_too(int a[N])
{
    int i = 1;
    while (i < N && a[i - 1] <= a[i])
        ++i;
    while (i < N && a[i - 1] >= a[i])
        ++i;
    if (i == N)
        return 1;

    i = 1;
    while (i < N && a[i - 1] >= a[i])
        ++i;
    while (i < N && a[i - 1] <= a[i])
        ++i;
    return i == N;
}

/* Both answers are the same on every path of the first. */
int both_agree(int a[N])
{
    return is_bitonic(a) == is_bitonic_too(a);
}
