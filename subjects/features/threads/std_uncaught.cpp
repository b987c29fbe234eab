// incomplete: one schedule
// not replayed: threads run in another order
#include <thread>

int main()
{
    std::thread thread([] {
        throw 3; // error: exception
    });
    thread.join();
}
