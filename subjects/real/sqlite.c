/* sqlite's tokenizer, on a text of N bytes. */
#include <pikse.h>

int sqlite3GetToken(const unsigned char *text, int *type);

enum { N = 4 };

int main(void)
{
    unsigned char text[N + 1];
    pikse_symbolic(text, N, "text");
    text[N] = 0;
    int at = 0;
    while (text[at]) {
        int type;
        int length = sqlite3GetToken(text + at, &type);
        pikse_assert(length > 0);
        at += length;
        pikse_assert(at <= N);
    }
    return 0;
}
