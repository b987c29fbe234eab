// Java programs of classes and interfaces (document 001, section 4.3.3). Each is known by its
// place; -1 is none.

#include <algorithm>

class JavaProgram {
    static constexpr int capacity = 4;
    struct List {
        int count;
        int interfaces[capacity];
        bool isSorted(int end) const;
        bool has(int interface) const;
    };
    struct JavaClass {
        int extends;
        List implements;
    };
    int classCount;
    int interfaceCount;
    JavaClass classes[capacity];
    List extends[capacity]; // by interface

    bool leadsTo(const List &list, int interface) const;

public:
    bool repOk() const;
    bool implement(int classNumber, int interface);
    bool isSubtype(int classNumber, int interface) const;
    bool implemented(
        const JavaProgram &old, int classNumber, int interface, bool result) const;
    bool subtypeFound(
        const JavaProgram &old, int classNumber, int interface, bool result) const;
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

// Makes a class implement an interface; false if it does already, or if there are no such class
// and interface.
bool JavaProgram::implement(int classNumber, int interface) {
    if (classNumber < 0 || classNumber >= classCount)
        return false;
    if (interface < 0 || interface >= interfaceCount)
        return false;
    List &list = classes[classNumber].implements;
    int *end = list.interfaces + list.count;
    int *place = std::lower_bound(list.interfaces, end, interface);
    if (place != end && *place == interface)
        return false;
    std::copy_backward(place, end, end + 1);
    *place = interface;
    list.count++;
    return true;
}

// Whether one of the interfaces of a list is, or extends, an interface.
bool JavaProgram::leadsTo(const List &list, int interface) const {
    return std::any_of(list.interfaces, list.interfaces + list.count,
        [&](int at) { return at == interface || leadsTo(extends[at], interface); });
}

// Whether the objects of a class are of an interface: the class, or one that it extends,
// implements the interface or one that extends it.
bool JavaProgram::isSubtype(int classNumber, int interface) const {
    if (classNumber >= classCount)
        return false;
    for (; classNumber >= 0; classNumber = classes[classNumber].extends)
        if (leadsTo(classes[classNumber].implements, interface))
            return true;
    return false;
}

bool JavaProgram::List::has(int interface) const {
    return std::find(interfaces, interfaces + count, interface) != interfaces + count;
}

// After `implement`: the class implements what it did and the interface, and no other has
// changed.
bool JavaProgram::implemented(
    const JavaProgram &old, int classNumber, int interface, bool result) const {
    bool canBe = classNumber >= 0 && classNumber < old.classCount && interface >= 0
        && interface < old.interfaceCount;
    if (result != (canBe && !old.classes[classNumber].implements.has(interface)))
        return false;
    for (int i = 0; i < old.classCount; i++) {
        const List &before = old.classes[i].implements;
        const List &after = classes[i].implements;
        bool isNew = result && i == classNumber;
        if (after.count != before.count + isNew || (isNew && !after.has(interface)))
            return false;
        for (int j = 0; j < before.count; j++)
            if (!after.has(before.interfaces[j]))
                return false;
        if (classes[i].extends != old.classes[i].extends)
            return false;
    }
    return true;
}

// After `isSubtype`: the same, found by marking from the interface down. Interfaces extend those
// with smaller numbers, and so do classes.
bool JavaProgram::subtypeFound(
    const JavaProgram &old, int classNumber, int interface, bool result) const {
    bool isOf[capacity] = {};
    bool isClassOf[capacity] = {};
    for (int i = 0; i < old.interfaceCount; i++) {
        isOf[i] = i == interface;
        for (int j = 0; j < old.extends[i].count; j++)
            isOf[i] = isOf[i] || isOf[old.extends[i].interfaces[j]];
    }
    for (int i = 0; i < old.classCount; i++) {
        const JavaClass &javaClass = old.classes[i];
        isClassOf[i] = javaClass.extends >= 0 && isClassOf[javaClass.extends];
        for (int j = 0; j < javaClass.implements.count; j++)
            isClassOf[i] = isClassOf[i] || isOf[javaClass.implements.interfaces[j]];
    }
    return result == (classNumber >= 0 && classNumber < old.classCount && isClassOf[classNumber]);
}
