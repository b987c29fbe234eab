/* Input, files, descriptors, options. */

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static jmp_buf back;
static volatile sig_atomic_t caught;

static void handle(int signal) { caught = signal; }

static void jump(int depth)
{
    if (depth == 0)
        longjmp(back, 5);
    jump(depth - 1);
}

static void bye(void) { puts("bye"); }

int main(int argc, char **argv)
{
    atexit(bye);
    int option;
    while ((option = getopt(argc, argv, "ab:")) != -1)
        printf("option %c %s\n", option, optarg ? optarg : "-");
    for (int at = optind; at < argc; at++)
        printf("argument %s\n", argv[at]);

    char word[16];
    int number, read;
    double real;
    if ((read = scanf("%15s %d %lf", word, &number, &real)) == 3)
        printf("%s %d %.2f\n", word, number, real);
    int c = getchar();
    printf("%d\n", c);
    char line[32];
    while (fgets(line, sizeof line, stdin))
        printf("line %zu: %s", strlen(line), line);
    printf("\n%d %d\n", feof(stdin) != 0, getchar());

    FILE *file = fopen("made", "w+");
    fprintf(file, "%d:%s\n", 12, "twelve");
    fputs("second", file);
    rewind(file);
    printf("%d ", fscanf(file, "%d:%15s", &number, word));
    printf("%d %s %ld\n", number, word, ftell(file));
    fseek(file, -3, SEEK_END);
    read = (int)fread(line, 1, 10, file);
    printf("%d %.*s %d\n", read, read, line, feof(file) != 0);
    fclose(file);

    struct stat about;
    printf("%d %ld %d\n", stat("made", &about), (long)about.st_size, S_ISREG(about.st_mode));
    int fd = open("made", O_RDWR | O_APPEND);
    printf("%ld ", (long)write(fd, "!", 1));
    lseek(fd, 0, SEEK_SET);
    printf("%ld %.5s\n", (long)pread(fd, line, 5, 3), line);
    close(fd);
    unlink("made");
    fd = open("made", O_RDONLY);
    printf("%d %s\n", fd, strerror(errno));

    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    fprintf(memory, "%s %d", "memory", 7);
    fclose(memory);
    printf("%zu %s\n", size, text);
    free(text);

    int again = setjmp(back);
    if (again == 0)
        jump(3);
    printf("back with %d\n", again);
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    printf("caught %d\n", caught == SIGUSR1);
    char *page = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("%d\n", page[50]);
    munmap(page, 100);
    exit(6);
}
