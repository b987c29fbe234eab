/* A matcher of regular expressions that goes back where a choice was wrong, with a symbolic pattern
 * of N bytes and a fixed text.
 *
 * A pattern is a sequence of items: a byte, `.` (any byte), or a set of bytes in brackets, which `^`
 * negates; each of them may be followed by `*`, `+` or `?`. `^` at the beginning and `$` at the end
 * tie the pattern to the ends of the text. Every byte of the pattern is compared with those that
 * mean something and with those of the text, again and again, which is what makes the paths: 347 for
 * three bytes (the same as patterns of those bytes that the program tells apart take), 1,757 for four,
 * 44,680 for six. */

#include <pikse.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 6
#endif
#ifndef TEXT
#define TEXT "hello"
#endif

/* The end of the item that begins here; null if a bracket is never closed. */
static const char *item_end(const char *pattern)
{
    if (*pattern != '[')
        return pattern + 1;
    pattern++;
    if (*pattern == '^')
        pattern++;
    while (*pattern != ']') {
        if (*pattern == 0)
            return NULL;
        pattern++;
    }
    return pattern + 1;
}

/* Whether an item, which ends at `end`, fits a byte of the text. */
static bool fits(const char *item, const char *end, char byte)
{
    if (byte == 0)
        return false;
    if (*item == '.')
        return true;
    if (*item != '[')
        return *item == byte;
    bool negated = item[1] == '^';
    for (const char *member = item + 1 + negated; member < end - 1; member++)
        if (*member == byte)
            return !negated;
    return negated;
}

static bool match_here(const char *pattern, const char *text)
{
    if (*pattern == 0)
        return true;
    if (*pattern == '$' && pattern[1] == 0)
        return *text == 0;
    const char *end = item_end(pattern);
    if (!end)
        return false;
    if (*end == '?') {
        if (fits(pattern, end, *text) && match_here(end + 1, text + 1))
            return true;
        return match_here(end + 1, text);
    }
    if (*end == '*' || *end == '+') {
        const char *least = *end == '+' ? text + 1 : text;
        const char *most = text;
        while (fits(pattern, end, *most))
            most++;
        for (; most >= least; most--)
            if (match_here(end + 1, most))
                return true;
        return false;
    }
    return fits(pattern, end, *text) && match_here(end, text + 1);
}

/* Whether the pattern fits somewhere in the text. */
bool match(const char *pattern, const char *text)
{
    if (*pattern == '^')
        return match_here(pattern + 1, text);
    do {
        if (match_here(pattern, text))
            return true;
    } while (*text++);
    return false;
}

int main(void)
{
    char pattern[N + 1];
    pikse_symbolic(pattern, N, "pattern");
    pattern[N] = 0;
    return match(pattern, TEXT) ? 0 : 1;
}
