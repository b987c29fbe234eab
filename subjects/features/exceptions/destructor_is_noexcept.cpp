// Destructors are noexcept by default.
struct Bad {
    ~Bad()
    {
        throw 2; // error: exception
    }
};

int main()
{
    try {
        Bad bad;
    } catch (int) {
    }
    return 0;
}
