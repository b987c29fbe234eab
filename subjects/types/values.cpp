// Functions with structs by value, strings and arrays with a chosen length, for `pikse explore`.
#include <string>
#include <vector>
#include <optional>
#include <memory>
#include <variant>
std::string name(int x) { return x > 3 ? "big" : std::string("a small number that is quite long here"); }
std::vector<int> mk(int n) { std::vector<int> v; if (n > 2) v.push_back(n); return v; }
int ln(const std::string &s) { return s.size() > 1 && s[0] == 'x'; }
int byval(std::string s) { return s == "ab"; }
int vec(const std::vector<int> &v) { int m = 0; for (int x : v) if (x > m) m = x; return m; }
int vval(std::vector<int> v) { v.push_back(1); return v.size(); }
int opt(std::optional<int> o) { return o ? 10 / *o : 0; }
int var(const std::variant<int,bool> &v) { return v.index(); }
int up(std::unique_ptr<int> p) { return p ? *p == 4 : -1; }
int bad(const std::vector<int> &v) { return v[0]; }
