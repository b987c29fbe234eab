// Containers, strings, exceptions, casts.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

struct Shape {
    virtual ~Shape() { std::printf("~%s\n", name.c_str()); }
    virtual double area() const = 0;
    explicit Shape(std::string n) : name(std::move(n)) {}
    std::string name;
};

struct Named {
    virtual ~Named() = default;
    int number = 7;
};

struct Square : Shape, Named {
    double side;
    explicit Square(double s) : Shape("square"), side(s) {}
    double area() const override { return side * side; }
};

struct Circle : Shape {
    double radius;
    explicit Circle(double r) : Shape("circle"), radius(r) {}
    double area() const override { return 3 * radius * radius; }
};

struct Left : virtual Named {};
struct Right : virtual Named {};
struct Both : Left, Right {};

struct Guard {
    const char *text;
    ~Guard() { std::printf("left %s\n", text); }
};

static int risky(int depth)
{
    Guard guard{depth % 2 ? "odd" : "even"};
    if (depth == 0)
        throw std::runtime_error("bottom");
    if (depth == 10)
        throw 42;
    return risky(depth - 1) + 1;
}

static Guard global{"global"};

int main(int argc, char **argv)
{
    std::vector<std::string> words(argv, argv + argc);
    words.erase(words.begin());
    for (const char *word : {"tree", "a", "tree", "leaf", "root", "a long word that is on the heap"})
        words.emplace_back(word);
    std::map<std::string, int> counts;
    std::unordered_map<std::string, int> lengths;
    for (auto &word : words) {
        counts[word]++;
        lengths[word] = static_cast<int>(word.size());
    }
    for (auto &[word, count] : counts)
        std::printf("%s %d %d\n", word.c_str(), count, lengths.at(word));
    std::sort(words.begin(), words.end(), std::greater<>());
    std::string joined = std::accumulate(words.begin(), words.end(), std::string(),
                                         [](std::string all, const std::string &one) { return all + "/" + one; });
    joined.insert(3, "<<");
    joined.replace(0, 2, "start");
    std::printf("%s %zu %zu\n", joined.c_str(), joined.find("tree"), joined.rfind('a'));
    std::printf("%s %d %.3f\n", std::to_string(-17).c_str(), std::stoi("123abc"), std::stod("2.5"));

    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.push_back(std::make_unique<Square>(2));
    shapes.push_back(std::make_unique<Circle>(1));
    for (auto &shape : shapes) {
        auto *named = dynamic_cast<Named *>(shape.get());
        auto *circle = dynamic_cast<Circle *>(shape.get());
        std::printf("%s %.1f %d %d\n", shape->name.c_str(), shape->area(), named ? named->number : -1, circle != nullptr);
    }
    Both both;
    Left *left = &both;
    std::printf("%d\n", dynamic_cast<Right *>(left) == static_cast<Right *>(&both));
    try {
        std::printf("%d\n", dynamic_cast<Circle &>(*shapes[0]).radius > 0);
    } catch (const std::bad_cast &) {
        std::puts("bad cast");
    }
    for (int depth : {2, 12}) {
        try {
            risky(depth);
        } catch (const std::exception &error) {
            std::printf("caught %s\n", error.what());
        } catch (int number) {
            std::printf("caught %d\n", number);
        }
    }
    try {
        try {
            words.at(100);
        } catch (const std::out_of_range &) {
            std::puts("first");
            throw;
        }
    } catch (const std::logic_error &) {
        std::puts("second");
    }
    try {
        std::stoi("none");
    } catch (const std::invalid_argument &error) {
        std::puts(error.what());
    }
    std::shared_ptr<Named> shared = std::make_shared<Square>(3);
    std::weak_ptr<Named> weak = shared;
    std::printf("%ld %d\n", shared.use_count(), weak.lock()->number);
    shared.reset();
    std::printf("%d\n", weak.expired());
    std::optional<int> nothing;
    std::function<int(int)> twice = [](int n) { return 2 * n; };
    std::set<int> set{3, 1, 2};
    std::list<int> list(set.begin(), set.end());
    list.reverse();
    std::printf("%d %d %d\n", nothing.value_or(5), twice(4), list.front());
    return static_cast<int>(counts.size());
}
