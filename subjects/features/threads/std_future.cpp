// incomplete: one schedule
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main()
{
    auto later = std::async(std::launch::async, [] { return 6 * 7; });
    auto lazy = std::async(std::launch::deferred, [] { return std::string("lazy"); });
    assert(later.get() == 42);
    assert(lazy.get() == "lazy");
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread thread([&] { promise.set_value(5); });
    assert(future.get() == 5);
    thread.join();
    auto bad = std::async(std::launch::async, []() -> int { throw std::runtime_error("bad"); });
    try {
        bad.get();
        assert(false);
    } catch (const std::runtime_error &e) {
        assert(std::string(e.what()) == "bad");
    }
}
