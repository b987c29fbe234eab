static struct sorted_list *candidate(int n)
{
    struct sorted_list *list = object(sizeof *list);
    struct pool nodes = {.size = sizeof(struct node), .limit = n + 1};
    list->header = link_in(&nodes);
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        node->next = link_in(&nodes);
        /* Nobody reads the data of the sentinel. */
        node->data = i == 0 ? 0 : pick(1, n);
    }
    list->size = pick(0, n);
    return list;
}
