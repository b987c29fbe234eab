/* Disjoint sets as records that know the place of their parent and their rank (document 002,
   Table 1). */

#include <stdbool.h>

enum { CAPACITY = 8 };

struct record {
    int parent;
    int rank;
};

struct union_find {
    int size;
    int length;
    struct record *elements[CAPACITY];
};

static bool no_record_twice(struct union_find *set)
{
    for (int i = 0; i < set->size; i++)
        for (int j = i + 1; j < set->size; j++)
            if (set->elements[i] == set->elements[j])
                return false;
    return true;
}

/* Whether ranks grow upwards, and there are no more roots than records of rank 0. */
static bool ranks_fit(struct union_find *set)
{
    int roots = 0;
    for (int i = 0; i < set->size; i++) {
        struct record *record = set->elements[i];
        int parent = record->parent;
        if (parent == i) {
            roots++;
        } else if (parent >= 0 && parent < set->size) {
            struct record *above = set->elements[parent];
            if (above->rank <= record->rank)
                return false;
        }
    }
    int zeros = 0;
    for (int i = 0; i < set->size; i++)
        zeros += set->elements[i]->rank == 0;
    return roots <= zeros;
}

static bool parents_are_in_the_set(struct union_find *set)
{
    for (int i = 0; i < set->size; i++)
        if (set->elements[i]->parent < 0 || set->elements[i]->parent >= set->size)
            return false;
    return true;
}

bool rep_ok(struct union_find *set)
{
    return set->length <= CAPACITY && set->size == set->length && no_record_twice(set)
        && ranks_fit(set) && parents_are_in_the_set(set);
}
