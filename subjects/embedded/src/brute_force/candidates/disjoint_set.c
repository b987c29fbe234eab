static struct disjoint_set *candidate(int n)
{
    struct disjoint_set *set = object(sizeof *set);
    struct pool nodes = {.size = sizeof(struct node), .limit = n};
    set->head = link_in(&nodes);
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        node->next = link_in(&nodes);
        node->data = pick(1, n);
    }
    for (int i = 0; i < nodes.count; i++)
        ((struct node *)nodes.at[i])->rep = back_link(&nodes);
    set->tail = back_link(&nodes);
    set->size = pick(0, n);
    return set;
}
