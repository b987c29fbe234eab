// Exceptions of the library, with their texts and bases.
#include <cassert>
#include <cstring>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

struct A {
    virtual ~A() {}
};
struct B : A {};

int main()
{
    std::vector<int> v(2);
    int count = 0;
    try {
        v.at(2) = 1;
    } catch (const std::out_of_range &) {
        ++count;
    }
    try {
        std::string("abc").substr(4);
    } catch (const std::logic_error &) {
        ++count;
    }
    try {
        std::map<int, int>().at(1);
    } catch (const std::exception &) {
        ++count;
    }
    try {
        std::stoi("x");
    } catch (const std::invalid_argument &) {
        ++count;
    }
    A a;
    try {
        (void)dynamic_cast<B &>(a);
    } catch (const std::bad_cast &) {
        ++count;
    }
    A *none = nullptr;
    try {
        (void)typeid(*none).name();
    } catch (const std::bad_typeid &) {
        ++count;
    }
    try {
        throw std::overflow_error("over");
    } catch (const std::runtime_error &e) {
        assert(strcmp(e.what(), "over") == 0);
        ++count;
    }
    assert(count == 7);
}
