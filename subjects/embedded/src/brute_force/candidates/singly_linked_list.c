static struct list *candidate(int n)
{
    struct list *list = object(sizeof *list);
    struct pool nodes = {.size = sizeof(struct node), .limit = n};
    list->header = link_in(&nodes);
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        node->next = link_in(&nodes);
    }
    list->size = pick(0, n);
    return list;
}
