// A class with a destructor and the copy constructor that the compiler makes.

class Buffer {
public:
    explicit Buffer(int x) : bytes_(new char[4]) { bytes_[0] = static_cast<char>(x); }
    ~Buffer() { delete[] bytes_; } // error: double-free
    int first() const { return bytes_[0]; }

private:
    char *bytes_;
};

extern "C" int entry(int x)
{
    Buffer buffer(x);
    if (x == 8) {
        Buffer copy = buffer;
        return copy.first();
    }
    return buffer.first();
}
