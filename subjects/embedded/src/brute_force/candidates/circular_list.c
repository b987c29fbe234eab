static struct circular_list *candidate(int n)
{
    struct circular_list *list = object(sizeof *list);
    struct pool entries = {.size = sizeof(struct entry), .limit = n + 1};
    list->header = link_in(&entries);
    for (int i = 0; i < entries.count; i++) {
        struct entry *entry = entries.at[i];
        /* The ring is closed by the last. */
        entry->next = link_in(&entries);
        if (!every_graph && !entry->next)
            entry->next = entries.at[0];
    }
    list->size = pick(1, n + 1);
    if (!every_graph && list->size != entries.count)
        longjmp(candidate_end, 1);
    for (int i = 0; i < entries.count; i++) {
        struct entry *entry = entries.at[i];
        entry->element = pick(0, n + 1);
        entry->previous = back_link(&entries);
    }
    return list;
}
