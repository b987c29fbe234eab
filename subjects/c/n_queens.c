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
