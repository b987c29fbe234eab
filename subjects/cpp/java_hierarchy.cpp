// Java programs of classes and interfaces (document 001, section 4.3.3). Each is known by its
// place; -1 is none.

class JavaProgram {
    static constexpr int capacity = 4;
    struct List {
        int count;
        int interfaces[capacity];
        bool isSorted(int end) const;
    };
    struct JavaClass {
        int extends;
        List implements;
    };
    int classCount;
    int interfaceCount;
    JavaClass classes[capacity];
    List extends[capacity]; // by interface

public:
    bool repOk() const;
};

// Whether a list is in order, none twice, and all are before `end`.
bool JavaProgram::List::isSorted(int end) const {
    int before = -1;
    for (int i = 0; i < count; i++) {
        int interface = interfaces[i];
        if (interface <= before || interface >= end)
            return false;
        before = interface;
    }
    return true;
}

bool JavaProgram::repOk() const {
    if (classCount > capacity || interfaceCount > capacity)
        return false;
    for (int i = 0; i < classCount; i++)
        if (classes[i].extends >= i || !classes[i].implements.isSorted(interfaceCount))
            return false;
    for (int i = 0; i < interfaceCount; i++)
        if (!extends[i].isSorted(i))
            return false;
    return true;
}
