// explore: --sym-files 1 2
// A symbolic file.
#include <cassert>
#include <fstream>
#include <string>

int main()
{
    std::ifstream in("A");
    if (!in.is_open()) // not allowed
        return 0;
    char first = 0, second = 0;
    in.get(first).get(second);
    assert(in.good());
    assert(in.get() == EOF && in.eof());
    in.clear();
    in.seekg(0);
    char again;
    in.get(again);
    assert(again == first);
    if (first == 'x' && second == 'y')
        return 0;
    std::ifstream none("no such file");
    assert(!none && !none.is_open());
    return 0;
}
