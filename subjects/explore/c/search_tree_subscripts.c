/* Search trees up to N nodes as in search_tree.c, but links are subscripts, and stay symbolic: the
 * machine reads and writes arrays where it does not know.
 *
 * Link 0 is null and link k is node k - 1. Without isomorphs: on its first use a link is at most one
 * more than the number of nodes that were met, so a node that was never met before is the next one.
 *
 * Valid paths are as many as in search_tree.c: 49 for three nodes, 175 for four. All links that lead
 * to a node that was met are one path here, and it is rejected, so fewer paths are: 21 for three
 * nodes and 63 for four because of links (one wherever a link is used while there is a node), and
 * 14 and 70 because of keys. */

#include <pikse.h>
#include <stdbool.h>

#ifndef N
#define N 4
#endif

typedef unsigned char Link;

static Link left[N + 1], right[N + 1]; /* of node k - 1, at k */
static int key[N + 1];
static bool met[N + 1];
static int met_count;

/* What is known of a link when it is used for the first time. */
static void is_canonical(Link link)
{
    pikse_assume(link <= (met_count < N ? met_count + 1 : N));
}

static bool is_tree(Link link)
{
    is_canonical(link);
    if (link == 0)
        return true;
    if (met[link])
        return false;
    met[link] = true;
    met_count++;
    return is_tree(left[link]) && is_tree(right[link]);
}

static bool in_order(Link link, Link above, Link below)
{
    if (link == 0)
        return true;
    if (above != 0 && key[link] <= key[above])
        return false;
    if (below != 0 && key[link] >= key[below])
        return false;
    return in_order(left[link], above, link) && in_order(right[link], link, below);
}

/* Where a key is, or would be: 0, or its node. */
static Link find(Link link, int wanted)
{
    while (link != 0) {
        if (wanted < key[link])
            link = left[link];
        else if (wanted > key[link])
            link = right[link];
        else
            break;
    }
    return link;
}

int main(void)
{
    Link root;
    int wanted;
    pikse_symbolic(&root, sizeof root, "root");
    pikse_symbolic(left, sizeof left, "left");
    pikse_symbolic(right, sizeof right, "right");
    pikse_symbolic(key, sizeof key, "key");
    pikse_assume(is_tree(root) && in_order(root, 0, 0));
    pikse_symbolic(&wanted, sizeof wanted, "wanted");
    Link found = find(root, wanted);
    pikse_assert(found == 0 || key[found] == wanted);
    return 0;
}
