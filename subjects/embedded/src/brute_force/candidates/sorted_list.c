static struct sorted_list *candidate(int n)
{
    struct sorted_list *list = object(sizeof *list);
    struct pool nodes = {.size = sizeof(struct node), .limit = n};
    list->head = link_in(&nodes);
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        node->next = link_in(&nodes);
        node->key = pick(1, n);
    }
    list->size = pick(0, n);
    return list;
}
