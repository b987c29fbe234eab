// Pikse in C++: bounds and checks.
//
// Bounds: the function `finitize` says how many objects there are and which values fields have.
//
//     #include <pikse.hpp>
//     using pikse::Domain;
//     using pikse::Finitization;
//
//     Finitization *BST::finitize(int n) {
//         Finitization *f = Finitization::create<BST>();
//         Domain<Node *> nodes = f->domain<Node>(n);
//         f->set(&BST::root, nodes);
//         f->set(&BST::size, f->domain<int>(n, n));
//         f->set(&Node::left, nodes);
//         f->set(&Node::right, nodes);
//         f->set(&Node::data, f->domain<int>(1, n));
//         return f;
//     }
//
// Make it a static member, which can access private fields, or a free function. It may also have
// the form `void finitize(Finitization *f, int n)`. Define it outside of its class: compilers drop
// inline functions that are not called. Fields that it does not mention keep the default bounds of
// their type.
//
// Checks: PIKSE_CHECK, PIKSE_PRE, PIKSE_BOUNDS and PIKSE_ASSERT are those of pikse.h. A structure
// is a parameter by pointer or by reference:
//
//     PIKSE_CHECK(add_keeps_order, BST &t, int x) {
//         t.add(x);
//         PIKSE_ASSERT(t.repOk() && t.contains(x));
//     }
#ifndef PIKSE_HPP
#define PIKSE_HPP

#include <initializer_list>

#include "pikse.h"

namespace pikse {

// Whether a pointer may be null.
enum Null { nullable, non_null };

// A domain of integers.
template <class T> class Domain {
    friend class Finitization;
    static const int most = 4096;
    bool is_range;
    long count;
    // The two ends of a range, or the listed values.
    long values[most];

public:
    Domain(long low, long high) : is_range(true), count(2) {
        values[0] = low;
        values[1] = high;
    }
    Domain(std::initializer_list<T> list) : is_range(false), count(0) {
        for (T value : list)
            if (count < most)
                values[count++] = static_cast<long>(value);
    }
};

// A domain of objects of a class.
template <class T> class Domain<T *> {
    friend class Finitization;
    Null null;

public:
    explicit Domain(Null null) : null(null) {}
};

class Finitization {
    // __PRETTY_FUNCTION__ contains the name of T.
    template <class T> static const char *class_name() { return __PRETTY_FUNCTION__; }

    pikse_finitization *self() { return reinterpret_cast<pikse_finitization *>(this); }

    template <class T> const char *name() { return pikse_name(self(), class_name<T>(), -1); }

    // A pointer to member holds the field's offset.
    template <class C, class M> const char *name(M C::*field) {
        long offset;
        static_assert(sizeof offset == sizeof field, "a pointer to a field is one word");
        __builtin_memcpy(&offset, &field, sizeof offset);
        return pikse_name(self(), class_name<C>(), offset);
    }

public:
    template <class Root> static Finitization *create() {
        static Finitization finitization;
        return &finitization;
    }

    // `count` objects of the class T, and null unless excluded.
    template <class T> Domain<T *> domain(long count, Null null = nullable) {
        static_assert(__is_class(T), "objects are of a class; integers have a low and a high end");
        pikse_objects(self(), name<T>(), count);
        return Domain<T *>(null);
    }
    template <class T> Domain<T *> objects(long count, Null null = nullable) {
        return domain<T>(count, null);
    }

    // The integers from `low` to `high`, both included.
    template <class T> Domain<T> domain(long low, long high) { return Domain<T>(low, high); }

    // The listed integers, in this order.
    template <class T> Domain<T> domain(std::initializer_list<T> values) {
        return Domain<T>(values);
    }

    template <class C, class M, class T> void set(M C::*field, const Domain<T *> &domain) {
        if (domain.null == non_null)
            pikse_non_null(self(), name(field));
    }
    template <class C, class M, class T> void set(M C::*field, const Domain<T> &domain) {
        if (domain.is_range)
            pikse_range(self(), name(field), domain.values[0], domain.values[1]);
        else
            pikse_values(self(), name(field), domain.count, domain.values);
    }
    template <class C, class M> void set(M C::*field, long low, long high) {
        pikse_range(self(), name(field), low, high);
    }
};

} // namespace pikse

#endif
