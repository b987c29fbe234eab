/* Structures of types that ordinary C code has. The table in docs/structures.md has the number of valid
   structures of each, with its formula. */

#include <stdbool.h>
#include <string.h>

/* An array with a length and a capacity: a sorted multiset. */
struct stack {
    int *data;
    int len;
    int cap;
};

bool stack_ok(struct stack *s) {
    for (int i = 1; i < s->len; i++)
        if (s->data[i - 1] > s->data[i]) return false;
    return true;
}

/* A string. */
struct word {
    char *text;
};

bool word_ok(struct word *w) {
    if (!w->text) return false;
    unsigned long n = 0;
    while (w->text[n]) n++;
    for (unsigned long i = 0; i < n / 2; i++)
        if (w->text[i] != w->text[n - 1 - i]) return false;
    return true;
}

/* A union with a tag. */
enum kind { INT, BOOL, PAIR };

struct value {
    enum kind kind;
    union {
        int i;
        bool b;
        struct { signed char x, y; } p;
    } as;
};

bool value_ok(struct value *v) {
    switch (v->kind) {
    case INT: return v->as.i > 0;
    case BOOL: return v->as.b;
    default: return v->as.p.x < v->as.p.y;
    }
}

/* Bit-fields. */
struct flags {
    unsigned level : 2;
    unsigned on : 1;
    unsigned off : 1;
};

bool flags_ok(struct flags *f) { return f->level > 0 && f->on != f->off; }

/* An array at the end of a struct. */
struct packet {
    int n;
    int data[];
};

bool packet_ok(struct packet *p) {
    for (int i = 1; i < p->n; i++)
        if (p->data[i - 1] >= p->data[i]) return false;
    return true;
}

/* An array of pointers. */
struct item {
    int key;
};

struct table {
    struct item **slots;
    int count;
};

bool table_ok(struct table *t) {
    for (int i = 0; i < t->count; i++) {
        if (!t->slots[i]) return false;
        for (int j = 0; j < i; j++)
            if (t->slots[i] == t->slots[j]) return false;
    }
    return true;
}

/* Pointers to numbers. */
struct two {
    int *p, *q;
};

bool two_ok(struct two *t) { return t->p == t->q || t->p != t->q; }

/* A floating-point number from a list of values. */
struct sample {
    double weight;
};

bool sample_ok(struct sample *s) { return s->weight > 1.0; }

/* An array of structs. */
struct segment {
    struct { signed char x, y; } ends[2];
};

bool segment_ok(struct segment *s) {
    if (s->ends[0].x != s->ends[1].x) return s->ends[0].x < s->ends[1].x;
    return s->ends[0].y <= s->ends[1].y;
}

/* An array of an enum. */
enum color { RED, GREEN, BLUE };

struct stripes {
    enum color stripes[3];
};

bool stripes_ok(struct stripes *s) {
    return s->stripes[0] != s->stripes[1] && s->stripes[1] != s->stripes[2];
}

/* A function pointer and a union that the predicate does not read. */
struct widget {
    int size;
    void (*draw)(struct widget *);
    union { float f; int i; } any;
};

bool widget_ok(struct widget *w) { return w->size > 0; }

// A list of functions: how two numbers are compared.
int ascending(int one, int other) { return one - other; }
int descending(int one, int other) { return other - one; }

struct sorter {
    int (*compare)(int, int);
    int first, second;
};

int sorter_ok(struct sorter *s)
{
    return s->compare && s->compare(s->first, s->second) <= 0;
}

/* A list whose elements contain its links, as in Linux. */
struct list_head { struct list_head *next, *prev; };
struct task { int key; struct list_head link; };
struct run_queue { struct list_head head; int count; };

#define task_of(place) ((struct task *)((char *)(place) - __builtin_offsetof(struct task, link)))

bool queue_ok(struct run_queue *queue) {
    int count = 0, last = 0;
    for (struct list_head *at = &queue->head;;) {
        if (!at->next || at->next->prev != at) return false;
        at = at->next;
        if (at == &queue->head) return queue->count == count;
        if (++count > 8 || task_of(at)->key < last) return false;
        last = task_of(at)->key;
    }
}
