// explore: --cflags=-std=c++14
// A function throws what its specification does not list.
static void wrong() throw(int)
{
    throw "text";
} // error: exception

static void right() throw(int, char)
{
    throw 'c';
}

int main()
{
    try {
        right();
    } catch (char) {
    }
    try {
        wrong();
    } catch (...) {
    }
    return 1;
}
