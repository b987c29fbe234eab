/* What the subjects and the programs of these tests say to the machine. */
#ifndef PIKSE_H
#define PIKSE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void pikse_symbolic(void *to, size_t size, const char *name);
void pikse_assume(int condition);
void pikse_reject(void) __attribute__((noreturn));
void pikse_failed(const char *text, const char *file, int line) __attribute__((noreturn));
long pikse_vm_write(int descriptor, const void *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#define pikse_assert(...) \
    ((__VA_ARGS__) ? (void)0 : pikse_failed(#__VA_ARGS__, __FILE__, __LINE__))

#endif
