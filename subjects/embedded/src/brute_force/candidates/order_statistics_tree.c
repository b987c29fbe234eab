static struct order_statistics_tree *candidate(int n)
{
    struct order_statistics_tree *tree = object(sizeof *tree);
    struct pool nodes = {.size = sizeof(struct node), .limit = n};
    tree->root = link_in(&nodes);
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        node->left = link_in(&nodes);
        node->right = link_in(&nodes);
    }
    tree->size = pick(0, n);
    if (!every_graph && tree->size != nodes.count)
        longjmp(candidate_end, 1);
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        if (every_graph && i >= 0)
            node->parent = back_link(&nodes);
        if (!every_graph && node->left)
            node->left->parent = node;
        if (!every_graph && node->right)
            node->right->parent = node;
    }
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        node->color = (enum color)pick(RED, BLACK);
        node->key = pick(1, n);
        if (every_graph)
            node->size = pick(1, n);
    }
    /* Children come after their parents. */
    for (int i = nodes.count - 1; i >= 0 && !every_graph; i--) {
        struct node *node = nodes.at[i];
        node->size = 1;
        if (node->left)
            node->size += node->left->size;
        if (node->right)
            node->size += node->right->size;
    }
    return tree;
}
