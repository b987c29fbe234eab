// Descriptors of events and timers, and epoll.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <unistd.h>
int main(void) {
  eventfd_t n;
  int e = eventfd(2, EFD_NONBLOCK), s = eventfd(2, EFD_SEMAPHORE), p[2], q = epoll_create1(0);
  assert(eventfd_write(e, 3) == 0 && eventfd_read(e, &n) == 0 && n == 5 && read(e, &n, 8) == -1 && errno == EAGAIN);
  assert(read(s, &n, 8) == 8 && n == 1 && read(s, &n, 4) == -1 && errno == EINVAL);
  assert(pipe(p) == 0);
  struct epoll_event event = {EPOLLIN, {.fd = p[0]}}, got[4];
  assert(epoll_ctl(q, EPOLL_CTL_ADD, p[0], &event) == 0 && epoll_ctl(q, EPOLL_CTL_ADD, p[0], &event) == -1 && errno == EEXIST);
  assert(epoll_wait(q, got, 4, 0) == 0 && write(p[1], "x", 1) == 1 && epoll_wait(q, got, 4, -1) == 1);
  assert(got[0].data.fd == p[0] && got[0].events == EPOLLIN && epoll_ctl(q, EPOLL_CTL_DEL, p[0], 0) == 0);
  int t = timerfd_create(CLOCK_MONOTONIC, 0);
  struct itimerspec set = {{0, 0}, {0, 1000000}}, left;
  uint64_t count;
  assert(timerfd_settime(t, 0, &set, 0) == 0 && timerfd_gettime(t, &left) == 0 && left.it_value.tv_nsec <= 1000000);
  event.data.fd = t;
  assert(epoll_ctl(q, EPOLL_CTL_ADD, t, &event) == 0 && epoll_wait(q, got, 4, 1000) == 1 && got[0].data.fd == t);
  assert(read(t, &count, 8) == 8 && count == 1 && close(t) == 0);
  int m = memfd_create("memory", MFD_CLOEXEC);
  assert(m >= 0 && ftruncate(m, 10) == 0 && pwrite(m, "abc", 3, 2) == 3 && lseek(m, 0, SEEK_END) == 10);
  return 0;
}
