// explore: --sym-files 1 8
// glibc's FILE has public members: the buffer for reading is as the program has read it.
#include <assert.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  assert(chmod("A", 0600) == 0);
  FILE *f = fopen("A", "r");
  assert(f && f->_IO_read_end == f->_IO_read_ptr && fileno(f) == f->_fileno);
  assert(__freading(f) && !__fwriting(f) && __freadable(f) && !__fwritable(f));
  int first = getc(f);
  assert(f->_IO_read_end - f->_IO_read_ptr == 7 && f->_IO_read_ptr - f->_IO_read_base == 1);
  assert((unsigned char)f->_IO_read_base[0] == first);
  assert(lseek(fileno(f), 0, SEEK_CUR) == 8 && ftell(f) == 1);
  assert(ungetc('!', f) == '!' && ftell(f) == 0 && getc(f) == '!');
  assert(fseek(f, 8, SEEK_SET) == 0 && getc(f) == EOF && feof(f));
  /* As gnulib's fseeko does. */
  if (f->_IO_read_end == f->_IO_read_ptr && f->_IO_write_ptr == f->_IO_write_base) {
    f->_flags &= ~_IO_EOF_SEEN;
    f->_offset = lseek(fileno(f), 0, SEEK_SET);
  }
  assert(getc(f) == first);
  __fpurge(f);
  assert(f->_IO_read_end == f->_IO_read_ptr && getc(f) == EOF);
  return fclose(f);
}
