/* A recogniser of arithmetic expressions by recursive descent, on N symbolic bytes.
 *
 *     sum     = product { ("+" | "-") product }
 *     product = factor { ("*" | "/") factor }
 *     factor  = digit { digit } | name | "(" sum ")" | "-" factor
 *     name    = letter { letter | digit }
 *
 * A path is one way through the comparisons of bytes, so every kind of byte at every place where it
 * makes a difference is a path of its own. A byte that does not fit ends the path, and the bytes
 * after it are free. There are 157 paths for three bytes, 736 for four (the same as texts of those
 * bytes that the program tells apart take), 3,484 for five, 78,697 for seven. */

#include <pikse.h>
#include <stdbool.h>

#ifndef N
#define N 7
#endif

static const char *at;

static bool sum(void);

static bool digit(void)
{
    return *at >= '0' && *at <= '9';
}

static bool letter(void)
{
    return *at >= 'a' && *at <= 'z';
}

static bool factor(void)
{
    if (digit()) {
        while (digit())
            at++;
        return true;
    }
    if (letter()) {
        while (letter() || digit())
            at++;
        return true;
    }
    if (*at == '(') {
        at++;
        if (!sum() || *at != ')')
            return false;
        at++;
        return true;
    }
    if (*at == '-') {
        at++;
        return factor();
    }
    return false;
}

static bool product(void)
{
    if (!factor())
        return false;
    while (*at == '*' || *at == '/') {
        at++;
        if (!factor())
            return false;
    }
    return true;
}

static bool sum(void)
{
    if (!product())
        return false;
    while (*at == '+' || *at == '-') {
        at++;
        if (!product())
            return false;
    }
    return true;
}

/* Whether the whole text is an expression. */
bool is_expression(const char *text)
{
    at = text;
    return sum() && *at == 0;
}

int main(void)
{
    char text[N + 1];
    pikse_symbolic(text, N, "text");
    text[N] = 0;
    return is_expression(text) ? 0 : 1;
}
