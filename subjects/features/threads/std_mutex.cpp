// incomplete: thread
// exit: 0
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>
#include <atomic>
#include <condition_variable>
#include <future>
int main()
{
    std::mutex m;
    int n = 0;
    std::atomic<int> a{0};
    std::vector<std::thread> all;
    for (int i = 0; i < 3; i++)
        all.emplace_back([&, i] { std::lock_guard<std::mutex> g(m); n += i; a++; });
    for (auto &t : all) t.join();
    assert(n == 3 && a == 3);
    auto f = std::async(std::launch::async, [] { return 42; });
    assert(f.get() == 42);
    std::promise<int> p;
    std::thread t([&] { p.set_value(7); });
    assert(p.get_future().get() == 7);
    t.join();
    return 0;
}
