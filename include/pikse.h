/*
 * Finitization in C: a function in the source file says how far to look.
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
 */
#ifndef PIKSE_H
#define PIKSE_H

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

#ifdef __cplusplus
}
#endif

#endif
