// explore: --cflags=-fsanitize=enum
#include <cstring>
#include <pikse.h>

enum Color { red, green, blue };

int main()
{
    int number;
    Color color;
    pikse_symbolic(&number, sizeof number, "number");
    std::memcpy(&color, &number, sizeof color);
    return color == red ? 0 : 0; // error: broken-promise
}
