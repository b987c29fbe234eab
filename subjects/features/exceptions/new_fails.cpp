// explore: --leaks
// A constructor that throws: its memory is freed, its members are destroyed.
#include <cassert>
#include <memory>

static int parts = 0;

struct Part {
    Part() { ++parts; }
    ~Part() { --parts; }
};

struct Whole {
    Part part;
    std::unique_ptr<Part> owned{new Part};
    Whole(int x)
    {
        if (x > 1)
            throw x;
    }
    virtual ~Whole() {}
};

int main()
{
    for (int x = 0; x < 4; x++) {
        try {
            Whole *whole = new Whole(x);
            assert(x <= 1 && parts == 2);
            delete whole;
        } catch (int y) {
            assert(y == x && x > 1);
        }
        assert(parts == 0);
    }
}
