/* What `printf` writes. */

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(FILE *to, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    fprintf(to, "%d: ", length);
    vfprintf(to, format, again);
    va_end(again);
    fputc('\n', to);
}

static double sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    double all = 0;
    for (int at = 0; at < count; at++)
        all += at % 2 ? va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return all;
}

int main(void)
{
    say(stdout, "%d %i %u %x %X %o %c %s %%", -1, INT_MIN, UINT_MAX, 0xbeef, 0xBEEF, 8, 'c', "text");
    say(stdout, "%5d|%-5d|%05d|%+d|% d|%#x|%#o|%.3d", 42, 42, 42, 42, 42, 42, 42, 7);
    say(stdout, "%hhd %hd %ld %lld %zu %jd %td", 300, 70000, LONG_MIN, LLONG_MAX, (size_t)-1, (intmax_t)-5,
        (ptrdiff_t)9);
    say(stdout, "%f %.2f %e %E %g %G %a", 3.14159, -2.5, 12345.678, 1e-10, 1e20, 0.0001, 1.5);
    say(stdout, "%10.3f|%-10.1e|%+g|%#.0f|%.0f %.0f", 2.71828, 1e100, 1.0, 3.0, 0.5, 1.5);
    say(stdout, "%s %.3s %10s|%-10s|%.*s", "whole", "whole", "right", "left", 2, "cut");
    say(stdout, "%*d %-*d| %p", 6, 1, 6, 2, (void *)0);
    char *made = NULL;
    int length = asprintf(&made, "%s-%d", "made", 1);
    printf("%d %s\n", length, made);
    free(made);
    char small[8];
    printf("%d %s\n", snprintf(small, sizeof small, "%s", "too long for it"), small);
    printf("%d\n", sprintf(small, "%c%c", 'o', 'k'));
    puts(small);
    putchar('x');
    fputs("y\n", stdout);
    fwrite("bytes\n", 1, 6, stdout);
    printf("%.1f\n", sum(4, 1, 2.5, 3, 4.25));
    int at = 0;
    printf("abc%n\n", &at);
    return at;
}
