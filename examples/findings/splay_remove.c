/*
 * Found: SPLAY_REMOVE of libbsd's <sys/tree.h> (0.11.7) says that it removed an element
 * that never was in the tree, and removes another.
 *
 *     pikse check splay_remove.c --only remove_what_is_not_there
 *
 * "Upon success, a pointer to the removed element is returned. NULL is returned if elm is
 * not in the tree" (tree(3bsd)). A program that frees what comes back frees the wrong one.
 */
#include "../c/splay_tree.c"

static bool has(struct node *node, struct node *wanted)
{
    return node
           && (node == wanted || has(SPLAY_LEFT(node, link), wanted)
               || has(SPLAY_RIGHT(node, link), wanted));
}

/* An element with a key of its own, which is not in the tree. */
PIKSE_CHECK(remove_what_is_not_there, struct tree *tree, int x, struct tree *old)
{
    struct node stranger = {.key = x};
    PIKSE_ASSERT(!has(SPLAY_ROOT(tree), &stranger));
    struct node *removed = SPLAY_REMOVE(tree, tree, &stranger);
    PIKSE_ASSERT(!removed);
    PIKSE_ASSERT(keys(tree) == keys(old));
}
PIKSE_BOUNDS(remove_what_is_not_there, "size=3 x=0..3")
