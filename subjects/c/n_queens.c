/* Queens of which none attacks another, one in each column (document 002, Table 1). */

#include <stdbool.h>
#include <stdlib.h>

enum { CAPACITY = 16 };

struct board {
    int size;
    int position[CAPACITY]; /* by column, the row */
};

static bool rows_differ(struct board *board)
{
    for (int column = 0; column < board->size; column++) {
        int row = board->position[column];
        for (int other = 0; other < column; other++)
            if (board->position[other] == row)
                return false;
    }
    return true;
}

static bool diagonals_differ(struct board *board)
{
    for (int column = 0; column < board->size; column++)
        for (int other = 0; other < column; other++)
            if (abs(board->position[column] - board->position[other]) == column - other)
                return false;
    return true;
}

bool rep_ok(struct board *board)
{
    return board->size >= 0 && board->size <= CAPACITY && rows_differ(board)
        && diagonals_differ(board);
}

/* Turns a board to its mirror image: the first column becomes the last. */
void board_mirror(struct board *board)
{
    int right = board->size - 1;
    for (int left = 0; left < right; left++, right--) {
        int row = board->position[left];
        board->position[left] = board->position[right];
        board->position[right] = row;
    }
}

/* Before `board_transpose`: the board has as many rows as columns, and every queen is on it. */
bool is_square(struct board *board)
{
    if (!rep_ok(board))
        return false;
    for (int column = 0; column < board->size; column++)
        if (board->position[column] < 0 || board->position[column] >= board->size)
            return false;
    return true;
}

/* Mirrors a board at its diagonal: rows become columns. */
void board_transpose(struct board *board)
{
    int column_of[CAPACITY];
    for (int column = 0; column < board->size; column++)
        column_of[board->position[column]] = column;
    for (int row = 0; row < board->size; row++)
        board->position[row] = column_of[row];
}

/* After `board_mirror`: every queen is in the same row of the opposite column. */
bool mirrored(const struct board *old, const struct board *board)
{
    if (board->size != old->size)
        return false;
    for (int i = 0; i < old->size; i++)
        if (board->position[old->size - 1 - i] != old->position[i])
            return false;
    return true;
}

/* After `board_transpose`: every queen has its row as column and its column as row. */
bool transposed(const struct board *old, const struct board *board)
{
    if (board->size != old->size)
        return false;
    for (int i = 0; i < old->size; i++)
        if (board->position[old->position[i]] != i)
            return false;
    return true;
}
