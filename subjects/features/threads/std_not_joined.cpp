// incomplete: one schedule
// not replayed: threads run in another order
#include <thread>

int main()
{
    {
        std::thread thread([] {});
    } // error: exception
    return 0;
}
