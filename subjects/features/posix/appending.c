// Streams that append, update and truncate.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[16] = {0};
  FILE *f = fopen("f", "wx");
  assert(f && fputs("abc", f) >= 0 && fgetc(f) == EOF && ferror(f) && errno == EBADF && fclose(f) == 0);
  assert(fopen("f", "wx") == NULL && errno == EEXIST && fopen("none", "r+") == NULL && errno == ENOENT);
  assert((f = fopen("f", "a+")) && fputs("de", f) >= 0 && fseek(f, 0, SEEK_SET) == 0 && fputs("f", f) >= 0);
  rewind(f);
  assert(fread(b, 1, 16, f) == 6 && !strcmp(b, "abcdef") && feof(f) && fclose(f) == 0);
  assert((f = fopen("f", "r+")) && fgetc(f) == 'a' && fseek(f, 0, SEEK_CUR) == 0 && fputc('X', f) == 'X' && fseek(f, 0, SEEK_CUR) == 0);
  assert(fgetc(f) == 'c' && ftell(f) == 3 && fputs("q", f) < 2 && fclose(f) == 0);
  assert((f = fopen("f", "r")) && fputc('x', f) == EOF && errno == EBADF && fopen("f", "q") == NULL && errno == EINVAL);
  assert(fgets(b, 4, f) && !strcmp(b, "aXc") && freopen("f", "w", f) == f && fclose(f) == 0);
  assert((f = fopen("f", "r")) && fgetc(f) == EOF && feof(f));
  return fclose(f);
}
