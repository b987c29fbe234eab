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

/* Adds an edge to an earlier node; false if it is there already, if the nodes are not in this
   order, or if there are no such nodes. */
bool dag_add_edge(struct dag *dag, int from, int to)
{
    if (to < 0 || to >= from || from >= dag->size)
        return false;
    int *children = dag->children[from];
    int count = dag->child_count[from];
    int place = 0;
    while (place < count && children[place] < to)
        place++;
    if (place < count && children[place] == to)
        return false;
    for (int i = count; i > place; i--)
        children[i] = children[i - 1];
    children[place] = to;
    dag->child_count[from]++;
    return true;
}

/* Removes an edge; false if it is not there. */
bool dag_remove_edge(struct dag *dag, int from, int to)
{
    if (from < 0 || from >= dag->size)
        return false;
    int *children = dag->children[from];
    int place = 0;
    while (place < dag->child_count[from] && children[place] != to)
        place++;
    if (place == dag->child_count[from])
        return false;
    dag->child_count[from]--;
    for (int i = place; i < dag->child_count[from]; i++)
        children[i] = children[i + 1];
    return true;
}

static bool has_edge(const struct dag *dag, int from, int to)
{
    for (int i = 0; i < dag->child_count[from]; i++)
        if (dag->children[from][i] == to)
            return true;
    return false;
}

static bool is_node(const struct dag *dag, int node)
{
    return node >= 0 && node < dag->size;
}

/* Whether all edges but one are as before. */
static bool others_are_kept(const struct dag *old, const struct dag *dag, int from, int to)
{
    if (dag->size != old->size)
        return false;
    for (int i = 0; i < old->size; i++)
        for (int j = 0; j < old->size; j++)
            if ((i != from || j != to) && has_edge(dag, i, j) != has_edge(old, i, j))
                return false;
    return true;
}

/* After `dag_add_edge`: the edges are those before and the new one. */
bool edge_added(const struct dag *old, const struct dag *dag, int from, int to, bool result)
{
    bool can_be = is_node(old, from) && is_node(old, to) && to < from;
    return result == (can_be && !has_edge(old, from, to)) && (!can_be || has_edge(dag, from, to))
        && others_are_kept(old, dag, from, to);
}

/* After `dag_remove_edge`: the edges are those before without one. */
bool edge_removed(const struct dag *old, const struct dag *dag, int from, int to, bool result)
{
    return result == (is_node(old, from) && has_edge(old, from, to))
        && (!is_node(old, from) || !has_edge(dag, from, to))
        && others_are_kept(old, dag, from, to);
}
