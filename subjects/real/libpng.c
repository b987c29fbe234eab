/* libpng's reader, on a header of an image and one more chunk. Checksums are not compared, because
 * almost no input would come further. */
#include <pikse.h>
#include <png.h>
#include <string.h>

enum { DATA = 8 };

static unsigned char image[] = {
    0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n',
    0, 0, 0, 13, 'I', 'H', 'D', 'R',
    0, 0, 0, 1, 0, 0, 0, 1, /* width and height */
    0, 0, 0, 0, 0,          /* depth, colour, compression, filter, interlace: symbolic */
    0, 0, 0, 0,
    0, 0, 0, DATA,
    0, 0, 0, 0,             /* type: symbolic */
    0, 0, 0, 0, 0, 0, 0, 0, /* data: symbolic */
    0, 0, 0, 0,
    0, 0, 0, 0, 'I', 'E', 'N', 'D', 0, 0, 0, 0,
};
enum { FORMAT = 24, TYPE = 37 };

static size_t at;

static void read_bytes(png_structp png, png_bytep to, size_t length)
{
    if (length > sizeof image - at)
        png_error(png, "end of file");
    memcpy(to, image + at, length);
    at += length;
}

int main(void)
{
    pikse_symbolic(image + FORMAT, 5, "format");
    pikse_symbolic(image + TYPE, 4 + DATA, "chunk");
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    if (png == NULL)
        return 1;
    png_infop info = png_create_info_struct(png);
    if (info != NULL && setjmp(png_jmpbuf(png)) == 0) {
        png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
        png_set_read_fn(png, NULL, read_bytes);
        png_read_info(png, info);
        png_read_end(png, info);
    }
    png_destroy_read_struct(&png, &info, NULL);
    pikse_assert(png == NULL && info == NULL);
    return 0;
}
