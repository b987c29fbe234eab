// incomplete: one schedule
#include <thread>

int main()
{
    {
        std::thread thread([] {});
    } // error: exception
    return 0;
}
