// Finitization in C++: a function in the source file says how far to look.
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
// It is a static member (then private fields are in reach) or a function of its own,
// and may also be written `void finitize(Finitization *f, int n)`. Define it outside of
// its class: an inline function that nobody calls is not compiled. What it does not
// mention keeps the bounds that its type gives it.
//
// PIKSE_CHECK and what goes with it are those of pikse.h. A structure is a parameter by
// pointer or by reference:
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

// Whether null is in a domain of objects.
enum Null { nullable, non_null };

// A domain of integers.
template <class T> class Domain {
    friend class Finitization;
    static const int most = 4096;
    bool is_range;
    long count;
    // The ends of a range, or the values.
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
    // The compiler puts the name of T into the name of this function.
    template <class T> static const char *class_name() { return __PRETTY_FUNCTION__; }

    pikse_finitization *self() { return reinterpret_cast<pikse_finitization *>(this); }

    template <class T> const char *name() { return pikse_name(self(), class_name<T>(), -1); }

    // A pointer to a field is the field's offset.
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

    // `count` objects of the class T; null is in the domain unless said otherwise.
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
