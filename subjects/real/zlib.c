/* zlib's inflate, on raw deflate data of N bytes: any three bits of a header, and what follows. */
#include <pikse.h>
#include <string.h>
#include <zlib.h>

enum { N = 6 };

int main(void)
{
    unsigned char in[N], out[64];
    pikse_symbolic(in, sizeof in, "in");
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    stream.next_in = in;
    stream.avail_in = sizeof in;
    stream.next_out = out;
    stream.avail_out = sizeof out;
    if (inflateInit2(&stream, -15) != Z_OK)
        return 1;
    int result = inflate(&stream, Z_FINISH);
    pikse_assert(stream.total_in <= sizeof in && stream.total_out <= sizeof out);
    pikse_assert(stream.next_out == out + stream.total_out);
    pikse_assert(result != Z_STREAM_ERROR && result != Z_MEM_ERROR);
    inflateEnd(&stream);
    return 0;
}
