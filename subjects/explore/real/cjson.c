/*
 * cJSON, as Debian has it: a text of N bytes is parsed, and what came of it is freed.
 *
 *     sh subjects/explore/real/fetch-source.sh cjson sources
 *     pikse explore subjects/explore/real/cjson.c sources/cjson/cJSON.c --cflags '-I sources/cjson -DN=6'
 */
#include <pikse.h>

#include "cJSON.h"

#ifndef N
#define N 6
#endif

int main(void)
{
    char text[N + 1];
    pikse_symbolic(text, N, "text");
    text[N] = 0;
    cJSON *json = cJSON_Parse(text);
    if (!json)
        return 1;
    cJSON_Delete(json);
    return 0;
}
