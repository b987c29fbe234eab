/* Branches that have nothing to do with each other, one a symbolic byte: 2 to the power of N paths.
 * Nearly all the work is splitting states, so this is what forks a second are measured with. */

#include <pikse.h>

#ifndef N
#define N 17
#endif

int main(void)
{
    unsigned char bytes[N];
    int large = 0;
    pikse_symbolic(bytes, sizeof bytes, "bytes");
    for (int k = 0; k < N; k++)
        if (bytes[k] > 99)
            large++;
    return large > N;
}
