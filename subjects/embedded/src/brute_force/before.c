/* What a brute-force driver has before the subject's text: choices, objects, and a heap that knows
   what is allocated. Every block ends at a page that cannot be touched, and a freed block cannot be
   touched either, so that a stray access ends the process. */

#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static bool every_graph; /* whether pointers may lead to objects that were met before */

enum { MAX_CHOICES = 256, MAX_BLOCKS = 256, PAGE = 4096, MAX_KINDS = 32 };

/* How many inputs failed in one way, and the objects of the smallest of them. */
struct failures {
    char kind[64];
    long count;
    int objects;
};

/* What a child tells its parent, in memory that both see. */
static struct shared {
    int digits[MAX_CHOICES]; /* the odometer */
    int ends[MAX_CHOICES];
    int known; /* digits that are set */
    int met;   /* digits that this candidate has asked for */
    long inputs;
    int objects; /* of the input that runs */
    bool is_done;
    bool is_told; /* the failure that ended the child is noted already */
    struct failures failures[MAX_KINDS];
    int kinds;
} *shared;

static jmp_buf candidate_end;

/* The next choice: a number from `low` to `high`. Every candidate is one row of choices. */
static int pick(int low, int high)
{
    if (high < low || shared->met == MAX_CHOICES)
        longjmp(candidate_end, 1);
    if (shared->met == shared->known)
        shared->digits[shared->known++] = 0;
    shared->ends[shared->met] = high - low;
    return low + shared->digits[shared->met++];
}

/* Turns the odometer; false if it has been everywhere. */
static bool turn(void)
{
    shared->known = shared->met;
    while (shared->known > 0 && shared->digits[shared->known - 1] == shared->ends[shared->known - 1])
        shared->known--;
    if (shared->known == 0)
        return false;
    shared->digits[shared->known - 1]++;
    return true;
}

static void note(const char *kind)
{
    int i = 0;
    while (i < shared->kinds && strcmp(shared->failures[i].kind, kind) != 0)
        i++;
    if (i == MAX_KINDS)
        return;
    struct failures *at = &shared->failures[i];
    if (i == shared->kinds) {
        shared->kinds++;
        snprintf(at->kind, sizeof at->kind, "%s", kind);
        at->objects = shared->objects;
    }
    at->count++;
    if (shared->objects < at->objects)
        at->objects = shared->objects;
}

/* What has failed may have left anything behind: the next input gets a new process. */
static void fail(const char *kind)
{
    note(kind);
    shared->is_told = true;
    _exit(1);
}

struct block {
    char *base;
    size_t size;
    bool is_free;
    bool is_copy;   /* of the state before the call */
    bool is_marked;
};

static struct block blocks[MAX_BLOCKS];
static int block_count;
static char *arena; /* for each block a page, and one behind it that cannot be touched */

static struct block *allocate(size_t size, int fill)
{
    if (block_count == MAX_BLOCKS || size > PAGE)
        abort();
    char *page = arena + (size_t)block_count * 2 * PAGE;
    struct block *block = &blocks[block_count++];
    *block = (struct block){page + PAGE - size, size, false, false, false};
    memset(block->base, fill, size);
    return block;
}

static void forget_blocks(void)
{
    for (int i = 0; i < block_count; i++)
        if (blocks[i].is_free)
            mprotect(arena + (size_t)i * 2 * PAGE, PAGE, PROT_READ | PROT_WRITE);
    block_count = 0;
}

/* A pointer to anything. C++ has to be told that it becomes a pointer to what is asked for. */
#ifdef __cplusplus
struct any {
    void *to;
    any(void *to = NULL) : to(to) {}
    template <typename T> operator T *() const { return static_cast<T *>(to); }
};
#else
typedef void *any;
#endif

/* An object of a candidate. */
static any object(size_t size)
{
    return allocate(size, 0)->base;
}

static void *checked_malloc(size_t size)
{
    return allocate(size, 0xa5)->base;
}

static void checked_free(void *pointer)
{
    if (!pointer)
        return;
    for (int i = 0; i < block_count; i++) {
        if (blocks[i].base != pointer || blocks[i].is_copy)
            continue;
        if (blocks[i].is_free)
            fail("bad free");
        blocks[i].is_free = true;
        mprotect(arena + (size_t)i * 2 * PAGE, PAGE, PROT_NONE);
        return;
    }
    fail("bad free");
}

static struct block *block_of(const char *pointer)
{
    uintptr_t offset = (uintptr_t)pointer - (uintptr_t)arena;
    uintptr_t i = offset / (2 * PAGE);
    if (i >= (uintptr_t)block_count)
        return NULL;
    struct block *block = &blocks[i];
    return pointer >= block->base && pointer < block->base + block->size ? block : NULL;
}

/* Objects with pointers begin and end at multiples of a pointer's size. */
#define FOR_EACH_WORD(word, block)                                                               \
    if ((block)->size % sizeof(char *) == 0)                                                     \
        for (char **word = (char **)(void *)(block)->base;                                       \
             word < (char **)(void *)((block)->base + (block)->size); word++)

/* Marks what can be reached; how many objects that makes. */
static int mark(struct block *block)
{
    if (!block || block->is_marked || block->is_free)
        return 0;
    block->is_marked = true;
    int count = 1;
    FOR_EACH_WORD(word, block)
        count += mark(block_of(*word));
    return count;
}

/* Copies the marked blocks; pointers between them lead to the copies. */
static int copy_of[MAX_BLOCKS];

static char *copied(const void *pointer)
{
    struct block *block = block_of((const char *)pointer);
    return blocks[copy_of[block - blocks]].base + ((const char *)pointer - block->base);
}

static void copy_marked(void)
{
    int count = block_count;
    for (int i = 0; i < count; i++) {
        if (!blocks[i].is_marked)
            continue;
        copy_of[i] = block_count;
        struct block *copy = allocate(blocks[i].size, 0);
        memcpy(copy->base, blocks[i].base, copy->size);
        copy->is_copy = true;
    }
    for (int i = count; i < block_count; i++)
        FOR_EACH_WORD(word, &blocks[i])
            if (block_of(*word))
                *word = copied(*word);
}

static void unmark(void)
{
    for (int i = 0; i < block_count; i++)
        blocks[i].is_marked = false;
}

static bool has_leak(void)
{
    for (int i = 0; i < block_count; i++)
        if (!blocks[i].is_marked && !blocks[i].is_free && !blocks[i].is_copy)
            return true;
    return false;
}

/* The objects of one class that a candidate has, in the order in which they are met. */
struct pool {
    size_t size;
    int limit;
    int count;
    any at[64];
};

/* No object, or a new one; if every graph is wanted, also each that is there. */
static any link_in(struct pool *pool)
{
    int there = every_graph ? pool->count : 0;
    int choice = pick(0, there + (pool->count < pool->limit));
    if (choice == 0)
        return NULL;
    if (choice <= there)
        return pool->at[choice - 1];
    pool->at[pool->count] = object(pool->size);
    return pool->at[pool->count++];
}

/* No object, or one of those that are there. */
static any back_link(struct pool *pool)
{
    int choice = pick(0, pool->count);
    return choice == 0 ? (any)NULL : pool->at[choice - 1];
}

#ifdef __cplusplus

static bool is_under_test; /* the call, not the predicate and the conditions */

void *operator new(size_t size)
{
    return is_under_test ? checked_malloc(size) : malloc(size);
}

void operator delete(void *pointer) noexcept
{
    char *at = (char *)pointer;
    if (at >= arena && at < arena + (size_t)MAX_BLOCKS * 2 * PAGE)
        checked_free(pointer);
    else
        free(pointer);
}

void operator delete(void *pointer, size_t) noexcept
{
    operator delete(pointer);
}

#else

#define malloc checked_malloc
#define free checked_free
#define calloc no_calloc_in_subjects
#define realloc no_realloc_in_subjects

#endif
