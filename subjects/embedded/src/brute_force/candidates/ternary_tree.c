static struct tree *candidate(int n)
{
    struct tree *tree = object(sizeof *tree);
    struct pool nodes = {.size = sizeof(struct node), .limit = n};
    for (int i = -1; i < nodes.count; i++) {
        struct node *node = i < 0 ? &tree->root : (struct node *)nodes.at[i];
        for (int c = 0; c < CHILDREN; c++)
            node->children[c] = link_in(&nodes);
    }
    tree->size = pick(0, n + 1);
    return tree;
}
