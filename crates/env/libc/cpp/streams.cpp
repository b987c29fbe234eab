// The parts of libc++'s streams that are not in its headers: the standard streams, the state that all
// streams have, the classic locale and its facets. Programs that use streams are linked with it; see
// support.cpp.
//
// There is one locale, "C". Out of scope: wide characters, money, messages, parsing of dates.

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <ios>
#include <istream>
#include <locale>
#include <new>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <system_error>

// All members that the headers declare as instantiated in the library.
template class std::basic_ios<char>;
template class std::basic_streambuf<char>;
template class std::basic_istream<char>;
template class std::basic_ostream<char>;
template class std::basic_iostream<char>;
template class std::basic_stringbuf<char>;
template class std::basic_istringstream<char>;
template class std::basic_ostringstream<char>;
template class std::basic_stringstream<char>;
template class std::basic_filebuf<char>;
template class std::basic_ifstream<char>;
template class std::basic_ofstream<char>;
template struct std::__num_get<char>;
template struct std::__num_put<char>;
template class std::num_get<char>;
template class std::num_put<char>;
template class std::time_put<char>;
template class std::collate<char>;
template std::istream &std::operator>>(std::istream &, std::string &);
template std::istream &std::getline(std::istream &, std::string &, char);

_LIBCPP_BEGIN_NAMESPACE_STD

void __throw_runtime_error(const char *text) { throw runtime_error(text); }

// Facets.

locale::facet::~facet() {}
void locale::facet::__on_zero_shared() noexcept { delete this; }

locale::id ctype<char>::id;
locale::id codecvt<char, char, mbstate_t>::id;
locale::id numpunct<char>::id;

ctype<char>::ctype(const mask *table, bool owns, size_t references)
    : facet(references), __tab_(table ? table : classic_table()), __del_(owns)
{
}
ctype<char>::~ctype()
{
    if (__tab_ && __del_)
        delete[] __tab_;
}
char ctype<char>::do_toupper(char c) const { return 'a' <= c && c <= 'z' ? c - 'a' + 'A' : c; }
char ctype<char>::do_tolower(char c) const { return 'A' <= c && c <= 'Z' ? c - 'A' + 'a' : c; }
const char *ctype<char>::do_toupper(char *from, const char *to) const
{
    for (; from != to; ++from)
        *from = do_toupper(*from);
    return from;
}
const char *ctype<char>::do_tolower(char *from, const char *to) const
{
    for (; from != to; ++from)
        *from = do_tolower(*from);
    return from;
}
char ctype<char>::do_widen(char c) const { return c; }
const char *ctype<char>::do_widen(const char *from, const char *to, char *result) const
{
    memcpy(result, from, static_cast<size_t>(to - from));
    return to;
}
char ctype<char>::do_narrow(char c, char) const { return c; }
const char *ctype<char>::do_narrow(const char *from, const char *to, char, char *result) const
{
    memcpy(result, from, static_cast<size_t>(to - from));
    return to;
}
const ctype_base::mask *ctype<char>::classic_table() noexcept { return *__ctype_b_loc(); }

using plain_codecvt = codecvt<char, char, mbstate_t>;
plain_codecvt::~codecvt() {}
codecvt_base::result plain_codecvt::do_out(mbstate_t &, const char *from, const char *,
                                           const char *&from_next, char *to, char *,
                                           char *&to_next) const
{
    from_next = from;
    to_next = to;
    return noconv;
}
codecvt_base::result plain_codecvt::do_in(mbstate_t &, const char *from, const char *,
                                          const char *&from_next, char *to, char *,
                                          char *&to_next) const
{
    from_next = from;
    to_next = to;
    return noconv;
}
codecvt_base::result plain_codecvt::do_unshift(mbstate_t &, char *to, char *, char *&to_next) const
{
    to_next = to;
    return noconv;
}
int plain_codecvt::do_encoding() const noexcept { return 1; }
bool plain_codecvt::do_always_noconv() const noexcept { return true; }
int plain_codecvt::do_length(mbstate_t &, const char *from, const char *end, size_t most) const
{
    return static_cast<int>(min<size_t>(most, static_cast<size_t>(end - from)));
}
int plain_codecvt::do_max_length() const noexcept { return 1; }

numpunct<char>::numpunct(size_t references)
    : facet(references), __decimal_point_('.'), __thousands_sep_(',')
{
}
numpunct<char>::~numpunct() {}
char numpunct<char>::do_decimal_point() const { return __decimal_point_; }
char numpunct<char>::do_thousands_sep() const { return __thousands_sep_; }
string numpunct<char>::do_grouping() const { return __grouping_; }
string numpunct<char>::do_truename() const { return "true"; }
string numpunct<char>::do_falsename() const { return "false"; }

__time_put::~__time_put() {}
void __time_put::__do_put(char *from, char *&to, const tm *time, char format, char modifier) const
{
    char text[] = {'%', format, modifier, 0};
    if (modifier)
        swap(text[1], text[2]);
    to = from + strftime(from, static_cast<size_t>(to - from), text, time);
}

// Numbers.

const char __num_get_base::__src[33] = "0123456789abcdefABCDEFxX+-pPiInN";

int __num_get_base::__get_base(ios_base &stream)
{
    switch (stream.flags() & ios_base::basefield) {
    case ios_base::oct:
        return 8;
    case ios_base::hex:
        return 16;
    case 0:
        return 0;
    default:
        return 10;
    }
}

// There are no groups of digits in the classic locale. Others come from facets of the program.
void __check_grouping(const string &grouping, unsigned *from, unsigned *to, ios_base::iostate &error)
{
    if (grouping.empty() || to - from <= 1)
        return;
    size_t at = 0;
    for (unsigned *group = to - 1; group >= from; --group) {
        unsigned wanted = static_cast<unsigned char>(grouping[at]);
        bool is_first = group == from;
        if (wanted == 0 || wanted == 127)
            return;
        if (is_first ? *group == 0 || *group > wanted : *group != wanted) {
            error = ios_base::failbit;
            return;
        }
        if (at + 1 < grouping.size())
            ++at;
    }
}

void __num_put_base::__format_int(char *to, const char *length, bool is_signed,
                                  ios_base::fmtflags flags)
{
    auto base = flags & ios_base::basefield;
    if ((flags & ios_base::showpos) && base != ios_base::oct && base != ios_base::hex && is_signed)
        *to++ = '+';
    if (flags & ios_base::showbase)
        *to++ = '#';
    while (*length)
        *to++ = *length++;
    if (base == ios_base::oct)
        *to = 'o';
    else if (base == ios_base::hex)
        *to = flags & ios_base::uppercase ? 'X' : 'x';
    else
        *to = is_signed ? 'd' : 'u';
}

bool __num_put_base::__format_float(char *to, const char *length, ios_base::fmtflags flags)
{
    auto form = flags & ios_base::floatfield;
    bool is_upper = flags & ios_base::uppercase;
    bool has_precision = form != (ios_base::fixed | ios_base::scientific);
    if (flags & ios_base::showpos)
        *to++ = '+';
    if (flags & ios_base::showpoint)
        *to++ = '#';
    if (has_precision) {
        *to++ = '.';
        *to++ = '*';
    }
    while (*length)
        *to++ = *length++;
    if (form == ios_base::scientific)
        *to = is_upper ? 'E' : 'e';
    else if (form == ios_base::fixed)
        *to = is_upper ? 'F' : 'f';
    else if (form == (ios_base::fixed | ios_base::scientific))
        *to = is_upper ? 'A' : 'a';
    else
        *to = is_upper ? 'G' : 'g';
    return has_precision;
}

// Where the fill characters go.
char *__num_put_base::__identify_padding(char *from, char *to, const ios_base &stream)
{
    switch (stream.flags() & ios_base::adjustfield) {
    case ios_base::left:
        return to;
    case ios_base::internal:
        if (from[0] == '-' || from[0] == '+')
            return from + 1;
        if (to - from >= 2 && from[0] == '0' && (from[1] == 'x' || from[1] == 'X'))
            return from + 2;
        return from;
    default:
        return from;
    }
}

locale_t __cloc()
{
    static locale_t classic = newlocale(LC_ALL_MASK, "C", nullptr);
    return classic;
}

// Locales: facets by number.

int32_t locale::id::__next_id = 0;
long locale::id::__get()
{
    if (__id_ == 0)
        __id_ = ++__next_id;
    return __id_ - 1;
}

class locale::__imp {
    static const int most = 40;

public:
    facet *facets[most] = {};
    int references = 1;

    static __imp *classic()
    {
        static __imp *made = nullptr;
        if (!made) {
            made = new __imp;
            made->add(new std::ctype<char>(nullptr, false, 1));
            made->add(new plain_codecvt(1));
            made->add(new numpunct<char>(1));
            made->add(new num_get<char>(1));
            made->add(new num_put<char>(1));
            made->add(new time_put<char>(1));
            made->add(new std::collate<char>(1));
        }
        return made;
    }

    template <class F> void add(F *facet) { set(facet, F::id.__get()); }

    void set(facet *facet, long number)
    {
        if (number >= most)
            __throw_runtime_error("too many facets");
        facets[number] = facet;
    }

    facet *get(long number) const { return number < most ? facets[number] : nullptr; }
};

locale &locale::__global()
{
    static locale *global = nullptr;
    if (!global)
        global = new locale(classic());
    return *global;
}
const locale &locale::classic()
{
    static locale *made = nullptr;
    if (!made)
        made = new locale(__private_constructor_tag(), __imp::classic());
    return *made;
}
locale locale::global(const locale &next)
{
    locale before = __global();
    __global() = next;
    return before;
}
locale::locale() noexcept : __locale_(__global().__locale_) { ++__locale_->references; }
locale::locale(const locale &other) noexcept : __locale_(other.__locale_)
{
    ++__locale_->references;
}
locale::locale(const char *name) : __locale_(__imp::classic())
{
    if (!name)
        __throw_runtime_error("locale constructed with null");
    if (strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0 && strcmp(name, "") != 0)
        __throw_runtime_error(("locale::locale(const char*): unknown name " + string(name)).c_str());
    ++__locale_->references;
}
locale::locale(const string &name) : locale(name.c_str()) {}
locale::~locale()
{
    if (--__locale_->references == 0)
        delete __locale_;
}
const locale &locale::operator=(const locale &other) noexcept
{
    ++other.__locale_->references;
    if (--__locale_->references == 0)
        delete __locale_;
    __locale_ = other.__locale_;
    return *this;
}
void locale::__install_ctor(const locale &other, facet *added, long number)
{
    __locale_ = new __imp(*other.__locale_);
    __locale_->references = 1;
    if (added)
        __locale_->set(added, number);
}
string locale::name() const { return __locale_ == __imp::classic() ? "C" : "*"; }
bool locale::operator==(const locale &other) const { return __locale_ == other.__locale_; }
bool locale::has_facet(id &number) const { return __locale_->get(number.__get()) != nullptr; }
const locale::facet *locale::use_facet(id &number) const
{
    facet *found = __locale_->get(number.__get());
    if (!found)
        __throw_bad_cast();
    return found;
}

// What all streams have.

atomic<int> ios_base::__xindex_{0};

void ios_base::init(void *buffer)
{
    __rdbuf_ = buffer;
    __rdstate_ = __rdbuf_ ? goodbit : badbit;
    __exceptions_ = goodbit;
    __fmtflags_ = skipws | dec;
    __width_ = 0;
    __precision_ = 6;
    __fn_ = nullptr;
    __index_ = nullptr;
    __event_size_ = 0;
    __event_cap_ = 0;
    __iarray_ = nullptr;
    __iarray_size_ = 0;
    __iarray_cap_ = 0;
    __parray_ = nullptr;
    __parray_size_ = 0;
    __parray_cap_ = 0;
    ::new (&__loc_) locale;
}

ios_base::~ios_base()
{
    // A stream that was never initialised has no locale.
    if (!__loc_)
        return;
    __call_callbacks(erase_event);
    reinterpret_cast<locale *>(&__loc_)->~locale();
    free(__fn_);
    free(__index_);
    free(__iarray_);
    free(__parray_);
}

void ios_base::clear(iostate state)
{
    __rdstate_ = __rdbuf_ ? state : state | badbit;
    if (__rdstate_ & __exceptions_)
        __throw_failure("ios_base::clear");
}

void ios_base::__set_badbit_and_consider_rethrow()
{
    __rdstate_ |= badbit;
    if (__exceptions_ & badbit)
        throw;
}
void ios_base::__set_failbit_and_consider_rethrow()
{
    __rdstate_ |= failbit;
    if (__exceptions_ & failbit)
        throw;
}

locale ios_base::imbue(const locale &next)
{
    locale &own = *reinterpret_cast<locale *>(&__loc_);
    locale before = own;
    own = next;
    __call_callbacks(imbue_event);
    return before;
}
locale ios_base::getloc() const { return *reinterpret_cast<const locale *>(&__loc_); }

bool ios_base::sync_with_stdio(bool) { return true; }
int ios_base::xalloc() { return __xindex_++; }

namespace {

// Makes room for an element of an array, with zeros; false if there is no memory.
template <class T> bool reach(T *&array, size_t &size, size_t &room, size_t index)
{
    if (index >= room) {
        size_t wanted = max(index + 1, 2 * room);
        T *larger = static_cast<T *>(realloc(array, wanted * sizeof(T)));
        if (!larger)
            return false;
        memset(larger + room, 0, (wanted - room) * sizeof(T));
        array = larger;
        room = wanted;
    }
    size = max(size, index + 1);
    return true;
}

} // namespace

long &ios_base::iword(int index)
{
    static long none;
    if (!reach(__iarray_, __iarray_size_, __iarray_cap_, static_cast<size_t>(index))) {
        setstate(badbit);
        none = 0;
        return none;
    }
    return __iarray_[index];
}
void *&ios_base::pword(int index)
{
    static void *none;
    if (!reach(__parray_, __parray_size_, __parray_cap_, static_cast<size_t>(index))) {
        setstate(badbit);
        none = nullptr;
        return none;
    }
    return __parray_[index];
}
void ios_base::register_callback(event_callback function, int index)
{
    size_t at = __event_size_, size = __event_size_, room = __event_cap_;
    if (!reach(__fn_, size, room, at) || !reach(__index_, __event_size_, __event_cap_, at))
        setstate(badbit);
    __fn_[at] = function;
    __index_[at] = index;
}
void ios_base::__call_callbacks(event what)
{
    for (size_t at = __event_size_; at > 0; --at)
        __fn_[at - 1](what, *this, __index_[at - 1]);
}

void ios_base::copyfmt(const ios_base &other)
{
    __fmtflags_ = other.__fmtflags_;
    __precision_ = other.__precision_;
    __width_ = other.__width_;
    *reinterpret_cast<locale *>(&__loc_) = *reinterpret_cast<const locale *>(&other.__loc_);
    __event_size_ = 0;
    for (size_t at = 0; at < other.__event_size_; ++at)
        register_callback(other.__fn_[at], other.__index_[at]);
    for (size_t at = 0; at < other.__iarray_size_; ++at)
        iword(static_cast<int>(at)) = other.__iarray_[at];
    for (size_t at = 0; at < other.__parray_size_; ++at)
        pword(static_cast<int>(at)) = other.__parray_[at];
}

void ios_base::move(ios_base &other)
{
    memcpy(&__fmtflags_, &other.__fmtflags_,
           reinterpret_cast<char *>(&other + 1) - reinterpret_cast<char *>(&other.__fmtflags_));
    ::new (&__loc_) locale(*reinterpret_cast<locale *>(&other.__loc_));
    __rdbuf_ = nullptr;
    other.__fn_ = nullptr;
    other.__index_ = nullptr;
    other.__event_size_ = other.__event_cap_ = 0;
    other.__iarray_ = nullptr;
    other.__iarray_size_ = other.__iarray_cap_ = 0;
    other.__parray_ = nullptr;
    other.__parray_size_ = other.__parray_cap_ = 0;
}

void ios_base::swap(ios_base &other) noexcept
{
    // Everything but the buffer; a locale is a pointer.
    std::swap(__fmtflags_, other.__fmtflags_);
    std::swap(__precision_, other.__precision_);
    std::swap(__width_, other.__width_);
    std::swap(__rdstate_, other.__rdstate_);
    std::swap(__exceptions_, other.__exceptions_);
    std::swap(__loc_, other.__loc_);
    std::swap(__fn_, other.__fn_);
    std::swap(__index_, other.__index_);
    std::swap(__event_size_, other.__event_size_);
    std::swap(__event_cap_, other.__event_cap_);
    std::swap(__iarray_, other.__iarray_);
    std::swap(__iarray_size_, other.__iarray_size_);
    std::swap(__iarray_cap_, other.__iarray_cap_);
    std::swap(__parray_, other.__parray_);
    std::swap(__parray_size_, other.__parray_size_);
    std::swap(__parray_cap_, other.__parray_cap_);
}

// Errors.

namespace {

class stream_category : public error_category {
public:
    const char *name() const noexcept override { return "iostream"; }
    string message(int error) const override
    {
        return error == static_cast<int>(io_errc::stream) ? "unspecified iostream_category error"
                                                          : strerror(error);
    }
};

} // namespace

const error_category &iostream_category() noexcept
{
    static stream_category category;
    return category;
}

ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept {}

// The standard streams, on those of C.

namespace {

class input : public streambuf {
protected:
    int_type underflow() override
    {
        int c = getc(stdin);
        if (c != EOF)
            ungetc(c, stdin);
        return c;
    }
    int_type uflow() override { return last = getc(stdin); }
    int_type pbackfail(int_type c) override
    {
        if (c == EOF)
            c = last;
        return c == EOF ? EOF : ungetc(c, stdin);
    }

private:
    int last = EOF;
};

class output : public streambuf {
public:
    explicit output(FILE *file) : file(file) {}

protected:
    int_type overflow(int_type c) override
    {
        return c == EOF ? 0 : putc(c, file);
    }
    streamsize xsputn(const char *from, streamsize count) override
    {
        return static_cast<streamsize>(fwrite(from, 1, static_cast<size_t>(count), file));
    }
    int sync() override { return fflush(file); }

private:
    FILE *file;
};

} // namespace

_LIBCPP_END_NAMESPACE_STD

// They are never destroyed, so that destructors of the program can use them.
#define PIKSE_STREAM(type, name, symbol) \
    alignas(std::type) char name[sizeof(std::type)] __asm__(symbol)

PIKSE_STREAM(istream, pikse_cin, "_ZNSt3__13cinE");
PIKSE_STREAM(ostream, pikse_cout, "_ZNSt3__14coutE");
PIKSE_STREAM(ostream, pikse_cerr, "_ZNSt3__14cerrE");
PIKSE_STREAM(ostream, pikse_clog, "_ZNSt3__14clogE");

namespace {

struct standard_streams {
    standard_streams()
    {
        auto *in = ::new (pikse_cin) std::istream(new std::input);
        auto *out = ::new (pikse_cout) std::ostream(new std::output(stdout));
        auto *error = ::new (pikse_cerr) std::ostream(new std::output(stderr));
        ::new (pikse_clog) std::ostream(error->rdbuf());
        in->tie(out);
        error->tie(out);
        error->setf(std::ios_base::unitbuf);
    }
};

} // namespace

static standard_streams made __attribute__((init_priority(101)));

std::ios_base::Init::Init() {}
std::ios_base::Init::~Init() {}
