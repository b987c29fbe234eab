/* Java programs of classes and interfaces (document 001, section 4.3.3). Each is known by its
   place; -1 is none. */

#include <stdbool.h>

enum { CAPACITY = 4 };

struct list {
    int count;
    int interfaces[CAPACITY];
};

struct java_class {
    int extends;
    struct list implements;
};

struct java_program {
    int class_count;
    int interface_count;
    struct java_class classes[CAPACITY];
    struct list extends[CAPACITY]; /* by interface */
};

/* Whether a list is in order, none twice, and all are before `end`. */
static bool is_sorted(struct list *list, int end)
{
    int before = -1;
    for (int i = 0; i < list->count; i++) {
        int interface = list->interfaces[i];
        if (interface <= before || interface >= end)
            return false;
        before = interface;
    }
    return true;
}

bool rep_ok(struct java_program *program)
{
    if (program->class_count > CAPACITY || program->interface_count > CAPACITY)
        return false;
    for (int i = 0; i < program->class_count; i++) {
        struct java_class *class = &program->classes[i];
        if (class->extends >= i || !is_sorted(&class->implements, program->interface_count))
            return false;
    }
    for (int i = 0; i < program->interface_count; i++)
        if (!is_sorted(&program->extends[i], i))
            return false;
    return true;
}

/* Makes a class implement an interface; false if it does already, or if there are no such class
   and interface. */
bool java_implement(struct java_program *program, int class, int interface)
{
    if (class < 0 || class >= program->class_count)
        return false;
    if (interface < 0 || interface >= program->interface_count)
        return false;
    struct list *list = &program->classes[class].implements;
    int place = 0;
    while (place < list->count && list->interfaces[place] < interface)
        place++;
    if (place < list->count && list->interfaces[place] == interface)
        return false;
    for (int i = list->count; i > place; i--)
        list->interfaces[i] = list->interfaces[i - 1];
    list->interfaces[place] = interface;
    list->count++;
    return true;
}

/* Whether one of the interfaces of a list is, or extends, an interface. */
static bool leads_to(struct java_program *program, struct list *list, int interface)
{
    for (int i = 0; i < list->count; i++) {
        int at = list->interfaces[i];
        if (at == interface || leads_to(program, &program->extends[at], interface))
            return true;
    }
    return false;
}

/* Whether the objects of a class are of an interface: the class, or one that it extends,
   implements the interface or one that extends it. */
bool java_is_subtype(struct java_program *program, int class, int interface)
{
    if (class >= program->class_count)
        return false;
    for (; class >= 0; class = program->classes[class].extends)
        if (leads_to(program, &program->classes[class].implements, interface))
            return true;
    return false;
}

static bool has(const struct list *list, int interface)
{
    for (int i = 0; i < list->count; i++)
        if (list->interfaces[i] == interface)
            return true;
    return false;
}

/* After `java_implement`: the class implements what it did and the interface, and no other has
   changed. */
bool implemented(const struct java_program *old, const struct java_program *program, int class,
    int interface, bool result)
{
    bool can_be = class >= 0 && class < old->class_count && interface >= 0
        && interface < old->interface_count;
    if (result != (can_be && !has(&old->classes[class].implements, interface)))
        return false;
    for (int i = 0; i < old->class_count; i++) {
        const struct list *before = &old->classes[i].implements;
        const struct list *after = &program->classes[i].implements;
        bool is_new = result && i == class;
        if (after->count != before->count + is_new || (is_new && !has(after, interface)))
            return false;
        for (int j = 0; j < before->count; j++)
            if (!has(after, before->interfaces[j]))
                return false;
        if (program->classes[i].extends != old->classes[i].extends)
            return false;
    }
    return true;
}

/* After `java_is_subtype`: the same, found by marking from the interface down. Interfaces extend
   those with smaller numbers, and so do classes. */
bool subtype_found(const struct java_program *old, int class, int interface, bool result)
{
    bool is_of[CAPACITY] = {false};
    bool is_class_of[CAPACITY] = {false};

    for (int i = 0; i < old->interface_count; i++) {
        is_of[i] = i == interface;
        for (int j = 0; j < old->extends[i].count; j++)
            is_of[i] = is_of[i] || is_of[old->extends[i].interfaces[j]];
    }
    for (int i = 0; i < old->class_count; i++) {
        int extends = old->classes[i].extends;
        is_class_of[i] = extends >= 0 && is_class_of[extends];
        for (int j = 0; j < old->classes[i].implements.count; j++)
            is_class_of[i] = is_class_of[i] || is_of[old->classes[i].implements.interfaces[j]];
    }
    return result == (class >= 0 && class < old->class_count && is_class_of[class]);
}
