// Structures with arrays that have a length, tagged unions and strings, for `pikse explore`.
#include <stdbool.h>
struct stack { int *data; int len; int cap; };
bool rep_ok(struct stack *s) { for (int i = 1; i < s->len; i++) if (s->data[i-1] > s->data[i]) return false; return true; }
int top(struct stack *s) { return s->data[s->len - 1]; }
int sum(struct stack *s) { int t = 0; for (int i = 0; i < s->len; i++) t += s->data[i]; return t; }
enum kind { INT, BOOL, PAIR };
struct value { enum kind kind; union { int i; bool b; struct { char x, y; } p; } u; };
int val(struct value *v) { switch (v->kind) { case INT: return 10 / v->u.i; case BOOL: return v->u.b; default: return v->u.p.x + v->u.p.y; } }
struct word { char *text; };
int wl(struct word *w) { if (!w->text) return -1; int n = 0; while (w->text[n]) n++; return n; }
