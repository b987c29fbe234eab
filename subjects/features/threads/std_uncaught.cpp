// incomplete: one schedule
#include <thread>

int main()
{
    std::thread thread([] {
        throw 3; // error: exception
    });
    thread.join();
}
