// Exceptions through virtual functions, lambdas and std::function.
#include <cassert>
#include <functional>
#include <memory>

struct Shape {
    virtual int area() = 0;
    virtual ~Shape() {}
};
struct Bad : Shape {
    int area() override { throw 11; }
};

static int twice(const std::function<int(int)> &f, int x) { return f(f(x)); }

int main()
{
    std::unique_ptr<Shape> shape(new Bad);
    int caught = 0;
    try {
        shape->area();
    } catch (int x) {
        caught = x;
    }
    assert(caught == 11);
    int limit = 3;
    auto step = [&](int x) {
        if (x >= limit)
            throw x;
        return x + 2;
    };
    try {
        twice(step, 2);
    } catch (int x) {
        caught = x;
    }
    assert(caught == 4);
    std::function<int(int)> empty;
    try {
        twice(empty, 1);
    } catch (const std::bad_function_call &) {
        caught = 5;
    }
    assert(caught == 5);
}
