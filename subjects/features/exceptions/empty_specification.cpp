// explore: --cflags=-std=c++14
// Nothing may leave a function with an empty specification.
static void nothing() throw()
{
    throw 1;
} // error: exception

int main()
{
    try {
        nothing();
    } catch (...) {
    }
    return 1;
}
