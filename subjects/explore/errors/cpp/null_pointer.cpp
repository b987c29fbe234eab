// A cast that does not fit gives null, and the virtual function is looked up there.

struct Shape {
    virtual ~Shape() = default;
    virtual int corners() const { return 0; }
};

struct Square : Shape {
    int corners() const override { return 4; }
};

static Square *as_square(Shape *shape, int x)
{
    return x == 6 ? nullptr : static_cast<Square *>(shape);
}

extern "C" int entry(int x)
{
    Square square;
    return as_square(&square, x)->corners(); // error: null-pointer
}
