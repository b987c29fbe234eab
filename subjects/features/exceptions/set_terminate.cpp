// exit: 7
// The handler of std::terminate runs; it sees the exception.
#include <cstdlib>
#include <exception>

static void leave()
{
    std::exception_ptr now = std::current_exception();
    try {
        std::rethrow_exception(now);
    } catch (int code) {
        exit(code);
    }
}

int main()
{
    std::set_terminate(leave);
    if (std::get_terminate() != leave)
        return 1;
    throw 7;
}
