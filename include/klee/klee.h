/*
 * KLEE's functions, for harnesses that were written for KLEE. `pikse explore` supports them. In new
 * harnesses, include <pikse.h> instead.
 */
#ifndef PIKSE_KLEE_KLEE_H
#define PIKSE_KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);
int klee_int(const char *name);
/* A number from `begin` to `end` - 1. */
int klee_range(int begin, int end, const char *name);
/* A number below `n`. */
uintptr_t klee_choose(uintptr_t n);

/* Rejected paths: a path is rejected if its assumption is false or if it exits silently. (KLEE reports
 * an error if an assumption cannot hold.) */
void klee_assume(uintptr_t condition);
__attribute__((noreturn)) void klee_silent_exit(int status);

/* Errors. */
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message,
                                                 const char *suffix);
__attribute__((noreturn)) void pikse_failed(const char *text, const char *file, int line);
#define klee_assert(...) \
    ((__VA_ARGS__) ? (void)0 : pikse_failed(#__VA_ARGS__, __FILE__, __LINE__))

/* Whether a value is symbolic, and one of its possible values. */
unsigned klee_is_symbolic(uintptr_t n);
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* Memory. */
size_t klee_get_obj_size(void *ptr);
void klee_check_memory_access(const void *address, size_t size);
/* Makes memory at this address valid; it is zero at first. */
void klee_define_fixed_object(void *addr, size_t nbytes);
int klee_get_errno(void);

/* Messages. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int arg);
void klee_stack_trace(void);

/* Preferences: tests satisfy the condition if their path allows it. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Control of KLEE's search. States are never merged, so klee_open_merge and klee_close_merge do
 * nothing. After klee_set_forking(0) a path takes one side of each branch, and the result is
 * incomplete. */
void klee_mark_global(void *object);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_set_forking(unsigned enable);
unsigned klee_is_replay(void);

#ifdef __cplusplus
}
#endif

#endif
