// The parts of libc++ that are not in its headers, for programs in the symbolic machine: strings,
// exceptions, the counts of shared pointers, type information. It is compiled with the user's own
// clang and headers when a program needs it, so that all layouts agree.
//
// Out of scope: streams, locales, threads, the file system. A path that calls a missing function is
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
#include <typeinfo>
#include <unordered_map>
#include <variant>

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

} // namespace std

// Type information, as compilers write it: the fields after the name depend on the kind of type.
namespace __cxxabiv1 {

class __class_type_info : public std::type_info {
public:
    ~__class_type_info() override;
    enum kind { plain, single, many };
    virtual kind __pikse_kind() const;
};

class __si_class_type_info : public __class_type_info {
public:
    const __class_type_info *base;
    ~__si_class_type_info() override;
    kind __pikse_kind() const override;
};

struct base_class {
    const __class_type_info *base;
    // Bits for virtual and public, and above them the offset.
    long flags;
};

class __vmi_class_type_info : public __class_type_info {
public:
    unsigned flags;
    unsigned count;
    base_class bases[1];
    ~__vmi_class_type_info() override;
    kind __pikse_kind() const override;
};

__class_type_info::~__class_type_info() {}
__class_type_info::kind __class_type_info::__pikse_kind() const { return plain; }
__si_class_type_info::~__si_class_type_info() {}
__class_type_info::kind __si_class_type_info::__pikse_kind() const { return single; }
__vmi_class_type_info::~__vmi_class_type_info() {}
__class_type_info::kind __vmi_class_type_info::__pikse_kind() const { return many; }

// The other kinds, which are not used here.
#define PIKSE_KIND(name)                      \
    class name : public std::type_info {      \
    public:                                   \
        ~name() override;                     \
    };                                        \
    name::~name() {}

PIKSE_KIND(__fundamental_type_info)
PIKSE_KIND(__array_type_info)
PIKSE_KIND(__function_type_info)
PIKSE_KIND(__enum_type_info)
PIKSE_KIND(__pointer_type_info)
PIKSE_KIND(__pointer_to_member_type_info)

namespace {

/// Visits the public bases of a class: their types, and their offsets in an object of it.
template <class F> void bases(const __class_type_info *type, const char *object, F visit)
{
    switch (type->__pikse_kind()) {
    case __class_type_info::plain:
        return;
    case __class_type_info::single:
        return visit(static_cast<const __si_class_type_info *>(type)->base, object);
    case __class_type_info::many:
        break;
    }
    auto *many = static_cast<const __vmi_class_type_info *>(type);
    for (unsigned k = 0; k < many->count; k++) {
        const base_class &base = many->bases[k];
        if (!(base.flags & 2))
            continue;
        long offset = base.flags >> 8;
        // The offset of a virtual base is in the object's virtual table.
        if (base.flags & 1)
            offset = *reinterpret_cast<const long *>(*reinterpret_cast<char *const *>(object) + offset);
        visit(base.base, object + offset);
    }
}

/// Whether an object has a public base of a type at an address.
bool holds(const __class_type_info *type, const char *object, const __class_type_info *wanted,
           const char *place)
{
    if (*type == *wanted && object == place)
        return true;
    bool found = false;
    bases(type, object, [&](const __class_type_info *base, const char *at) {
        found = found || holds(base, at, wanted, place);
    });
    return found;
}

/// The unique object of a type among an object's public bases.
struct only {
    const char *found = nullptr;
    bool several = false;

    void add(const char *object)
    {
        several = several || (found && found != object);
        found = object;
    }

    void *get() const { return several ? nullptr : const_cast<char *>(found); }
};

/// Calls `visit` with every object of a type among an object and its public bases.
template <class F>
void all_of(const __class_type_info *type, const char *object, const __class_type_info *wanted,
            const F &visit)
{
    if (*type == *wanted)
        return visit(object);
    bases(type, object, [&](const __class_type_info *base, const char *at) {
        all_of(base, at, wanted, visit);
    });
}

} // namespace

extern "C" void *__dynamic_cast(const void *object, const __class_type_info *from,
                                const __class_type_info *to, std::ptrdiff_t)
{
    // Before the functions are the type of the whole object and the offset to its start.
    const void *const *table = *static_cast<const void *const *const *>(object);
    const char *place = static_cast<const char *>(object);
    const char *whole = place + reinterpret_cast<std::ptrdiff_t>(table[-2]);
    auto *type = static_cast<const __class_type_info *>(table[-1]);
    only down, across;
    all_of(type, whole, to, [&](const char *at) {
        across.add(at);
        if (holds(to, at, from, place))
            down.add(at);
    });
    if (down.found)
        return down.get();
    // A cross-cast to another base, if this one is also public.
    return holds(type, whole, from, place) ? across.get() : nullptr;
}

extern "C" [[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }
extern "C" [[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }
extern "C" [[noreturn]] void __cxa_throw_bad_array_new_length()
{
    throw std::bad_array_new_length();
}

} // namespace __cxxabiv1
