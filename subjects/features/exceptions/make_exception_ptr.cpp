// make_exception_ptr and nested exceptions.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>

int main()
{
    std::exception_ptr made = std::make_exception_ptr(std::runtime_error("made"));
    try {
        std::rethrow_exception(made);
    } catch (const std::exception &e) {
        assert(std::string(e.what()) == "made");
    }
    try {
        try {
            throw std::logic_error("inner");
        } catch (...) {
            std::throw_with_nested(std::runtime_error("outer"));
        }
    } catch (const std::runtime_error &outer) {
        assert(std::string(outer.what()) == "outer");
        try {
            std::rethrow_if_nested(outer);
            assert(false);
        } catch (const std::logic_error &inner) {
            assert(std::string(inner.what()) == "inner");
        }
    }
}
