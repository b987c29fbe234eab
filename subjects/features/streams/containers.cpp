// exit: 0 1
#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <deque>
#include <list>
#include <string>
#include <unordered_map>
#include <vector>
#include <functional>
#include <memory>
#include <pikse.h>
int main()
{
    unsigned char k;
    pikse_symbolic(&k, 1, "k");
    pikse_assume(k < 4);
    std::map<int, std::string> m{{0, "zero"}, {1, "one"}, {2, "two"}};
    auto it = m.find(k);
    bool found = it != m.end();
    assert(found == (k < 3));
    std::vector<int> v{3, 1, 2};
    std::sort(v.begin(), v.end());
    assert(v[0] == 1 && v.at(2) == 3);
    std::deque<int> d; d.push_front(1); d.push_back(2);
    std::list<int> l{1, 2, 3}; l.remove(2);
    assert(d.size() == 2 && l.size() == 2);
    std::unordered_map<std::string, int> u; u["a"] = 1; u["b"] = 2;
    assert(u.at("b") == 2);
    std::function<int(int)> f = [&](int x) { return x + v[0]; };
    assert(f(1) == 2);
    auto s = std::make_shared<int>(5); std::weak_ptr<int> w = s; s.reset();
    assert(w.expired());
    return found ? 0 : 1;
}
