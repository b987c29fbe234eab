// Strings of wide characters.
// exit: 0 1 2
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>
#include <pikse.h>
int main(void) {
  wchar_t a[16] = L"one", b[16], *rest, *token;
  assert(wcslen(wcscat(a, L", two")) == 8 && wcscmp(wcscpy(b, a), a) == 0 && wcsrchr(a, L'o') == a + 7);
  assert(wcsstr(a, L"tw") == a + 5 && wcspbrk(a, L"t,") == a + 3 && wcsspn(a, L"noe") == 3 && wcscspn(a, L",") == 3);
  token = wcstok(b, L", ", &rest);
  assert(!wcscmp(token, L"one") && !wcscmp(wcstok(0, L", ", &rest), L"two") && !wcstok(0, L", ", &rest));
  wchar_t *copy = wcsdup(a);
  assert(wcscasecmp(copy, L"ONE, TWO") == 0 && wcsncasecmp(copy, L"ONLY", 2) == 0 && wcscasecmp(L"a", L"C") < 0);
  free(copy);
  assert(wcscoll(L"a", L"b") < 0 && wcsxfrm(b, L"abc", 16) == 3 && wmempcpy(b, a, 3) == b + 3);
  assert(*wcschrnul(a, L'?') == 0 && wcpcpy(b, L"xy") == b + 2 && wcsncat(b, L"zzz", 1)[2] == L'z' && wcslen(b) == 3);
  wchar_t w[3];
  pikse_symbolic(w, sizeof w, "w");
  w[2] = 0;
  if (!wcscmp(w, L"hi")) return 1;
  return wcschr(w, L'!') ? 2 : 0;
}
