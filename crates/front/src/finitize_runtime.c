/* Linked with a user's finitization function: calls it, and writes what it asks for,
 * one request a line, to a file. PIKSE_FUNCTION is its symbol. The last line says that
 * it came to its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *lines;

#ifdef PIKSE_RETURNS
void *function(long size) __asm__(PIKSE_FUNCTION);
#else
void function(void *f, long size) __asm__(PIKSE_FUNCTION);
#endif

void pikse_objects(void *f, const char *of, long count)
{
    (void)f;
    fprintf(lines, "objects %s=%ld\n", of, count);
}

void pikse_range(void *f, const char *field, long low, long high)
{
    (void)f;
    fprintf(lines, "range %s=%ld..%ld\n", field, low, high);
}

void pikse_values(void *f, const char *field, long count, const long *values)
{
    (void)f;
    fprintf(lines, "values %s=", field);
    for (long i = 0; i < count; i++)
        fprintf(lines, i ? ",%ld" : "%ld", values[i]);
    fprintf(lines, "\n");
}

void pikse_non_null(void *f, const char *field)
{
    (void)f;
    fprintf(lines, "non-null %s\n", field);
}

/* `of` is `... [T = BST::Node]`, as clang names a function of a template. */
const char *pikse_name(void *f, const char *of, long offset)
{
    static char text[4096];
    const char *begin = strstr(of, "T = ");
    const char *end = strrchr(of, ']');
    begin = begin ? begin + 4 : of;
    int length = (int)(end ? end - begin : (long)strlen(begin));
    (void)f;
    if (offset < 0)
        snprintf(text, sizeof text, "%.*s", length, begin);
    else
        snprintf(text, sizeof text, "%.*s@%ld", length, begin, offset);
    return text;
}

/* For Rust: requests that are lines already. */
void pikse_lines(const char *text, size_t length)
{
    fprintf(lines, "%.*s", (int)length, text);
}

/* For Rust: a panic. */
void pikse_panicked(const char *text, size_t length)
{
    fprintf(stderr, "%.*s\n", (int)length, text);
    exit(101);
}

int main(int count, char **words)
{
    if (count != 3 || !(lines = fopen(words[1], "w")))
        return 2;
#ifdef PIKSE_RETURNS
    function(atol(words[2]));
#else
    static char finitization[64];
    function(finitization, atol(words[2]));
#endif
    fprintf(lines, "end\n");
    return fclose(lines) == 0 ? 0 : 2;
}
