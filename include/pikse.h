/*
 * Three things that a source file can say to Pikse: how far to look, what to check, and what to
 * explore.
 *
 * Finitization: a function says how far to look.
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
 * Pikse calls it once, with the size. What it does not mention keeps the bounds that
 * its type gives it. A class is called by its name, a field `class.field`; a field of
 * a nested struct `class.outer.inner`.
 *
 * Checks: a property of every valid structure, for `pikse check`.
 *
 *     PIKSE_CHECK(add_keeps_order, struct bst *t, int x)
 *     {
 *         add(t, x);
 *         PIKSE_ASSERT(rep_ok(t) && contains(t, x));
 *     }
 *     PIKSE_PRE(add_keeps_order, struct bst *t) { return rep_ok(t) && t->size < 6; }
 *     PIKSE_BOUNDS(add_keeps_order, "size=5 x=0..6")
 *
 * A parameter that points to a struct is a valid structure; any other is a value. One that
 * is called `old` (or `old_t`, for a structure `t`) is a copy of the structure as it was
 * before the call. The pre-condition names those parameters that it looks at; without one
 * it is `rep_ok` of every structure. The bounds are options of the command line.
 *
 * Exploration: a harness makes inputs symbolic, for `pikse explore`.
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

/* How many objects of a class there are. */
void pikse_objects(struct pikse_finitization *f, const char *of, long count);

/* The values of an integer field, both ends included. */
void pikse_range(struct pikse_finitization *f, const char *field, long low, long high);

/* The values of an integer field, in this order. */
void pikse_values(struct pikse_finitization *f, const char *field, long count,
                  const long *values);

/* A pointer that is never null. */
void pikse_non_null(struct pikse_finitization *f, const char *field);

/* For pikse.hpp: the name of a class, or of its field at an offset if that is not
 * negative. The text is good until the next call. */
const char *pikse_name(struct pikse_finitization *f, const char *of, long offset);

/* What a PIKSE_ASSERT that is false does. */
__attribute__((noreturn)) void pikse_failed(const char *text, const char *file, int line);

/* Pikse has a function of its own for this. The one here is for programs that are compiled
 * without it, such as a test that repeats what a check found. */
#ifndef __PIKSE__
__attribute__((weak)) void pikse_failed(const char *text, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
    abort();
}
#endif

/* Memory may hold anything from here on: `size` bytes, which tests call `name`. */
void pikse_symbolic(void *at, size_t size, const char *name);

/* Inputs for which the condition is false are not looked at. */
void pikse_assume(int condition);

/* The inputs that lead here are not looked at. */
__attribute__((noreturn)) void pikse_reject(void);

#ifdef __cplusplus
}
#define PIKSE_EXTERN extern "C"
#define PIKSE_BOOL bool
#else
#define PIKSE_EXTERN extern
#define PIKSE_BOOL _Bool
#endif

/* A property: PIKSE_CHECK(name, parameters) { ... }. It is an ordinary function,
 * `pikse_check_name`, which tests can call too. Each has a name of its own, whatever
 * namespace it is in; an unnamed namespace hides it. */
#define PIKSE_CHECK(name, ...)                         \
    PIKSE_EXTERN void pikse_check_##name(__VA_ARGS__); \
    void pikse_check_##name(__VA_ARGS__)

/* Which inputs a property is for: PIKSE_PRE(name, parameters) { return ...; } */
#define PIKSE_PRE(name, ...)                               \
    PIKSE_EXTERN PIKSE_BOOL pikse_pre_##name(__VA_ARGS__); \
    PIKSE_BOOL pikse_pre_##name(__VA_ARGS__)

/* How far to look for the inputs of a property. */
#define PIKSE_BOUNDS(name, text)                               \
    PIKSE_EXTERN const char pikse_bounds_##name[sizeof(text)]; \
    const char pikse_bounds_##name[sizeof(text)] = text;

/* Breaks a property off if a condition is false. */
#define PIKSE_ASSERT(...) \
    ((__VA_ARGS__) ? (void)0 : pikse_failed(#__VA_ARGS__, __FILE__, __LINE__))

/* The same, for harnesses. */
#define pikse_assert(...) PIKSE_ASSERT(__VA_ARGS__)

/* A condition may be anything that can be true: a pointer, or a number wider than an int. */
#define pikse_assume(...) pikse_assume(!!(__VA_ARGS__))

#endif
