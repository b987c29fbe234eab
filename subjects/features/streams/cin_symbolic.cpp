// explore: --sym-stdin 2
// Every input of two bytes.
#include <cassert>
#include <iostream>

int main()
{
    char c;
    if (!(std::cin >> c))
        return 0;
    assert(c != ' ' && c != '\n' && c != '\t');
    if (c == 'q')
        assert(std::cin.peek() != 300);
    return 0;
}
