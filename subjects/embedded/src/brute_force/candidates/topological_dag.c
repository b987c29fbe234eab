static struct dag *candidate(int n)
{
    struct dag *dag = object(sizeof *dag);
    dag->size = pick(0, n);
    for (int i = 0; i < dag->size; i++) {
        dag->child_count[i] = pick(0, n - 1);
        for (int j = 0; j < dag->child_count[i]; j++)
            dag->children[i][j] = pick(-1, n - 1);
    }
    return dag;
}
