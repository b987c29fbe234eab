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

/* The root of the set of a record. Every record on the way gets the root as its parent. */
static int root_of(struct union_find *set, int x)
{
    int root = x;
    while (set->elements[root]->parent != root)
        root = set->elements[root]->parent;
    while (x != root) {
        struct record *record = set->elements[x];
        x = record->parent;
        record->parent = root;
    }
    return root;
}

/* The root of the set of a record; -1 if there is no such record. */
int union_find_find(struct union_find *set, int x)
{
    if (x < 0 || x >= set->size)
        return -1;
    return root_of(set, x);
}

/* Makes one set of those of two records; false if they are one already, or if there is no such
   record. */
bool union_find_merge(struct union_find *set, int x, int y)
{
    if (x < 0 || x >= set->size || y < 0 || y >= set->size)
        return false;
    int a = root_of(set, x);
    int b = root_of(set, y);
    if (a == b)
        return false;
    if (set->elements[a]->rank < set->elements[b]->rank) {
        int other = a;
        a = b;
        b = other;
    }
    set->elements[b]->parent = a;
    if (set->elements[a]->rank == set->elements[b]->rank)
        set->elements[a]->rank++;
    return true;
}

static int top(const struct union_find *set, int x)
{
    while (set->elements[x]->parent != x)
        x = set->elements[x]->parent;
    return x;
}

static bool is_record(const struct union_find *set, int x)
{
    return x >= 0 && x < set->size;
}

/* After `union_find_find`: it is the root, no record has another one, and the way to it is
   short. */
bool found(const struct union_find *old, const struct union_find *set, int x, int result)
{
    if (set->size != old->size)
        return false;
    for (int i = 0; i < old->size; i++)
        if (top(set, i) != top(old, i) || set->elements[i]->rank != old->elements[i]->rank)
            return false;
    if (!is_record(old, x))
        return result == -1;
    return result == top(old, x) && set->elements[x]->parent == result;
}

/* After `union_find_merge`: two records are in one set if they were, or if their sets are those
   of `x` and `y`. */
bool merged(const struct union_find *old, const struct union_find *set, int x, int y, bool result)
{
    bool can_merge = is_record(old, x) && is_record(old, y) && top(old, x) != top(old, y);
    if (result != can_merge || set->size != old->size)
        return false;
    for (int i = 0; i < old->size; i++)
        for (int j = 0; j < i; j++) {
            int a = top(old, i);
            int b = top(old, j);
            bool is_one = a == b;
            if (can_merge) {
                int first = top(old, x);
                int second = top(old, y);
                is_one = is_one || (a == first && b == second) || (a == second && b == first);
            }
            if ((top(set, i) == top(set, j)) != is_one)
                return false;
        }
    return true;
}
