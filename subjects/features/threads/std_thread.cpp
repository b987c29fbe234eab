// incomplete: one schedule
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main()
{
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::atomic<int> counted{0};
    int sum = 0;
    for (int k = 1; k <= 4; k++)
        threads.emplace_back([&, k] {
            std::lock_guard<std::mutex> guard(mutex);
            sum += k;
            counted++;
        });
    for (auto &thread : threads) {
        assert(thread.joinable());
        thread.join();
        assert(!thread.joinable());
    }
    assert(sum == 10 && counted == 4);
}
