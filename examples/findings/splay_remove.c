/*
 * Finding: SPLAY_REMOVE of libbsd's <sys/tree.h> (0.11.7) returns an element that was never
 * in the tree, and removes another one.
 *
 *     pikse check splay_remove.c --only remove_what_is_not_there
 *
 * "Upon success, a pointer to the removed element is returned. NULL is returned if elm is
 * not in the tree" (tree(3bsd)). A program that frees the result frees the wrong element.
 */
#include "../c/splay_tree.c"

static bool has(struct node *node, struct node *wanted)
{
    return node
           && (node == wanted || has(SPLAY_LEFT(node, link), wanted)
               || has(SPLAY_RIGHT(node, link), wanted));
}

/* Removes an element that is not in the tree; one with an equal key may be. */
PIKSE_CHECK(remove_what_is_not_there, struct tree *tree, int x, struct tree *old)
{
    struct node stranger = {.key = x};
    PIKSE_ASSERT(!has(SPLAY_ROOT(tree), &stranger));
    struct node *removed = SPLAY_REMOVE(tree, tree, &stranger);
    PIKSE_ASSERT(!removed);
    PIKSE_ASSERT(keys(tree) == keys(old));
}
PIKSE_BOUNDS(remove_what_is_not_there, "size=3 x=0..3")
