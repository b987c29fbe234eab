// Streams can be used before main and after it.
#include <iostream>

struct Loud {
    Loud() { std::cout << "made\n"; }
    ~Loud() { std::cout << "destroyed\n"; }
};
static Loud loud;

int main()
{
    std::cout << "main\n";
}
