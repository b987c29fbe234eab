/* What a brute-force driver has after the subject's text and what was written for the check:
   `choose` makes an input, or leaves; `run` is the call with its post-conditions. */

#undef malloc
#undef free

enum { MILLISECONDS_PER_INPUT = 100 };

/* Of the process's own time, so that a busy machine does not matter. */
static void set_timer(int milliseconds)
{
    struct itimerval timer = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* Goes on from where the odometer stands. */
static void search(int n)
{
    do {
        shared->met = 0;
        forget_blocks();
        if (setjmp(candidate_end) != 0)
            continue;
        if (!choose(n))
            continue;
        shared->inputs++;
        shared->objects = mark_arguments();
        copy_marked();
        unmark();
        set_timer(MILLISECONDS_PER_INPUT);
        run();
        unmark();
        mark_arguments();
        set_timer(0);
        if (has_leak())
            fail("leak");
    } while (turn());
    shared->is_done = true;
    _exit(0);
}

static const char *kind_of(int signal)
{
    switch (signal) {
    case SIGPROF:
        return "time-out";
    case SIGABRT:
        return "abort";
    case SIGFPE:
        return "arithmetic";
    default:
        return "crash";
    }
}

/* The arguments are the size, and 1 if every graph is wanted. */
int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    int n = atoi(argv[1]);
    every_graph = atoi(argv[2]) == 1;
    shared = (struct shared *)mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    arena = (char *)mmap(NULL, (size_t)MAX_BLOCKS * 2 * PAGE, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || arena == MAP_FAILED)
        return 1;
    for (int i = 0; i < MAX_BLOCKS; i++)
        mprotect(arena + ((size_t)i * 2 + 1) * PAGE, PAGE, PROT_NONE);
    while (!shared->is_done) {
        shared->is_told = false;
        pid_t child = fork();
        if (child < 0)
            return 1;
        if (child == 0)
            search(n);
        int status;
        waitpid(child, &status, 0);
        if (shared->is_done)
            break;
        if (!shared->is_told)
            note(WIFSIGNALED(status) ? kind_of(WTERMSIG(status)) : "exit");
        if (!turn())
            break;
    }
    printf("inputs\t%ld\n", shared->inputs);
    for (int i = 0; i < shared->kinds; i++) {
        struct failures *at = &shared->failures[i];
        printf("failure\t%ld\t%d\t%s\n", at->count, at->objects, at->kind);
    }
    return 0;
}
