// explore: --sym-stdin 2
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>
int main(void)
{
    int p[2];
    assert(pipe(p) == 0);
    fd_set r;
    FD_ZERO(&r);
    FD_SET(p[0], &r);
    struct timeval none = {0, 0};
    assert(select(p[0] + 1, &r, NULL, NULL, &none) == 0 && !FD_ISSET(p[0], &r));
    assert(write(p[1], "x", 1) == 1);
    FD_SET(p[0], &r);
    FD_SET(0, &r);
    fd_set w;
    FD_ZERO(&w);
    FD_SET(1, &w);
    assert(select(p[1] + 1, &r, &w, NULL, &none) == 3);
    assert(FD_ISSET(0, &r) && FD_ISSET(p[0], &r) && FD_ISSET(1, &w));
    struct pollfd f = {p[0], POLLIN, 0};
    assert(poll(&f, 1, 0) == 1 && f.revents == POLLIN);
    close(p[1]);
    char c;
    assert(read(p[0], &c, 1) == 1 && c == 'x');
    assert(poll(&f, 1, 0) == 1 && (f.revents & POLLHUP));
    assert(read(p[0], &c, 1) == 0);
    return 0;
}
