// wprintf and wscanf.
#include <assert.h>
#include <stdio.h>
#include <wchar.h>
#include <pikse.h>
int main(void) {
  wchar_t to[32], word[8];
  char narrow[8], c;
  int n, m;
  assert(swprintf(to, 32, L"%d|%5s|%-4ls|%lc|%c", 42, "ab", L"wx", L'y', 'z') == 17 && !wcscmp(to, L"42|   ab|wx  |y|z"));
  wprintf(L"%ls %.3f %#x %%\n", to, 2.5, 255);
  assert(swprintf(to, 4, L"%s", "abcd") < 0 && swprintf(to, 5, L"%s", "abcd") == 4);
  assert(swprintf(to, 32, L"\x263a%lc", 0x20ac) == 2 && to[0] == 0x263a && to[1] == 0x20ac);
  assert(swscanf(L"12 abc xyz 0x1f", L"%d %ls %s %i", &n, word, narrow, &m) == 4 && n == 12 && m == 31);
  assert(!wcscmp(word, L"abc") && narrow[2] == 'z' && swscanf(L"q", L"%c", &c) == 1 && c == 'q');
  unsigned char x;
  pikse_symbolic(&x, 1, "x");
  assert(swprintf(to, 32, L"%u", x) == (x < 10 ? 1 : x < 100 ? 2 : 3));
  fwprintf(stdout, L"%hhu\n", 7);
  return 0;
}
