#include <cassert>
#include <typeinfo>
#include <cstring>
struct a { virtual ~a() {} int x = 1; };
struct b : virtual a { int y = 2; };
struct c : virtual a { int z = 3; };
struct d : b, c { int w = 4; };
struct e : private a {};
int main()
{
    d v;
    a *p = &v;
    assert(dynamic_cast<d *>(p) == &v && dynamic_cast<c *>(p)->z == 3);
    b *q = &v;
    assert(dynamic_cast<c *>(q) == static_cast<c *>(&v));
    assert(dynamic_cast<void *>(q) == &v);
    a plain;
    assert(!dynamic_cast<b *>(&plain));
    assert(typeid(*p) == typeid(d) && typeid(plain) != typeid(d));
    assert(!std::strcmp(typeid(d).name(), "1d"));
    try { (void)dynamic_cast<b &>(plain); assert(false); } catch (std::bad_cast &) {}
    a *null = nullptr;
    try { (void)typeid(*null); assert(false); } catch (std::bad_typeid &) {}
    return 0;
}
