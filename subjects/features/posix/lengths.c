// Files become longer and shorter; new bytes are zero.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
  char b[8] = "zzzzzzz";
  struct stat s;
  int fd = open("f", O_RDWR | O_CREAT, 0600);
  assert(ftruncate(fd, 5) == 0 && read(fd, b, 8) == 5 && b[0] == 0 && b[4] == 0 && b[5] == 'z');
  assert(lseek(fd, 7, SEEK_SET) == 7 && write(fd, "q", 1) == 1 && pread(fd, b, 8, 4) == 4 && b[3] == 'q' && b[2] == 0);
  assert(truncate("f", 2) == 0 && fstat(fd, &s) == 0 && s.st_size == 2 && lseek(fd, 0, SEEK_END) == 2);
  assert(ftruncate(fd, -1) == -1 && errno == EINVAL && truncate(".", 0) == -1 && errno == EISDIR);
  assert(posix_fallocate(fd, 0, 10) == 0 && fstat(fd, &s) == 0 && s.st_size == 10 && posix_fallocate(fd, -1, 1) == EINVAL);
  struct iovec v[2] = {{"ab", 2}, {"cde", 3}};
  assert(pwritev(fd, v, 2, 0) == 5 && pread(fd, b, 5, 0) == 5 && b[4] == 'e' && lseek(fd, 0, SEEK_CUR) == 2);
  assert(lseek(fd, -3, SEEK_CUR) == -1 && errno == EINVAL && lseek(fd, 0, 9) == -1 && pread(fd, b, 1, -1) == -1);
  int to = open("g", O_RDWR | O_CREAT, 0600);
  off_t at = 1;
  assert(copy_file_range(fd, &at, to, NULL, 3, 0) == 3 && at == 4 && pread(to, b, 8, 0) == 3 && b[0] == 'b');
  assert(fsync(fd) == 0 && fdatasync(99) == -1 && errno == EBADF && posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL) == 0);
  return 0;
}
