/* Directed acyclic graphs (document 001, section 4.3.3). A node is known by its place, and children
   are numbered in the order in which a walk from the last node to the first comes to them: of
   graphs that differ only in their numbers few are left. */

#include <stdbool.h>

enum { CAPACITY = 8 };

struct dag {
    int size;
    int child_count[CAPACITY];
    int children[CAPACITY][CAPACITY - 1];
};

struct walk {
    bool is_visited[CAPACITY];
    bool is_above[CAPACITY];
    int next_number; /* the least number that is no child's yet */
};

static bool below(struct dag *dag, struct walk *walk, int node)
{
    bool is_sibling[CAPACITY] = {false};

    walk->is_visited[node] = true;
    walk->is_above[node] = true;
    for (int i = 0; i < dag->child_count[node]; i++) {
        int child = dag->children[node][i];
        if (child < 0 || child >= dag->size || child > walk->next_number)
            return false;
        if (child == walk->next_number)
            walk->next_number++;
        if (is_sibling[child] || walk->is_above[child])
            return false;
        is_sibling[child] = true;
        if (!walk->is_visited[child] && !below(dag, walk, child))
            return false;
    }
    walk->is_above[node] = false;
    return true;
}

bool rep_ok(struct dag *dag)
{
    struct walk walk = {{false}, {false}, 0};

    if (dag->size < 0 || dag->size > CAPACITY)
        return false;
    for (int node = dag->size - 1; node >= 0; node--)
        if (!walk.is_visited[node] && !below(dag, &walk, node))
            return false;
    return true;
}
