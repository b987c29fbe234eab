#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
    assert(mkdir("d", 0755) == 0);
    int d = open("d", O_RDONLY | O_DIRECTORY);
    assert(d >= 0);
    int f = openat(d, "x", O_CREAT | O_WRONLY | O_EXCL, 0600);
    assert(f >= 0 && write(f, "1", 1) == 1);
    assert(openat(d, "x", O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
    assert(openat(AT_FDCWD, "d/x", O_RDONLY) >= 0);
    assert(openat(f, "x", O_RDONLY) == -1 && errno == ENOTDIR);
    assert(openat(99, "x", O_RDONLY) == -1 && errno == EBADF);
    assert(open("d/x/y", O_RDONLY) == -1 && errno == ENOTDIR);
    assert(open("d", O_WRONLY) == -1 && errno == EISDIR);
    assert(unlinkat(d, "x", 0) == 0);
    assert(mkdirat(d, "e", 0700) == 0);
    assert(rmdir("d") == -1 && errno == ENOTEMPTY);
    assert(unlinkat(d, "e", AT_REMOVEDIR) == 0);
    assert(rmdir("d") == 0);
    char name[4097];
    for (int i = 0; i < 4096; i++) name[i] = 'a';
    name[4096] = 0;
    assert(open(name, O_RDONLY) == -1 && errno == ENAMETOOLONG);
    return 0;
}
