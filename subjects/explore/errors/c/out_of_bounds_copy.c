/* A copy that is longer than its target. */

#include <string.h>

struct message {
    unsigned char length;
    char text[8];
};

int entry(unsigned char length)
{
    struct message message = {length, "0123456"};
    char text[8];
    if (message.length > 9)
        return 0;
    memcpy(text, message.text, message.length); // error: out-of-bounds
    return message.length == 0 || text[0] == '0';
}
