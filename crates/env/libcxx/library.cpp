// What libc++ keeps in its library instead of its headers, for programs that use std::string,
// std::shared_ptr, hash tables or exceptions. It is compiled with the compiler of the program, and
// what the program does not need goes again.
//
// In scope: members of std::string, numbers to text and back, reference counts, sizes of hash
// tables, exceptions. Streams, files, threads, locales and wide strings are not.

#include <any>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <unordered_map>
#include <variant>

template class std::basic_string<char>;
template std::string std::operator+<char, std::char_traits<char>, std::allocator<char>>(
    const char *, const std::string &);

_LIBCPP_BEGIN_NAMESPACE_STD

// The texts of exceptions. Copies have texts of their own.
static const char *text_of(const char *text)
{
    std::size_t size = std::strlen(text) + 1;
    return static_cast<const char *>(std::memcpy(::operator new(size), text, size));
}

__libcpp_refstring::__libcpp_refstring(const char *text) : __imp_(text_of(text)) {}
__libcpp_refstring::__libcpp_refstring(const __libcpp_refstring &other) _NOEXCEPT
    : __imp_(text_of(other.__imp_))
{
}
__libcpp_refstring &__libcpp_refstring::operator=(const __libcpp_refstring &other) _NOEXCEPT
{
    const char *text = text_of(other.__imp_);
    ::operator delete(const_cast<char *>(__imp_));
    __imp_ = text;
    return *this;
}
__libcpp_refstring::~__libcpp_refstring() { ::operator delete(const_cast<char *>(__imp_)); }

// Numbers to text.
#define TO_STRING(type, format)                            \
    string to_string(type value)                           \
    {                                                      \
        char text[512];                                    \
        std::snprintf(text, sizeof text, format, value);   \
        return text;                                       \
    }
TO_STRING(int, "%d")
TO_STRING(unsigned, "%u")
TO_STRING(long, "%ld")
TO_STRING(unsigned long, "%lu")
TO_STRING(long long, "%lld")
TO_STRING(unsigned long long, "%llu")
TO_STRING(float, "%f")
TO_STRING(double, "%f")

// Text to numbers. `read` is one of the functions of stdlib.h.
template <class Number, class Read>
static Number number_of(const char *name, const string &text, size_t *length, Read read)
{
    const char *begin = text.c_str();
    char *end = nullptr;
    int before = errno;
    errno = 0;
    auto number = read(begin, &end);
    bool too_large = errno == ERANGE || static_cast<Number>(number) != number;
    errno = before;
    if (end == begin)
        throw invalid_argument(string(name) + ": no conversion");
    if (too_large)
        throw out_of_range(string(name) + ": out of range");
    if (length)
        *length = static_cast<size_t>(end - begin);
    return static_cast<Number>(number);
}

#define TO_INTEGER(type, name, function)                                    \
    type name(const string &text, size_t *length, int base)                 \
    {                                                                       \
        return number_of<type>(#name, text, length,                         \
                               [base](const char *from, char **end) {       \
                                   return std::function(from, end, base);   \
                               });                                          \
    }
TO_INTEGER(int, stoi, strtol)
TO_INTEGER(long, stol, strtol)
TO_INTEGER(unsigned long, stoul, strtoul)
TO_INTEGER(long long, stoll, strtoll)
TO_INTEGER(unsigned long long, stoull, strtoull)

float stof(const string &text, size_t *length)
{
    return number_of<float>("stof", text, length,
                            [](const char *from, char **end) { return std::strtof(from, end); });
}

double stod(const string &text, size_t *length)
{
    return number_of<double>("stod", text, length,
                             [](const char *from, char **end) { return std::strtod(from, end); });
}

// The size of a hash table: a prime number, at least as large.
size_t __next_prime(size_t n)
{
    if (n <= 2)
        return n == 0 ? 0 : 2;
    for (n |= 1;; n += 2) {
        bool is_prime = true;
        for (size_t k = 3; k * k <= n; k += 2)
            if (n % k == 0) {
                is_prime = false;
                break;
            }
        if (is_prime)
            return n;
    }
}

// Reference counts begin at 0, which is one owner.
__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}

void __shared_weak_count::__release_weak() _NOEXCEPT
{
    if (__shared_weak_owners_-- == 0)
        __on_zero_shared_weak();
}

__shared_weak_count *__shared_weak_count::lock() _NOEXCEPT
{
    if (__shared_owners_ == -1)
        return nullptr;
    ++__shared_owners_;
    return this;
}

const void *__shared_weak_count::__get_deleter(const type_info &) const _NOEXCEPT
{
    return nullptr;
}

bad_weak_ptr::~bad_weak_ptr() _NOEXCEPT {}
const char *bad_weak_ptr::what() const _NOEXCEPT { return "bad_weak_ptr"; }
bad_function_call::~bad_function_call() _NOEXCEPT {}

void __libcpp_verbose_abort(const char *, ...) { std::abort(); }

_LIBCPP_END_NAMESPACE_STD

namespace std {

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }

bad_alloc::bad_alloc() noexcept {}
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::bad_array_new_length() noexcept {}
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "bad_array_new_length"; }
void __throw_bad_alloc() { throw bad_alloc(); }

bad_cast::bad_cast() noexcept {}
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::bad_typeid() noexcept {}
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }

bad_optional_access::~bad_optional_access() noexcept {}
const char *bad_optional_access::what() const noexcept { return "bad_optional_access"; }
const char *bad_variant_access::what() const noexcept { return "bad_variant_access"; }
const char *bad_any_cast::what() const noexcept { return "bad any cast"; }

#define WITH_TEXT(type)                                                             \
    type::type(const string &text) : __imp_(text.c_str()) {}                        \
    type::type(const char *text) : __imp_(text) {}                                  \
    type::type(const type &other) noexcept : exception(other), __imp_(other.__imp_) {} \
    type &type::operator=(const type &other) noexcept                               \
    {                                                                               \
        __imp_ = other.__imp_;                                                      \
        return *this;                                                               \
    }                                                                               \
    type::~type() noexcept {}                                                       \
    const char *type::what() const noexcept { return __imp_.c_str(); }
WITH_TEXT(logic_error)
WITH_TEXT(runtime_error)

domain_error::~domain_error() noexcept {}
invalid_argument::~invalid_argument() noexcept {}
length_error::~length_error() noexcept {}
out_of_range::~out_of_range() noexcept {}
range_error::~range_error() noexcept {}
overflow_error::~overflow_error() noexcept {}
underflow_error::~underflow_error() noexcept {}

} // namespace std
