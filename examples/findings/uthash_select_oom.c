/*
 * Finding: HASH_SELECT of <uthash.h> 2.3.0 calls the out-of-memory handler while the
 * destination still has a dangling pointer.
 *
 *     pikse check uthash_select_oom.c
 *
 * "Before the call to uthash_nonfatal_oom, the hash table is rolled back to the state it
 * was in prior to the problematic insertion [...] It is safe to throw or longjmp out of the
 * handler. [...] In any case, elt->hh.tbl will be NULL" (the user guide).
 */
#include <stdbool.h>
#include <stddef.h>

#include <pikse.h>

/* How many allocations still succeed. */
static int memory;
static void failed(void *item);

#define HASH_NONFATAL_OOM 1
#define uthash_malloc(size) (memory-- > 0 ? malloc(size) : NULL)
#define uthash_nonfatal_oom(item) failed(item)
#include <uthash.h>

struct item {
    int key;
    UT_hash_handle hh; /* in the source */
    UT_hash_handle ah; /* in the destination */
};
static struct item *destination;

#define EVERY(item) true

static void failed(void *item)
{
    PIKSE_ASSERT(!destination);
    PIKSE_ASSERT(!((struct item *)item)->ah.tbl);
}

/* The source needs two allocations; the destination needs two more. */
PIKSE_CHECK(select_out_of_memory, int allocations)
{
    struct item item = {.key = 1}, *source = NULL;
    memory = allocations;
    HASH_ADD_INT(source, key, &item);
    HASH_SELECT(ah, destination, hh, source, EVERY);
    HASH_CLEAR(ah, destination);
    HASH_CLEAR(hh, source);
}
PIKSE_BOUNDS(select_out_of_memory, "size=4 allocations=2..n")
