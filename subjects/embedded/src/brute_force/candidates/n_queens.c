static struct board *candidate(int n)
{
    struct board *board = object(sizeof *board);
    board->size = pick(0, n);
    for (int i = 0; i < board->size; i++)
        board->position[i] = pick(0, n - 1);
    return board;
}
