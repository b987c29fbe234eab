/*
 * LZ4, as Debian has it: a block of N bytes is decompressed into ROOM bytes. Blocks of fewer than 10
 * bytes can only be literals, so there are few paths.
 *
 *     sh subjects/explore/real/fetch-source.sh lz4 sources
 *     pikse explore subjects/explore/real/lz4.c sources/lz4/lib/lz4.c --cflags '-I sources/lz4/lib -DN=12'
 */
#include <pikse.h>

#include "lz4.h"

#ifndef N
#define N 8
#endif
#ifndef ROOM
#define ROOM 64
#endif

int main(void)
{
    char block[N], text[ROOM];
    pikse_symbolic(block, N, "block");
    int length = LZ4_decompress_safe(block, text, N, ROOM);
    pikse_assert(length <= ROOM);
    return length < 0;
}
