// Uncaught exceptions of several types; no destructor runs.
#include <pikse.h>
#include <stdexcept>
#include <string>

namespace app {
template <class T> struct Box {
    T value;
};
struct Own : std::exception {
    const char *what() const noexcept override { return "own text"; }
};
} // namespace app

struct Loud {
    ~Loud() { __builtin_trap(); }
};

int main()
{
    int which;
    pikse_symbolic(&which, sizeof which, "which");
    Loud *leaked = nullptr;
    switch (which) {
    case 0:
        throw 1; // error: exception
    case 1:
        throw std::runtime_error("some text"); // error: exception
    case 2:
        throw app::Box<const char *>{"x"}; // error: exception
    case 3:
        throw app::Own(); // error: exception
    case 4:
        throw std::string("x"); // error: exception
    case 5:
        throw leaked; // error: exception
    }
    return 0;
}
