// Other names of the same functions.
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <string.h>
char *__strdup(const char *);
void *__rawmemchr(const void *, int);
double __pow_finite(double, double) __attribute__((weak));
int __open64(const char *, int, ...);
void *__libc_malloc(size_t);
int main(void) {
  char *copy = __strdup("abc");
  assert(!strcmp(copy, "abc") && __rawmemchr(copy, 'c') == copy + 2 && __open64("/none", 0) == -1);
  assert(__libc_malloc(3) && sinf64(0.5) == sin(0.5) && cosf32(0.5f) == cosf(0.5f) && expf32x(1) == exp(1));
  return 0;
}
