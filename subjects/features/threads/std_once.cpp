// incomplete: one schedule
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::once_flag flag;
static int calls = 0;

static void count() { std::call_once(flag, [] { calls++; }); }

int main()
{
    std::thread a(count), b(count);
    count();
    a.join();
    b.join();
    assert(calls == 1);
    std::recursive_mutex again;
    again.lock();
    assert(again.try_lock());
    again.unlock();
    again.unlock();
    std::shared_mutex shared;
    shared.lock_shared();
    assert(shared.try_lock_shared());
    assert(!shared.try_lock());
    shared.unlock_shared();
    shared.unlock_shared();
    assert(shared.try_lock());
    shared.unlock();
}
