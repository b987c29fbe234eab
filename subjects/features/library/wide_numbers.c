// Numbers in wide text.
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <wchar.h>
#include <pikse.h>
int main(void) {
  wchar_t *end;
  const wchar_t *text = L"  -0x1fz";
  assert(wcstol(text, &end, 0) == -31 && end == text + 7 && wcstoul(L"077", 0, 0) == 63);
  assert(wcstod(L"1.5e3 ", &end) == 1500 && *end == L' ' && wcstof(L"0.25", 0) == 0.25f && wcstold(L"2.5", 0) == 2.5L);
  errno = 0;
  assert(wcstoll(L"99999999999999999999", 0, 10) == LLONG_MAX && errno == ERANGE && wcstoimax(L"7", 0, 10) == 7);
  wchar_t digit[2];
  pikse_symbolic(digit, sizeof digit, "digit");
  digit[1] = 0;
  long value = wcstol(digit, &end, 10);
  assert(end == digit ? value == 0 : value == digit[0] - L'0');
  return 0;
}
