static void choose_interfaces(struct list *list, int n)
{
    list->count = pick(0, n);
    for (int i = 0; i < list->count; i++)
        list->interfaces[i] = pick(-1, n - 1);
}

static struct java_program *candidate(int n)
{
    struct java_program *program = object(sizeof *program);
    program->class_count = pick(0, n);
    program->interface_count = pick(0, n);
    for (int i = 0; i < program->class_count; i++) {
        program->classes[i].extends = pick(-1, n - 1);
        choose_interfaces(&program->classes[i].implements, n);
    }
    for (int i = 0; i < program->interface_count; i++)
        choose_interfaces(&program->extends[i], n);
    return program;
}
