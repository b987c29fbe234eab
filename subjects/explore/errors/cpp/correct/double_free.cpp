// A class with a destructor and a copy constructor that belongs to it.

class Buffer {
public:
    explicit Buffer(int x) : bytes_(new char[4]) { bytes_[0] = static_cast<char>(x); }
    Buffer(const Buffer &other) : bytes_(new char[4]) { bytes_[0] = other.bytes_[0]; }
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { delete[] bytes_; }
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
