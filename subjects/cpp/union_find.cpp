// Disjoint sets as records that know the place of their parent and their rank (document 002,
// Table 1).

class UnionFind {
    static constexpr int capacity = 8;
    struct Record {
        int parent;
        int rank;
    };
    int size;
    int length;
    Record *elements[capacity];

    bool isInTheSet(int place) const { return place >= 0 && place < size; }
    bool noRecordTwice() const;
    bool ranksFit() const;
    bool parentsAreInTheSet() const;

public:
    bool repOk() const;
};

bool UnionFind::noRecordTwice() const {
    for (int i = 0; i < size; i++)
        for (int j = i + 1; j < size; j++)
            if (elements[i] == elements[j])
                return false;
    return true;
}

// Whether ranks grow upwards, and there are no more roots than records of rank 0.
bool UnionFind::ranksFit() const {
    int roots = 0;
    for (int i = 0; i < size; i++) {
        const Record &record = *elements[i];
        if (record.parent == i)
            roots++;
        else if (isInTheSet(record.parent) && elements[record.parent]->rank <= record.rank)
            return false;
    }
    int zeros = 0;
    for (int i = 0; i < size; i++)
        zeros += elements[i]->rank == 0;
    return roots <= zeros;
}

bool UnionFind::parentsAreInTheSet() const {
    for (int i = 0; i < size; i++)
        if (!isInTheSet(elements[i]->parent))
            return false;
    return true;
}

bool UnionFind::repOk() const {
    return length <= capacity && size == length && noRecordTwice() && ranksFit()
        && parentsAreInTheSet();
}
