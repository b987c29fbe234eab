// The checked functions do what the plain ones do.
#define _FORTIFY_SOURCE 2
#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
int main(int argc, char **argv) {
  char b[32], c[8];
  wchar_t w[16];
  int n = argc + 2;
  assert(sprintf(b, "%d %s", n, "x") == 3 && snprintf(c, sizeof c, "%08d", n) == 8 && strlen(c) == 7);
  assert(swprintf(w, 16, L"%d", n) == 1 && wcscpy(w, L"wide")[3] == L'e' && wcscat(w, L"!")[4] == L'!');
  memset(b, 'a', (size_t)n * 4);
  b[n * 4] = 0;
  assert(strlen(b) == 12 && strncpy(c, b, (size_t)n)[0] == 'a' && wcsncpy(w, L"q", (size_t)n)[1] == 0 && wmemset(w, L'z', (size_t)n)[2] == L'z');
  int p[2];
  assert(pipe(p) == 0 && dprintf(p[1], "%d", n) == 1 && read(p[0], b, (size_t)n) == 1 && b[0] == '3');
  struct pollfd q = {p[0], POLLIN, 0};
  assert(poll(&q, (nfds_t)argc, 0) == 0 && mbstowcs(w, "abc", (size_t)n + 1) == 3 && wcstombs(b, w, (size_t)n + 1) == 3);
  printf("%s %d\n", b, n);
  return 0;
}
