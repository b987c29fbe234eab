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

/// Visits the bases of a class, or the public ones: their types, and their offsets in an object of it.
template <class F>
void bases(const __class_type_info *type, const char *object, F visit, bool only_public = true)
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
        if (only_public && !(base.flags & 2))
            continue;
        long offset = base.flags >> 8;
        // The offset of a virtual base is in the object's virtual table.
        if (base.flags & 1)
            offset = *reinterpret_cast<const long *>(*reinterpret_cast<char *const *>(object) + offset);
        visit(base.base, object + offset);
    }
}

/// Whether an object has a base of a type at an address.
bool holds(const __class_type_info *type, const char *object, const __class_type_info *wanted,
           const char *place, bool only_public = true)
{
    if (*type == *wanted && object == place)
        return true;
    bool found = false;
    auto visit = [&](const __class_type_info *base, const char *at) {
        found = found || holds(base, at, wanted, place, only_public);
    };
    bases(type, object, visit, only_public);
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

// -fsanitize=vptr: an object is used as one of a class. The type information of the class is after
// the place in the source and the description of the type.
struct ubsan_data {
    const void *place[2];
    const void *description;
    const __class_type_info *wanted;
};
extern "C" [[noreturn]] void __pikse_wrong_class(const ubsan_data *);
extern "C" void __ubsan_handle_dynamic_type_cache_miss(const ubsan_data *data, const char *object,
                                                       std::size_t)
{
    const void *const *table = *reinterpret_cast<const void *const *const *>(object);
    const char *whole = object + reinterpret_cast<std::ptrdiff_t>(table[-2]);
    auto *type = static_cast<const __class_type_info *>(table[-1]);
    if (!holds(type, whole, data->wanted, object, false))
        __pikse_wrong_class(data);
}
extern "C" void __ubsan_handle_dynamic_type_cache_miss_abort(const ubsan_data *data,
                                                             const char *object, std::size_t hash)
{
    __ubsan_handle_dynamic_type_cache_miss(data, object, hash);
}

extern "C" [[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }
extern "C" [[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }
extern "C" [[noreturn]] void __cxa_throw_bad_array_new_length()
{
    throw std::bad_array_new_length();
}

} // namespace __cxxabiv1
