// exit: 3
#include <cstdio>
#include <cstdlib>
#include <cassert>
struct t { const char *name; t(const char *n) : name(n) { std::printf("+%s\n", n); } ~t() { std::printf("-%s\n", name); } };
static t a("a"), b("b");
t &local() { static t c("c"); return c; }
int main()
{
    local();
    t d("d");
    std::atexit([] { std::puts("atexit"); });
    std::exit(3);
}
