// explore: --cflags=-fsanitize=alignment
#include <pikse.h>

int main(void)
{
    _Alignas(8) char bytes[16] = {0};
    int offset;
    pikse_symbolic(&offset, sizeof offset, "offset");
    if (offset != 4 && offset != 5)
        return 0;
    return *(int *)(bytes + offset); // error: misaligned
}
