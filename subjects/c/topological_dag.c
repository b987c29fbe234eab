/* Directed acyclic graphs whose nodes are topologically sorted (document 001, section 4.3.3):
   children are earlier nodes, in order. A node is known by its place; -1 is no node. */

#include <stdbool.h>

enum { CAPACITY = 8 };

struct dag {
    int size;
    int child_count[CAPACITY];
    int children[CAPACITY][CAPACITY - 1];
};

bool rep_ok(struct dag *dag)
{
    if (dag->size < 0 || dag->size > CAPACITY)
        return false;
    for (int node = 0; node < dag->size; node++) {
        int before = -1;
        for (int i = 0; i < dag->child_count[node]; i++) {
            int child = dag->children[node][i];
            if (child <= before || child >= node)
                return false;
            before = child;
        }
    }
    return true;
}
