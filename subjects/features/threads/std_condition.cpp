// incomplete: one schedule
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

int main()
{
    std::mutex mutex;
    std::condition_variable changed;
    std::queue<int> queue;
    int sum = 0;
    std::thread consumer([&] {
        for (int k = 0; k < 3; k++) {
            std::unique_lock<std::mutex> lock(mutex);
            changed.wait(lock, [&] { return !queue.empty(); });
            sum += queue.front();
            queue.pop();
        }
    });
    for (int k = 1; k <= 3; k++) {
        {
            std::lock_guard<std::mutex> lock(mutex);
            queue.push(k * 10);
        }
        changed.notify_one();
    }
    consumer.join();
    assert(sum == 60);
}
