#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void)
{
    int fd = open("new", O_CREAT | O_RDWR | O_TRUNC, 0644);
    char a[] = "abc", b[] = "defg", c[3], d[10];
    struct iovec out[2] = {{a, 3}, {b, 4}};
    assert(writev(fd, out, 2) == 7);
    assert(lseek(fd, 0, SEEK_SET) == 0);
    struct iovec in[2] = {{c, 3}, {d, 10}};
    assert(readv(fd, in, 2) == 7);
    assert(!memcmp(c, "abc", 3) && !memcmp(d, "defg", 4));
    assert(pread(fd, c, 2, 5) == 2 && !memcmp(c, "fg", 2));
    assert(pwrite(fd, "XY", 2, 1) == 2);
    assert(lseek(fd, 0, SEEK_CUR) == 7);
    assert(lseek(fd, -6, SEEK_END) == 1);
    assert(read(fd, d, 10) == 6 && !memcmp(d, "XYdefg", 6));
    assert(ftruncate(fd, 2) == 0 && lseek(fd, 0, SEEK_END) == 2);
    struct iovec nothing[1] = {{NULL, 0}};
    assert(readv(fd, nothing, 1) == 0);
    assert(preadv(fd, in, 2, 0) == 2);
    return 0;
}
