/*
 * Checks the hash tables of <uthash.h> after every short history of operations.
 *
 *     pikse check uthash.c
 *
 * A hash table contains addresses, hash values and memory blocks that only its own code can
 * create. So Pikse generates a plan instead: a list of steps. The check runs the plan on a
 * table and on an array, the model, and compares the two.
 */
#include <stdbool.h>
#include <stddef.h>

#include <pikse.h>

/* How many allocations still succeed, and how many have failed. */
static int memory;
static int failures;
/* Whether all keys go into one bucket. */
static bool collide;

#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(item) ((void)(item), failures++)
#define uthash_malloc(size) (memory-- > 0 ? malloc(size) : NULL)
#define HASH_FUNCTION(key, length, hash) ((hash) = collide ? 7 : *(const unsigned *)(key))
#include <uthash.h>

enum kind { ADD, ADD_IN_ORDER, REPLACE, DELETE, SORT, CLEAR };

struct step {
    struct step *next;
    enum kind kind;
    int key;
};
struct plan {
    struct step *first;
};

/* A plan adds only absent keys, as the manual requires, and deletes only present ones. */
bool rep_ok(struct plan *plan)
{
    unsigned there = 0;
    for (struct step *step = plan->first; step; step = step->next) {
        for (struct step *other = plan->first; other != step; other = other->next)
            if (step->next == other)
                return false;
        if (step->next == step)
            return false;
        if (step->kind == SORT || step->kind == CLEAR) {
            if (!there || step->key != 1)
                return false;
            if (step->kind == CLEAR)
                there = 0;
            continue;
        }
        unsigned bit = 1u << step->key;
        if (step->kind != REPLACE && !(there & bit) != (step->kind != DELETE))
            return false;
        there = step->kind == DELETE ? there & ~bit : there | bit;
    }
    return true;
}

struct item {
    int key;
    UT_hash_handle hh;
};

static int compare(const struct item *a, const struct item *b)
{
    return (a->key > b->key) - (a->key < b->key);
}

/* The model: the expected items, in iteration order. */
struct model {
    struct item *at[32];
    int count;
};

static int find(struct model *model, int key)
{
    int i = 0;
    while (i < model->count && model->at[i]->key != key)
        i++;
    return i;
}

static void insert(struct model *model, int index, struct item *item)
{
    for (int i = model->count++; i > index; i--)
        model->at[i] = model->at[i - 1];
    model->at[index] = item;
}

static void delete(struct model *model, int index)
{
    model->count--;
    for (int i = index; i < model->count; i++)
        model->at[i] = model->at[i + 1];
}

static void sort(struct model *model)
{
    for (int i = 1; i < model->count; i++)
        for (int j = i; j > 0 && compare(model->at[j - 1], model->at[j]) > 0; j--) {
            struct item *item = model->at[j];
            model->at[j] = model->at[j - 1];
            model->at[j - 1] = item;
        }
}

/* The index of the first larger item. */
static int place_in_order(struct model *model, struct item *item)
{
    int i = 0;
    while (i < model->count && compare(model->at[i], item) <= 0)
        i++;
    return i;
}

static void same(struct item *table, struct model *model)
{
    PIKSE_ASSERT((int)HASH_COUNT(table) == model->count);
    struct item *item, *next, *last = NULL;
    int i = 0;
    HASH_ITER(hh, table, item, next) {
        PIKSE_ASSERT(i < model->count && item == model->at[i++] && item->hh.prev == last);
        last = item;
    }
    PIKSE_ASSERT(i == model->count);
    PIKSE_ASSERT(!table || ELMT_FROM_HH(table->hh.tbl, table->hh.tbl->tail) == last);
    for (int key = 0; key < 4; key++) {
        HASH_FIND_INT(table, &key, item);
        int index = find(model, key);
        PIKSE_ASSERT(item == (index < model->count ? model->at[index] : NULL));
    }
}

static struct item *run(struct item *table, struct model *model, struct step *step,
                        struct item *item)
{
    struct item *there;
    int index = find(model, step->key), failed = failures;
    item->key = step->key;
    switch (step->kind) {
    case ADD:
        HASH_ADD_INT(table, key, item);
        if (failures == failed)
            insert(model, model->count, item);
        break;
    case ADD_IN_ORDER:
        HASH_ADD_INORDER(hh, table, key, sizeof(int), item, compare);
        if (failures == failed)
            insert(model, place_in_order(model, item), item);
        break;
    case REPLACE:
        HASH_REPLACE_INT(table, key, item, there);
        PIKSE_ASSERT(there == (index < model->count ? model->at[index] : NULL));
        if (there)
            delete(model, index);
        if (failures == failed)
            insert(model, model->count, item);
        break;
    case DELETE:
        if (index < model->count) {
            HASH_DEL(table, model->at[index]);
            delete(model, index);
        }
        break;
    case SORT:
        HASH_SORT(table, compare);
        sort(model);
        break;
    case CLEAR:
        HASH_CLEAR(hh, table);
        model->count = 0;
        break;
    }
    /* Documented: one call of the handler per failure, and the item is in no table. */
    PIKSE_ASSERT(failures == failed || (failures == failed + 1 && !item->hh.tbl));
    same(table, model);
    return table;
}

/* Adds `fill` items first. A bucket with ten items makes the table grow. */
static void run_all(struct plan *plan, int fill)
{
    struct item items[32], *table = NULL;
    struct model model = {.count = 0};
    int used = 0;
    failures = 0;
    while (used < fill) {
        struct step step = {.kind = ADD, .key = 100 + used};
        table = run(table, &model, &step, &items[used]);
        used++;
    }
    for (struct step *step = plan->first; step; step = step->next)
        table = run(table, &model, step, &items[used++]);
    HASH_CLEAR(hh, table);
}

PIKSE_CHECK(histories, struct plan *plan, bool one_bucket, int fill)
{
    collide = one_bucket;
    memory = 100;
    run_all(plan, fill);
    PIKSE_ASSERT(failures == 0);
}
PIKSE_BOUNDS(histories, "size=4 range:step.key=1..2 fill=0,7,8,9")

/* The first `allocations` succeed, later ones fail, and items added before stay. */
PIKSE_CHECK(out_of_memory, struct plan *plan, int allocations, int fill)
{
    collide = true;
    memory = allocations;
    run_all(plan, fill);
}
PIKSE_BOUNDS(out_of_memory, "size=4 range:step.key=1..2 allocations=0..4 fill=0,7,8,9")
