static struct list *candidate(int n)
{
    struct list *list = object(sizeof *list);
    struct pool nodes = {.size = sizeof(struct node), .limit = n};
    list->head = link_in(&nodes);
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        node->next = link_in(&nodes);
        /* Nobody reads the data of an only node, which is the least then. */
        node->data = i == 0 && !node->next ? 1 : pick(1, n);
    }
    /* Nobody reads the previous node of the first. */
    for (int i = 1; i < nodes.count; i++)
        ((struct node *)nodes.at[i])->prev = back_link(&nodes);
    list->size = pick(0, n);
    return list;
}
