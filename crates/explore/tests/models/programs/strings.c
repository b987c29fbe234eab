/* Strings, characters, numbers and sorting. */

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int by_value(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int backwards(const void *a, const void *b, void *by)
{
    return *(int *)by * by_value(a, b);
}

static void numbers(void)
{
    const char *texts[] = {"12",   " -7x", "0x1f",     "077", "zz", "9223372036854775808", "",
                           "1e3",  "0.1",  "-2.5e-3z", "inf", "nan", "1e400", "4.9e-324",
                           "123456789012345678901234567890"};
    for (size_t at = 0; at < sizeof texts / sizeof *texts; at++) {
        char *end;
        errno = 0;
        long number = strtol(texts[at], &end, 0);
        printf("%s: %ld %td %d", texts[at], number, end - texts[at], errno);
        errno = 0;
        unsigned long size = strtoul(texts[at], &end, 16);
        printf(" %lx %td %d", size, end - texts[at], errno);
        errno = 0;
        double real = strtod(texts[at], &end);
        printf(" %.17g %a %td %d\n", real, real, end - texts[at], errno);
    }
    div_t whole = div(-17, 5);
    ldiv_t large = ldiv(1L << 40, 1000);
    printf("%d %d %ld %ld %d %ld\n", whole.quot, whole.rem, large.quot, large.rem, abs(-3), labs(-4L));
}

static void characters(void)
{
    for (int c = 0; c < 256; c += 7)
        printf("%d:%d%d%d%d%d%d %d %d\n", c, !!isalpha(c), !!isdigit(c), !!isspace(c), !!isupper(c),
               !!ispunct(c), !!isprint(c), tolower(c), toupper(c));
}

static void sorting(void)
{
    int numbers[50], sign = -1;
    for (int at = 0; at < 50; at++)
        numbers[at] = at * 37 % 50;
    qsort(numbers, 50, sizeof *numbers, by_value);
    for (int at = 0; at < 50; at++)
        printf("%d%c", numbers[at], at == 49 ? '\n' : ' ');
    int key = 31;
    int *found = bsearch(&key, numbers, 50, sizeof *numbers, by_value);
    printf("%td\n", found ? found - numbers : -1);
    qsort_r(numbers, 50, sizeof *numbers, backwards, &sign);
    printf("%d %d\n", numbers[0], numbers[49]);
    const char *words[] = {"pear", "apple", "fig", "banana", "apple"};
    qsort(words, 5, sizeof *words, by_text);
    for (int at = 0; at < 5; at++)
        puts(words[at]);
}

int main(int argc, char **argv)
{
    char text[64] = "one,two;;three";
    char *rest = NULL, *copy = strdup(text);
    for (char *token = strtok_r(text, ",;", &rest); token; token = strtok_r(NULL, ",;", &rest))
        printf("[%s]", token);
    printf("\n%zu %s %s %s\n", strlen(copy), strchr(copy, 't'), strrchr(copy, 't'), strstr(copy, "th"));
    printf("%zu %zu %s\n", strspn(copy, "eno"), strcspn(copy, ";"), strpbrk(copy, ";,"));
    char *part = copy;
    while (part)
        printf("<%s>", strsep(&part, ",;"));
    free(copy);
    printf("\n%d %d %d\n", strcasecmp("HeLLo", "hEllO"), strncasecmp("abc", "ABD", 2), memcmp("ab", "ac", 2) < 0);
    char room[16] = "x";
    strncat(room, "abcdef", 3);
    strncpy(room + 5, "hi", 8);
    memmove(room + 1, room, 4);
    printf("%s %s %s\n", room, room + 5, strerror(ENOENT));
    for (int at = 1; at < argc; at++)
        printf("%s=%d ", argv[at], atoi(argv[at]));
    printf("%s\n", getenv("NOTHING") ? "set" : "unset");
    numbers();
    characters();
    sorting();
    return argc + 40;
}
