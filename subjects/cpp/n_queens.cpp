// Queens of which none attacks another, one in each column (document 002, Table 1).

#include <algorithm>
#include <cstdlib>
#include <set>

class Board {
    static constexpr int capacity = 16;
    int size;
    int position[capacity]; // by column, the row

    bool rowsDiffer() const;
    bool diagonalsDiffer() const;

public:
    bool repOk() const;
    void mirror();
    bool isSquare() const;
    void transpose();
    bool mirrored(const Board &old) const;
    bool transposed(const Board &old) const;
};

bool Board::rowsDiffer() const {
    std::set<int> rows;
    for (int column = 0; column < size; column++)
        if (!rows.insert(position[column]).second)
            return false;
    return true;
}

bool Board::diagonalsDiffer() const {
    for (int column = 0; column < size; column++)
        for (int other = 0; other < column; other++)
            if (std::abs(position[column] - position[other]) == column - other)
                return false;
    return true;
}

bool Board::repOk() const {
    return size >= 0 && size <= capacity && rowsDiffer() && diagonalsDiffer();
}

// Turns a board to its mirror image: the first column becomes the last.
void Board::mirror() {
    std::reverse(position, position + size);
}

// Before `transpose`: the board has as many rows as columns, and every queen is on it.
bool Board::isSquare() const {
    return repOk() && std::all_of(position, position + size,
        [this](int row) { return row >= 0 && row < size; });
}

// Mirrors a board at its diagonal: rows become columns.
void Board::transpose() {
    int columnOf[capacity];
    for (int column = 0; column < size; column++)
        columnOf[position[column]] = column;
    std::copy(columnOf, columnOf + size, position);
}

// After `mirror`: every queen is in the same row of the opposite column.
bool Board::mirrored(const Board &old) const {
    if (size != old.size)
        return false;
    for (int i = 0; i < old.size; i++)
        if (position[old.size - 1 - i] != old.position[i])
            return false;
    return true;
}

// After `transpose`: every queen has its row as column and its column as row.
bool Board::transposed(const Board &old) const {
    if (size != old.size)
        return false;
    for (int i = 0; i < old.size; i++)
        if (position[old.position[i]] != i)
            return false;
    return true;
}
