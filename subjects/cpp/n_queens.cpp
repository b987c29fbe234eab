// Queens of which none attacks another, one in each column (document 002, Table 1).

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
