#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    assert(write(1, NULL, 1) == -1 && errno == EFAULT);
    assert(write(1, NULL, 0) == 0);
    assert(read(0, NULL, 0) == 0);
    int fd = open("/dev/full", O_WRONLY);
    assert(fd >= 0 && write(fd, "x", 1) == -1 && errno == ENOSPC);
    int r = open("/dev/zero", O_RDONLY);
    char b[4] = "abc";
    assert(read(r, b, 4) == 4 && b[0] == 0 && b[3] == 0);
    assert(write(r, "x", 1) == -1 && errno == EBADF);
    FILE *f = fopen("/dev/full", "w");
    assert(f && fputs("text", f) >= 0);
    assert(fflush(f) == EOF && errno == ENOSPC && ferror(f));
    clearerr(f);
    assert(!ferror(f));
    assert(!fopen("absent", "r") && errno == ENOENT);
    assert(!fopen("x", "q") && errno == EINVAL);
    return 0;
}
