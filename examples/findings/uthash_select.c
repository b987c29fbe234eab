/*
 * Finding: HASH_SELECT of <uthash.h> 2.3.0 leaves a table that HASH_ADD then corrupts.
 *
 *     pikse check uthash_select.c
 *
 * "The destination hash may already have items in it; the selected items are added to it"
 * (the user guide). The check tests only this.
 */
#include <stdbool.h>
#include <stddef.h>

#include <pikse.h>
#include <uthash.h>

struct item {
    int key;
    UT_hash_handle hh; /* in the source */
    UT_hash_handle ah; /* in the destination */
};

#define EVERY(item) true

/* Whether iteration over the destination visits HASH_CNT items. */
static bool is_whole(struct item *table)
{
    unsigned met = 0;
    struct item *item, *next;
    HASH_ITER(ah, table, item, next)
        met++;
    return met == HASH_CNT(ah, table);
}

/* The destination starts with `before` items, gets `selected` items from another table, and
 * then `after` more. */
PIKSE_CHECK(select, int before, int selected, int after)
{
    struct item items[9], *source = NULL, *destination = NULL;
    int used = 0;
    for (int i = 0; i < before; i++) {
        items[used].key = used;
        HASH_ADD(ah, destination, key, sizeof(int), &items[used]);
        used++;
    }
    for (int i = 0; i < selected; i++) {
        items[used].key = used;
        HASH_ADD_INT(source, key, &items[used]);
        used++;
    }
    HASH_SELECT(ah, destination, hh, source, EVERY);
    PIKSE_ASSERT(is_whole(destination));
    for (int i = 0; i < after; i++) {
        items[used].key = used;
        HASH_ADD(ah, destination, key, sizeof(int), &items[used]);
        used++;
    }
    PIKSE_ASSERT(is_whole(destination));
    HASH_CLEAR(ah, destination);
    HASH_CLEAR(hh, source);
}
PIKSE_BOUNDS(select, "size=3 before=0..3 selected=0..3 after=0..3")
