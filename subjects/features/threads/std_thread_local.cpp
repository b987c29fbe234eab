// incomplete: one schedule
#include <cassert>
#include <string>
#include <thread>

static int destroyed = 0;

struct Own {
    int value = 1;
    ~Own() { destroyed += value; }
};

static thread_local Own own;
static thread_local std::string text = "start";

int main()
{
    own.value = 100;
    std::thread thread([] {
        assert(own.value == 1 && text == "start");
        own.value = 2;
        text += "!";
    });
    thread.join();
    assert(destroyed == 2);
    assert(own.value == 100 && text == "start");
}
