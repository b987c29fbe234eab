/* Structures of types that ordinary C code has. The table in docs/structures.md has the number of valid
   structures of each, with its formula. */

#include <stdbool.h>
#include <stdlib.h>
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

void stack_push(struct stack *s, int x) {
    if (s->len == s->cap) {
        s->cap = s->len + 1;
        s->data = realloc(s->data, s->cap * sizeof *s->data);
    }
    int at = s->len++;
    for (; at > 0 && s->data[at - 1] > x; at--) s->data[at] = s->data[at - 1];
    s->data[at] = x;
}

int stack_pop(struct stack *s) {
    if (s->len == 0) return -1;
    return s->data[--s->len];
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

/* Removes the first and the last letter. */
void word_peel(struct word *w) {
    unsigned long n = strlen(w->text);
    if (n < 2) return;
    memmove(w->text, w->text + 1, n - 2);
    w->text[n - 2] = 0;
}

bool word_has(struct word *w, int letter) {
    for (const char *at = w->text; *at; at++)
        if (*at == 'a' + letter) return true;
    return false;
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

void value_grow(struct value *v) {
    switch (v->kind) {
    case INT:
        v->as.i++;
        break;
    case BOOL:
        break;
    default:
        v->as.p.y++;
    }
}

/* Bit-fields. */
struct flags {
    unsigned level : 2;
    unsigned on : 1;
    unsigned off : 1;
};

bool flags_ok(struct flags *f) { return f->level > 0 && f->on != f->off; }

void flags_raise(struct flags *f) {
    if (f->level < 3) f->level++;
}

void flags_switch(struct flags *f) {
    f->on = !f->on;
    f->off = !f->off;
}

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

void packet_drop(struct packet *p) {
    if (p->n == 0) return;
    for (int i = 1; i < p->n; i++) p->data[i - 1] = p->data[i];
    p->n--;
}

bool packet_has(const struct packet *p, int x) {
    for (int i = 0; i < p->n; i++)
        if (p->data[i] == x) return true;
    return false;
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

void table_drop(struct table *t, int i) {
    if (i >= t->count) return;
    free(t->slots[i]);
    t->slots[i] = t->slots[--t->count];
}

struct item *table_find(struct table *t, int key) {
    for (int i = 0; i < t->count; i++)
        if (t->slots[i]->key == key) return t->slots[i];
    return NULL;
}

/* Pointers to numbers. */
struct two {
    int *p, *q;
};

bool two_ok(struct two *t) { return t->p == t->q || t->p != t->q; }

void two_release(struct two *t) {
    if (t->q != t->p) free(t->q);
    free(t->p);
    t->p = t->q = NULL;
}

int two_sum(const struct two *t) { return (t->p ? *t->p : 0) + (t->q ? *t->q : 0); }

/* A floating-point number from a list of values. */
struct sample {
    double weight;
};

bool sample_ok(struct sample *s) { return s->weight > 1.0; }

void sample_soften(struct sample *s) {
    if (s->weight > 2.0) s->weight /= 2.0;
}

/* An array of structs. */
struct segment {
    struct { signed char x, y; } ends[2];
};

bool segment_ok(struct segment *s) {
    if (s->ends[0].x != s->ends[1].x) return s->ends[0].x < s->ends[1].x;
    return s->ends[0].y <= s->ends[1].y;
}

/* Moves the last end to the right, or up if it is at the border. */
void segment_stretch(struct segment *s) {
    if (s->ends[1].x < 100) s->ends[1].x++;
    else s->ends[1].y++;
}

/* An array of an enum. */
enum color { RED, GREEN, BLUE };

struct stripes {
    enum color stripes[3];
};

bool stripes_ok(struct stripes *s) {
    return s->stripes[0] != s->stripes[1] && s->stripes[1] != s->stripes[2];
}

void stripes_paint(struct stripes *s, int at, enum color color) {
    if (at > 0 && s->stripes[at - 1] == color) return;
    if (at < 2 && s->stripes[at + 1] == color) return;
    s->stripes[at] = color;
}

/* A function pointer and a union that the predicate does not read. */
struct widget {
    int size;
    void (*draw)(struct widget *);
    union { float f; int i; } any;
};

bool widget_ok(struct widget *w) { return w->size > 0; }

void widget_shrink(struct widget *w) {
    if (w->size > 1) w->size--;
}

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

void sorter_reverse(struct sorter *s)
{
    int first = s->first;
    s->first = s->second;
    s->second = first;
    s->compare = s->compare == ascending ? descending : ascending;
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
