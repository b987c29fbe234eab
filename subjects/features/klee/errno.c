#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
    errno = 0;
    assert(klee_get_errno() == 0);
    assert(close(77) == -1);
    assert(klee_get_errno() == EBADF);
    return 0;
}
