#include <cassert>
#include <climits>
#include <sstream>

int main()
{
    int x = 9;
    std::istringstream letters("abc");
    letters >> x;
    assert(letters.fail() && !letters.bad() && x == 0);
    std::istringstream large("99999999999");
    large >> x;
    assert(large.fail() && x == INT_MAX);
    std::istringstream part("12abc");
    part >> x;
    assert(!part.fail() && x == 12 && part.peek() == 'a');
    std::istringstream none("");
    assert(!(none >> x) && none.eof());
    unsigned char byte;
    short s;
    std::istringstream mixed("A 70000");
    mixed >> byte >> s;
    assert(byte == 'A' && mixed.fail() && s == SHRT_MAX);
}
