// Streams that throw.
#include <cassert>
#include <ios>
#include <sstream>
#include <string>

int main()
{
    std::istringstream in("x");
    in.exceptions(std::ios::failbit);
    int value, caught = 0;
    try {
        in >> value;
    } catch (const std::ios_base::failure &e) {
        caught = 1;
        assert(std::string(e.what()).size() > 0);
        assert(e.code() == std::io_errc::stream);
    }
    assert(caught == 1);
}
