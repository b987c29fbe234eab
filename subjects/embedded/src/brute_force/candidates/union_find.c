static struct union_find *candidate(int n)
{
    struct union_find *set = object(sizeof *set);
    struct pool records = {.size = sizeof(struct record), .limit = n};
    set->size = pick(0, n);
    set->length = pick(0, n);
    for (int i = 0; i < set->size; i++) {
        set->elements[i] = link_in(&records);
        if (!set->elements[i])
            longjmp(candidate_end, 1);
    }
    /* Elements that nobody reads are not null either: they have their first value. */
    struct record *first = records.count > 0 ? records.at[0] : object(sizeof *first);
    for (size_t i = set->size; i < sizeof set->elements / sizeof *set->elements; i++)
        set->elements[i] = first;
    for (int i = 0; i < records.count; i++) {
        struct record *record = records.at[i];
        record->parent = pick(0, n - 1);
        record->rank = pick(0, n - 1);
    }
    return set;
}
