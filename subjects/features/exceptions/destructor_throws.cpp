// A destructor that throws while the stack is unwound ends the program.
#include <exception>

struct Bad {
    ~Bad() noexcept(false) { throw 2; }
};

int main()
{
    try {
        Bad bad;
        throw 1;
    } catch (...) { // error: exception
    }
    return 0;
}
