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
