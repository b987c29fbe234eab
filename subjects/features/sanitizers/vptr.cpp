// explore: --cflags=-fsanitize=vptr
// not replayed: the native runtime of this check is not there
// An object that is not of the class that it is used as.
#include <pikse.h>

struct A {
    virtual int get() { return 0; }
    virtual ~A() {}
};
struct B : A {
    int get() override { return 0; }
};
struct C : A {
    int more = 3;
};

int main()
{
    A a;
    B b;
    C c;
    int which;
    pikse_symbolic(&which, sizeof which, "which");
    if (which == 0) {
        A *p = &b;
        return p->get() + static_cast<B *>(p)->get();
    }
    if (which == 1) {
        A *p = &c;
        return static_cast<B *>(p)->get(); // error: bad-call
    }
    return a.get();
}
