// Errors of the system: categories, codes and the exception that carries one.

_LIBCPP_BEGIN_NAMESPACE_STD

error_category::~error_category() noexcept {}
error_condition error_category::default_error_condition(int error) const noexcept
{
    return error_condition(error, *this);
}
bool error_category::equivalent(int code, const error_condition &condition) const noexcept
{
    return default_error_condition(code) == condition;
}
bool error_category::equivalent(const error_code &code, int condition) const noexcept
{
    return *this == code.category() && code.value() == condition;
}

namespace {

class numbered : public error_category {
public:
    constexpr explicit numbered(const char *name) : own_name(name) {}
    const char *name() const noexcept override { return own_name; }
    string message(int error) const override { return strerror(error); }
    error_condition default_error_condition(int error) const noexcept override
    {
        return error_condition(error, generic_category());
    }

private:
    const char *own_name;
};

} // namespace

const error_category &generic_category() noexcept
{
    static numbered *category = new numbered("generic");
    return *category;
}
const error_category &system_category() noexcept
{
    static numbered *category = new numbered("system");
    return *category;
}

string error_code::message() const { return category().message(value()); }
string error_condition::message() const { return category().message(value()); }

namespace {

string with_message(const error_code &code, string text)
{
    if (code) {
        if (!text.empty())
            text += ": ";
        text += code.message();
    }
    return text;
}

} // namespace

system_error::system_error(error_code code, const string &text)
    : runtime_error(with_message(code, text)), __ec_(code)
{
}
system_error::system_error(error_code code, const char *text)
    : runtime_error(with_message(code, text)), __ec_(code)
{
}
system_error::system_error(error_code code) : runtime_error(with_message(code, "")), __ec_(code) {}
system_error::system_error(int error, const error_category &category, const string &text)
    : system_error(error_code(error, category), text)
{
}
system_error::system_error(int error, const error_category &category, const char *text)
    : system_error(error_code(error, category), text)
{
}
system_error::system_error(int error, const error_category &category)
    : system_error(error_code(error, category))
{
}
system_error::~system_error() noexcept {}
void __throw_system_error(int error, const char *text)
{
    throw system_error(error_code(error, generic_category()), text);
}

_LIBCPP_END_NAMESPACE_STD
