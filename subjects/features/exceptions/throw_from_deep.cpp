#include <cassert>
#include <string>
#include <stdexcept>
#include <pikse.h>
static int destroyed;
struct guard { ~guard() { destroyed++; } };
static void f(int n) { guard g; if (n == 0) throw std::runtime_error("deep " + std::to_string(destroyed)); f(n - 1); }
struct base { virtual ~base() = default; virtual int code() const { return 1; } };
struct derived : base { int code() const override { return 2; } };
int main()
{
    try { f(5); assert(false); } catch (const std::exception &e) { assert(std::string(e.what()) == "deep 0"); }
    assert(destroyed == 6);
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    try {
        if (x > 0) throw derived();
        throw base();
    } catch (base &b) { assert(b.code() == (x > 0 ? 2 : 1)); }
    try { try { throw 1; } catch (int) { throw; } } catch (int n) { assert(n == 1); }
    try { try { throw 1; } catch (...) { throw 'c'; } } catch (int) { assert(false); } catch (char c) { assert(c == 'c'); }
    int caught = 0;
    for (int i = 0; i < 3; i++) try { if (i & 1) throw i; } catch (int) { caught++; }
    assert(caught == 1);
    return 0;
}
