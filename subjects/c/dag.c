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

/* The numbers of a graph's nodes say how it was generated; changes need not keep that. After them
   `is_acyclic` has to hold, not `rep_ok`. */

/* Whether a walk from a node comes to another, or is there already. */
static bool comes_to(struct dag *dag, int from, int to, bool is_visited[])
{
    if (from == to)
        return true;
    is_visited[from] = true;
    for (int i = 0; i < dag->child_count[from]; i++) {
        int child = dag->children[from][i];
        if (!is_visited[child] && comes_to(dag, child, to, is_visited))
            return true;
    }
    return false;
}

/* Whether there is a way of one edge or more from a node to another. */
bool dag_reaches(struct dag *dag, int from, int to)
{
    bool is_visited[CAPACITY] = {false};

    if (from < 0 || from >= dag->size || to < 0 || to >= dag->size || from == to)
        return false;
    return comes_to(dag, from, to, is_visited);
}

/* Adds an edge; false if it is there already, if it would close a circle, or if there are no such
   nodes. */
bool dag_add_edge(struct dag *dag, int from, int to)
{
    if (from < 0 || from >= dag->size || to < 0 || to >= dag->size || from == to)
        return false;
    for (int i = 0; i < dag->child_count[from]; i++)
        if (dag->children[from][i] == to)
            return false;
    if (dag_reaches(dag, to, from))
        return false;
    dag->children[from][dag->child_count[from]++] = to;
    return true;
}

/* Removes an edge; false if it is not there. */
bool dag_remove_edge(struct dag *dag, int from, int to)
{
    if (from < 0 || from >= dag->size)
        return false;
    int last = dag->child_count[from] - 1;
    for (int i = 0; i <= last; i++)
        if (dag->children[from][i] == to) {
            dag->children[from][i] = dag->children[from][last];
            dag->child_count[from] = last;
            return true;
        }
    return false;
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

/* Whether there is a way from a node to another: found by taking away nodes one by one, not by a
   walk. */
static bool has_way(const struct dag *dag, int from, int to)
{
    bool way[CAPACITY][CAPACITY];

    for (int i = 0; i < dag->size; i++)
        for (int j = 0; j < dag->size; j++)
            way[i][j] = has_edge(dag, i, j);
    for (int via = 0; via < dag->size; via++)
        for (int i = 0; i < dag->size; i++)
            for (int j = 0; j < dag->size; j++)
                way[i][j] = way[i][j] || (way[i][via] && way[via][j]);
    return way[from][to];
}

/* After every operation: edges lead to nodes, none twice, and there is no circle. */
bool is_acyclic(const struct dag *dag)
{
    for (int i = 0; i < dag->size; i++) {
        if (dag->child_count[i] < 0 || dag->child_count[i] > CAPACITY - 1)
            return false;
        for (int j = 0; j < dag->child_count[i]; j++) {
            if (!is_node(dag, dag->children[i][j]))
                return false;
            for (int k = 0; k < j; k++)
                if (dag->children[i][k] == dag->children[i][j])
                    return false;
        }
    }
    for (int i = 0; i < dag->size; i++)
        if (has_way(dag, i, i))
            return false;
    return true;
}

/* After `dag_reaches`: it is true if there is a way; the graph is as before. */
bool way_found(const struct dag *old, const struct dag *dag, int from, int to, bool result)
{
    return result == (is_node(old, from) && is_node(old, to) && has_way(old, from, to))
        && others_are_kept(old, dag, -1, -1);
}

/* After `dag_add_edge`: the edges are those before and the new one. */
bool edge_added(const struct dag *old, const struct dag *dag, int from, int to, bool result)
{
    bool can_be = is_node(old, from) && is_node(old, to) && from != to && !has_way(old, to, from);
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
