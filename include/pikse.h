/*
 * Pikse in C: bounds, checks, and harnesses for exploration.
 *
 * Bounds: the function `finitize` says how many objects there are and which values fields have.
 *
 *     #include <pikse.h>
 *
 *     void finitize(struct pikse_finitization *f, int n)
 *     {
 *         pikse_objects(f, "node", n);
 *         pikse_range(f, "node.data", 1, n);
 *         pikse_non_null(f, "node.next");
 *     }
 *
 * Pikse calls it once, with the value of --size as `n`. Fields that it does not mention keep the
 * default bounds of their type. Name a class by its struct name, a field as `class.field`, and a
 * field of a nested struct as `class.outer.inner`.
 *
 * Checks: `pikse check` runs a property on every valid structure.
 *
 *     PIKSE_CHECK(add_keeps_order, struct bst *t, int x)
 *     {
 *         add(t, x);
 *         PIKSE_ASSERT(rep_ok(t) && contains(t, x));
 *     }
 *     PIKSE_PRE(add_keeps_order, struct bst *t) { return rep_ok(t) && t->size < 6; }
 *     PIKSE_BOUNDS(add_keeps_order, "size=5 x=0..6")
 *
 * A parameter that points to a struct is a structure; any other is a scalar. A parameter named
 * `old` (or `old_t`, for a structure `t`) is a copy of the structure from before the call. The
 * pre-condition lists the parameters that it needs, by name. Without a pre-condition, every
 * structure must satisfy `rep_ok`. Bounds are written like command-line options, without `--`.
 *
 * Harnesses: `pikse explore` runs every path with symbolic input.
 *
 *     int main(void)
 *     {
 *         int x;
 *         pikse_symbolic(&x, sizeof x, "x");
 *         pikse_assume(x > 0);
 *         pikse_assert(half(x) < x);
 *         return 0;
 *     }
 */
#ifndef PIKSE_H
#define PIKSE_H

#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pikse_finitization;

/* Sets the number of objects of a class. */
void pikse_objects(struct pikse_finitization *f, const char *of, long count);

/* Sets the values of an integer field to low, ..., high. */
void pikse_range(struct pikse_finitization *f, const char *field, long low, long high);

/* Sets the values of an integer field to a list, in this order. */
void pikse_values(struct pikse_finitization *f, const char *field, long count,
                  const long *values);

/* Excludes null from a pointer field. */
void pikse_non_null(struct pikse_finitization *f, const char *field);

/* For pikse.hpp only: returns the name of a class, or of its field at `offset` if that is not
 * negative. The text is valid until the next call. */
const char *pikse_name(struct pikse_finitization *f, const char *of, long offset);

/* Reports a failed PIKSE_ASSERT. */
__attribute__((noreturn)) void pikse_failed(const char *text, const char *file, int line);

/* Pikse defines this function itself. The definition here is for programs that are compiled
 * without Pikse, such as a generated regression test. */
#ifndef __PIKSE__
__attribute__((weak)) void pikse_failed(const char *text, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
    abort();
}
#endif

/* Makes `size` bytes of memory symbolic. Tests call this input `name`. */
void pikse_symbolic(void *at, size_t size, const char *name);

/* Rejects the path if the condition is false. */
void pikse_assume(int condition);

/* Rejects the path. */
__attribute__((noreturn)) void pikse_reject(void);

#ifdef __cplusplus
}
#define PIKSE_EXTERN extern "C"
#define PIKSE_BOOL bool
#else
#define PIKSE_EXTERN extern
#define PIKSE_BOOL _Bool
#endif

/* Defines a check: PIKSE_CHECK(name, parameters) { ... }. It is an ordinary function,
 * `pikse_check_name`, which tests can call too. Names must be unique in the program, even in
 * different namespaces. Pikse does not find a check in an unnamed namespace. */
#define PIKSE_CHECK(name, ...)                         \
    PIKSE_EXTERN void pikse_check_##name(__VA_ARGS__); \
    void pikse_check_##name(__VA_ARGS__)

/* Defines the pre-condition of a check: PIKSE_PRE(name, parameters) { return ...; } */
#define PIKSE_PRE(name, ...)                               \
    PIKSE_EXTERN PIKSE_BOOL pikse_pre_##name(__VA_ARGS__); \
    PIKSE_BOOL pikse_pre_##name(__VA_ARGS__)

/* Sets the bounds of a check. */
#define PIKSE_BOUNDS(name, text)                               \
    PIKSE_EXTERN const char pikse_bounds_##name[sizeof(text)]; \
    const char pikse_bounds_##name[sizeof(text)] = text;

/* Fails the check if the condition is false. */
#define PIKSE_ASSERT(...) \
    ((__VA_ARGS__) ? (void)0 : pikse_failed(#__VA_ARGS__, __FILE__, __LINE__))

/* The same for harnesses: reports an error if the condition is false. */
#define pikse_assert(...) PIKSE_ASSERT(__VA_ARGS__)

/* The condition may be any scalar, such as a pointer or a number wider than an int. */
#define pikse_assume(...) pikse_assume(!!(__VA_ARGS__))

#endif
