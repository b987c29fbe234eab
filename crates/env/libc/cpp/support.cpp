// The parts of libc++ that are not in its headers, for programs in the symbolic machine: strings,
// exceptions, the counts of shared pointers. Type information is in types.cpp and errors of the system
// are in errors.cpp, which follow this file in one unit; streams.cpp and threads.cpp are units of their
// own. They are compiled with the user's own clang and headers when a program needs them, so that all
// layouts agree.
//
// Out of scope: the file system, regular expressions. A path that calls a missing function is
// unsupported.

#include <algorithm>
#include <any>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>
#include <unordered_map>
#include <variant>

extern "C" {
void *__cxa_begin_catch(void *) noexcept;
void *__cxa_current_primary_exception() noexcept;
void __cxa_increment_exception_refcount(void *) noexcept;
void __cxa_decrement_exception_refcount(void *) noexcept;
void __cxa_rethrow_primary_exception(void *);
unsigned __cxa_uncaught_exceptions() noexcept;
}

// Strings: all members that the headers declare as instantiated in the library.
template class std::basic_string<char>;
template std::string std::operator+(const char *, const std::string &);

_LIBCPP_BEGIN_NAMESPACE_STD

namespace {

template <class T> string printed(const char *format, T value)
{
    char text[512];
    int length = snprintf(text, sizeof text, format, value);
    return string(text, static_cast<size_t>(length));
}

[[noreturn]] void no_number(const char *function)
{
    throw invalid_argument(string(function) + ": no conversion");
}

[[noreturn]] void too_large(const char *function)
{
    throw out_of_range(string(function) + ": out of range");
}

/// A number from a text, by one of C's functions.
template <class T, class F>
T parsed(const char *function, const string &text, size_t *end, F convert)
{
    char *behind = nullptr;
    int before = errno;
    errno = 0;
    T value = convert(text.c_str(), &behind);
    int error = errno;
    errno = before;
    if (error == ERANGE)
        too_large(function);
    if (behind == text.c_str())
        no_number(function);
    if (end)
        *end = static_cast<size_t>(behind - text.c_str());
    return value;
}

} // namespace

string to_string(int value) { return printed("%d", value); }
string to_string(unsigned value) { return printed("%u", value); }
string to_string(long value) { return printed("%ld", value); }
string to_string(unsigned long value) { return printed("%lu", value); }
string to_string(long long value) { return printed("%lld", value); }
string to_string(unsigned long long value) { return printed("%llu", value); }
string to_string(float value) { return printed("%f", static_cast<double>(value)); }
string to_string(double value) { return printed("%f", value); }

int stoi(const string &text, size_t *end, int base)
{
    long value = parsed<long>("stoi", text, end,
                              [=](const char *s, char **e) { return strtol(s, e, base); });
    if (value < numeric_limits<int>::min() || value > numeric_limits<int>::max())
        too_large("stoi");
    return static_cast<int>(value);
}

long stol(const string &text, size_t *end, int base)
{
    return parsed<long>("stol", text, end,
                        [=](const char *s, char **e) { return strtol(s, e, base); });
}

unsigned long stoul(const string &text, size_t *end, int base)
{
    return parsed<unsigned long>("stoul", text, end,
                                 [=](const char *s, char **e) { return strtoul(s, e, base); });
}

long long stoll(const string &text, size_t *end, int base)
{
    return parsed<long long>("stoll", text, end,
                             [=](const char *s, char **e) { return strtoll(s, e, base); });
}

unsigned long long stoull(const string &text, size_t *end, int base)
{
    return parsed<unsigned long long>(
        "stoull", text, end, [=](const char *s, char **e) { return strtoull(s, e, base); });
}

float stof(const string &text, size_t *end) { return parsed<float>("stof", text, end, strtof); }
double stod(const string &text, size_t *end) { return parsed<double>("stod", text, end, strtod); }

// Sorting of numbers, which the library has instantiated. Short ranges are sorted by insertion: that
// compares least where the numbers are symbolic.
template <class Compare, class Iterator>
void __sort(Iterator first, Iterator last, Compare)
{
    if (last - first > 32) {
        std::make_heap(first, last);
        std::sort_heap(first, last);
        return;
    }
    for (Iterator next = first; next != last; ++next) {
        auto value = *next;
        Iterator hole = next;
        for (; hole != first && value < hole[-1]; --hole)
            *hole = hole[-1];
        *hole = value;
    }
}

#define PIKSE_SORT(type) template void __sort<__less<type> &, type *>(type *, type *, __less<type> &);
PIKSE_SORT(char)
PIKSE_SORT(signed char)
PIKSE_SORT(unsigned char)
PIKSE_SORT(short)
PIKSE_SORT(unsigned short)
PIKSE_SORT(int)
PIKSE_SORT(unsigned)
PIKSE_SORT(long)
PIKSE_SORT(unsigned long)
PIKSE_SORT(long long)
PIKSE_SORT(unsigned long long)
PIKSE_SORT(float)
PIKSE_SORT(double)

// The number of buckets of a hash table: the next prime number.
size_t __next_prime(size_t n)
{
    if (n <= 2)
        return n == 0 ? 0 : 2;
    for (n |= 1;; n += 2) {
        bool prime = true;
        for (size_t by = 3; by * by <= n && prime; by += 2)
            prime = n % by != 0;
        if (prime)
            return n;
    }
}

// Shared pointers count from -1 on: -1 means no owner is left.
__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}
const void *__shared_weak_count::__get_deleter(const type_info &) const noexcept { return nullptr; }

void __shared_weak_count::__release_weak() noexcept
{
    if (--__shared_weak_owners_ == -1)
        __on_zero_shared_weak();
}

__shared_weak_count *__shared_weak_count::lock() noexcept
{
    if (__shared_owners_ == -1)
        return nullptr;
    ++__shared_owners_;
    return this;
}

bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
#if defined(_LIBCPP_ABI_BAD_FUNCTION_CALL_KEY_FUNCTION) || \
    _LIBCPP_AVAILABILITY_HAS_BAD_FUNCTION_CALL_KEY_FUNCTION
bad_function_call::~bad_function_call() noexcept {}
#endif
#ifdef _LIBCPP_ABI_BAD_FUNCTION_CALL_GOOD_WHAT_MESSAGE
const char *bad_function_call::what() const noexcept { return "std::bad_function_call"; }
#endif

// The text of an exception, which copies share; it is never freed.
__libcpp_refstring::__libcpp_refstring(const char *text) : __imp_(strdup(text)) {}
__libcpp_refstring::__libcpp_refstring(const __libcpp_refstring &other) noexcept
    : __imp_(other.__imp_)
{
}
__libcpp_refstring &__libcpp_refstring::operator=(const __libcpp_refstring &other) noexcept
{
    __imp_ = other.__imp_;
    return *this;
}
__libcpp_refstring::~__libcpp_refstring() {}

namespace chrono {

system_clock::time_point system_clock::now() noexcept
{
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return time_point(seconds(now.tv_sec) + microseconds(now.tv_nsec / 1000));
}

time_t system_clock::to_time_t(const time_point &at) noexcept
{
    return duration_cast<seconds>(at.time_since_epoch()).count();
}

system_clock::time_point system_clock::from_time_t(time_t at) noexcept
{
    return time_point(seconds(at));
}

steady_clock::time_point steady_clock::now() noexcept
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return time_point(seconds(now.tv_sec) + nanoseconds(now.tv_nsec));
}

} // namespace chrono

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
bad_cast::bad_cast() noexcept {}
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::bad_typeid() noexcept {}
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
const char *bad_any_cast::what() const noexcept { return "bad any cast"; }
bad_optional_access::~bad_optional_access() noexcept {}
const char *bad_optional_access::what() const noexcept { return "bad_optional_access"; }
const char *bad_variant_access::what() const noexcept { return "bad_variant_access"; }
type_info::~type_info() {}
void __throw_bad_alloc() { throw bad_alloc(); }

logic_error::logic_error(const string &text) : __imp_(text.c_str()) {}
logic_error::logic_error(const char *text) : __imp_(text) {}
logic_error::logic_error(const logic_error &other) noexcept : exception(), __imp_(other.__imp_) {}
logic_error &logic_error::operator=(const logic_error &other) noexcept
{
    __imp_ = other.__imp_;
    return *this;
}
logic_error::~logic_error() noexcept {}
const char *logic_error::what() const noexcept { return __imp_.c_str(); }
runtime_error::runtime_error(const string &text) : __imp_(text.c_str()) {}
runtime_error::runtime_error(const char *text) : __imp_(text) {}
runtime_error::runtime_error(const runtime_error &other) noexcept
    : exception(), __imp_(other.__imp_)
{
}
runtime_error &runtime_error::operator=(const runtime_error &other) noexcept
{
    __imp_ = other.__imp_;
    return *this;
}
runtime_error::~runtime_error() noexcept {}
const char *runtime_error::what() const noexcept { return __imp_.c_str(); }
domain_error::~domain_error() noexcept {}
invalid_argument::~invalid_argument() noexcept {}
length_error::~length_error() noexcept {}
out_of_range::~out_of_range() noexcept {}
range_error::~range_error() noexcept {}
overflow_error::~overflow_error() noexcept {}
underflow_error::~underflow_error() noexcept {}

// Pointers to exceptions own a part of the thrown object.
exception_ptr::exception_ptr(const exception_ptr &other) noexcept : __ptr_(other.__ptr_)
{
    __cxa_increment_exception_refcount(__ptr_);
}
exception_ptr &exception_ptr::operator=(const exception_ptr &other) noexcept
{
    if (__ptr_ != other.__ptr_) {
        __cxa_increment_exception_refcount(other.__ptr_);
        __cxa_decrement_exception_refcount(__ptr_);
        __ptr_ = other.__ptr_;
    }
    return *this;
}
#if _LIBCPP_VERSION >= 180000
exception_ptr exception_ptr::__from_native_exception_pointer(void *object) noexcept
{
    exception_ptr result;
    __cxa_increment_exception_refcount(object);
    result.__ptr_ = object;
    return result;
}
#endif
exception_ptr::~exception_ptr() noexcept { __cxa_decrement_exception_refcount(__ptr_); }

exception_ptr current_exception() noexcept
{
    exception_ptr result;
    *reinterpret_cast<void **>(&result) = __cxa_current_primary_exception();
    return result;
}

void rethrow_exception(exception_ptr exception)
{
    __cxa_rethrow_primary_exception(*reinterpret_cast<void **>(&exception));
    terminate();
}

nested_exception::nested_exception() noexcept : __ptr_(current_exception()) {}
nested_exception::~nested_exception() noexcept {}
void nested_exception::rethrow_nested() const
{
    if (__ptr_ == nullptr)
        terminate();
    rethrow_exception(__ptr_);
}

bool uncaught_exception() noexcept { return __cxa_uncaught_exceptions() > 0; }
int uncaught_exceptions() noexcept { return static_cast<int>(__cxa_uncaught_exceptions()); }

} // namespace std

// The text of the exception that is being handled, for the report of an uncaught one.
extern "C" const char *__pikse_what()
{
    try {
        throw;
    } catch (const std::exception &exception) {
        return exception.what();
    } catch (...) {
        return nullptr;
    }
}

// A function throws what its specification does not allow. The handler may replace the exception by
// one that is allowed.
extern "C" void *__pikse_caught();
extern "C" void __pikse_forget(void *);
extern "C" bool __pikse_allows(void *, void *);
extern "C" [[noreturn]] void __pikse_unexpected() __asm__("_ZSt10unexpectedv");
extern "C" [[noreturn]] void __cxa_call_unexpected(void *broken)
{
    __cxa_begin_catch(broken);
    try {
        __pikse_unexpected();
    } catch (...) {
        if (__pikse_allows(broken, __pikse_caught())) {
            __pikse_forget(broken);
            throw;
        }
        if (__pikse_allows(broken, nullptr)) {
            __pikse_forget(broken);
            throw std::bad_exception();
        }
    }
    std::terminate();
}
