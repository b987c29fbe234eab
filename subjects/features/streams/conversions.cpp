// std::to_string, std::stoi and the like, std::string_view.
#include <cassert>
#include <stdexcept>
#include <string>
#include <string_view>

int main()
{
    assert(std::to_string(-12) == "-12" && std::to_string(1.5) == "1.500000");
    assert(std::to_string(18446744073709551615ull) == "18446744073709551615");
    std::size_t end = 0;
    assert(std::stoi("  42x", &end) == 42 && end == 4);
    assert(std::stoi("ff", nullptr, 16) == 255 && std::stol("-077", nullptr, 0) == -63);
    assert(std::stod("2.5e1") == 25.0 && std::stof("0.5") == 0.5f);
    int thrown = 0;
    try {
        std::stoi("99999999999");
    } catch (const std::out_of_range &) {
        thrown++;
    }
    try {
        std::stod("x");
    } catch (const std::invalid_argument &) {
        thrown++;
    }
    assert(thrown == 2);
    std::string_view view = "hello world";
    assert(view.substr(6) == "world" && view.find('o') == 4);
}
