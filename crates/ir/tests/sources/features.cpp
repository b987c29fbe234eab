// What C++ programs are made of: exceptions, virtual functions, containers, constructors of globals.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
struct Square final : Shape {
    double side;
    explicit Square(double side) : side(side) {}
    double area() const override { return side * side; }
};
struct Both : virtual Shape {
    double area() const override { return 1; }
};
struct Guard {
    int &count;
    ~Guard() { count++; }
};

int count;
std::string text = "text of some length, so that it is on the heap";
thread_local std::vector<int> each_thread{1, 2, 3};

int throws(int x) {
    if (x == 1) throw std::runtime_error("one");
    if (x == 2) throw 2;
    return x;
}
int catches(int x) {
    Guard guard{count};
    try {
        return throws(x);
    } catch (const std::runtime_error &error) {
        return static_cast<int>(std::string(error.what()).size());
    } catch (int number) {
        return number;
    } catch (...) {
        throw;
    }
}
int never(int x) noexcept { return throws(x); }
double areas(const std::vector<std::unique_ptr<Shape>> &shapes) {
    double sum = 0;
    for (const auto &shape : shapes) {
        if (auto *both = dynamic_cast<Both *>(shape.get())) sum += both->area();
        if (typeid(*shape) == typeid(Square)) sum += shape->area();
    }
    return sum;
}
int words(const std::string &line) {
    std::map<std::string, int> found;
    std::string word;
    for (char c : line + " ") {
        if (c != ' ') word += c;
        else if (!word.empty()) found[std::exchange(word, "")]++;
    }
    std::function<bool(int)> large = [&](int n) { return n > static_cast<int>(line.size()); };
    return static_cast<int>(
        std::count_if(found.begin(), found.end(), [&](auto &pair) { return large(pair.second); }));
}
int (Square::*member)() const = nullptr;
static const int computed = catches(3);
int once() {
    static const std::vector<int> kept{throws(4)};
    return kept[0] + computed;
}
