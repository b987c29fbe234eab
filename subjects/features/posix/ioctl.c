// explore: --sym-stdin 3
#include <assert.h>
#include <errno.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <fcntl.h>
int main(void)
{
    int n;
    int fd = open("f", O_CREAT | O_RDWR, 0600);
    assert(write(fd, "abc", 3) == 3 && lseek(fd, 1, SEEK_SET) == 1);
    assert(ioctl(fd, FIONREAD, &n) == 0 && n == 2);
    struct winsize w;
    assert(ioctl(fd, TIOCGWINSZ, &w) == -1 && errno == ENOTTY);
    struct termios t;
    assert(ioctl(fd, TCGETS, &t) == -1 && errno == ENOTTY);
    assert(tcgetattr(fd, &t) == -1 && errno == ENOTTY);
    assert(isatty(fd) == 0 && errno == ENOTTY);
    assert(isatty(77) == 0 && errno == EBADF);
    return 0;
}
