static struct disjoint_set *candidate(int n)
{
    struct disjoint_set *set = object(sizeof *set);
    struct pool nodes = {.size = sizeof(struct node), .limit = n};
    set->head = link_in(&nodes);
    for (int i = 0; i < nodes.count; i++)
        ((struct node *)nodes.at[i])->next = link_in(&nodes);
    set->size = pick(0, n);
    if (!every_graph && set->size != nodes.count)
        longjmp(candidate_end, 1);
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        node->data = pick(1, n);
        node->rep = back_link(&nodes);
    }
    set->tail = back_link(&nodes);
    return set;
}
