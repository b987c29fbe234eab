// A base class without a virtual destructor: the array of the derived one is lost.
// options: leaks

struct Base {
    int kind = 0;
};

struct Derived : Base {
    char *bytes = new char[10];
    ~Derived() { delete[] bytes; }
};

extern "C" int entry(int x)
{
    Derived *derived = new Derived;
    if (x == 2) {
        Base *base = derived;
        ::operator delete(base);
        return 1;
    }
    delete derived;
    return 0;
} // error: leak
