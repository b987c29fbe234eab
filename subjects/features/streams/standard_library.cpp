// What the standard library returns, throws and prints.
// explore: --cflags=-std=c++20
#include <algorithm>
#include <any>
#include <array>
#include <bitset>
#include <charconv>
#include <chrono>
#include <cmath>
#include <complex>
#include <deque>
#include <forward_list>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <typeindex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>
#define T(e) try { std::cout << #e << " = " << (e) << "\n"; } catch (const std::exception &x) { std::cout << #e << " threw " << x.what() << "\n"; }
struct B { virtual ~B() = default; virtual int f() const { return 1; } };
struct D : B { int f() const override { return 2; } };
template <class C> std::string join(const C &c) { std::ostringstream o; for (auto &&x : c) o << x << ','; return o.str(); }
template <class M> std::string joinm(const M &c) { std::ostringstream o; for (auto &[k, v] : c) o << k << ':' << v << ','; return o.str(); }
int main()
{
  std::string s = "hello";
  T(s.substr(1, 3));
  T(s.substr(9));
  T(s.find("l"));
  T(s.rfind('l'));
  T(s.find("z") == std::string::npos);
  T(s.compare("help"));
  T(s.replace(1, 2, "XYZ"));
  T(s.insert(0, "ab"));
  T(s.erase(2, 3));
  T(s.append(3, 'q'));
  T(s.at(100));
  T(s + std::to_string(3.5));
  T(std::to_string(-12));
  T(std::stoi("12x"));
  T(std::stoi("x"));
  T(std::stoi("99999999999"));
  T(std::stod("1e3"));
  T(std::stoul("-1"));
  T(std::stoi("0x1f", nullptr, 16));
  T(std::string(5, 'c') < "d");
  T(s.starts_with("ab"));
  T(std::string_view("abc").substr(1));
  T(std::string_view("abc").find_last_of("ab"));
  std::vector<int> v{5, 3, 8, 1};
  std::sort(v.begin(), v.end());
  T(join(v));
  T(v.at(10));
  v.insert(v.begin() + 1, 7);
  T(join(v));
  v.erase(std::remove(v.begin(), v.end(), 7), v.end());
  T(join(v));
  std::reverse(v.begin(), v.end());
  T(join(v));
  T(*std::max_element(v.begin(), v.end()));
  T(std::accumulate(v.begin(), v.end(), 0));
  T(std::count_if(v.begin(), v.end(), [](int x) { return x > 2; }));
  std::next_permutation(v.begin(), v.end());
  T(join(v));
  std::partial_sort(v.begin(), v.begin() + 2, v.end());
  T(join(v));
  T(std::binary_search(v.begin(), v.end(), 8));
  std::rotate(v.begin(), v.begin() + 1, v.end());
  T(join(v));
  std::vector<int> w(3);
  std::iota(w.begin(), w.end(), 1);
  T(std::inner_product(w.begin(), w.end(), w.begin(), 0));
  T(v < w);
  v.resize(6, 9);
  T(join(v));
  std::stable_sort(v.begin(), v.end(), std::greater<>());
  T(join(v));
  T(join(std::vector<bool>{true, false, true}));
  std::nth_element(v.begin(), v.begin() + 2, v.end());
  T(v[2]);
  std::make_heap(v.begin(), v.end());
  std::pop_heap(v.begin(), v.end());
  T(v.back());
  T(std::lower_bound(w.begin(), w.end(), 2) - w.begin());
  T(std::gcd(12, 18));
  T(std::lcm(4, 6));
  T(std::clamp(5, 1, 3));
  std::vector<int> u;
  std::set_union(v.begin(), v.end(), w.begin(), w.end(), std::back_inserter(u));
  T(u.size());
  T(std::reduce(w.begin(), w.end()));
  std::unique_copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, " "));
  std::shuffle(v.begin(), v.end(), std::mt19937(1));
  T(join(v));
  T(std::mt19937(5)());
  T(std::minstd_rand(3)());
  std::mt19937_64 g64(7);
  T(g64());
  std::uniform_int_distribution<int> di(1, 100);
  std::mt19937 g(3);
  T(di(g));
  std::normal_distribution<double> dn;
  T(dn(g));
  std::uniform_real_distribution<double> dr;
  T(dr(g));
  std::map<std::string, int> m{{"b", 2}, {"a", 1}};
  m["c"] += 5;
  T(joinm(m));
  T(m.at("z"));
  T(m.count("a"));
  m.erase("a");
  T(joinm(m));
  T(m.lower_bound("b")->second);
  T(m.emplace("b", 9).second);
  T(m.try_emplace("q", 4).first->second);
  std::multimap<int, char> mm{{1, 'a'}, {1, 'b'}, {0, 'c'}};
  T(joinm(mm));
  T(std::distance(mm.equal_range(1).first, mm.equal_range(1).second));
  std::set<int> st{3, 1, 2, 3};
  T(join(st));
  T(st.contains(2));
  std::unordered_map<int, int> um;
  for (int i = 0; i < 20; i++) um[i * 7] = i;
  T(um.size());
  T(um.at(14));
  T(um.count(3));
  std::unordered_set<std::string> us{"x", "y", "x"};
  T(us.size());
  std::deque<int> dq{1, 2};
  dq.push_front(0);
  dq.push_back(3);
  T(join(dq));
  std::list<int> l{3, 1, 2};
  l.sort();
  l.splice(l.begin(), std::list<int>{9});
  l.unique();
  l.reverse();
  T(join(l));
  std::forward_list<int> fl{1, 2};
  fl.push_front(0);
  T(join(fl));
  std::priority_queue<int> pq;
  pq.push(2);
  pq.push(5);
  T(pq.top());
  std::stack<int> sk;
  sk.push(1);
  T(sk.size());
  std::queue<int> q;
  q.push(4);
  T(q.front());
  std::optional<int> o;
  T(o.has_value());
  T(o.value());
  T(o.value_or(3));
  o = 4;
  T(*o);
  std::variant<int, std::string> va = "s";
  T(va.index());
  T(std::get<std::string>(va));
  T(std::get<int>(va));
  T(std::visit([](auto &&x) { std::ostringstream os; os << x; return os.str(); }, va));
  std::any an = 5;
  T(std::any_cast<int>(an));
  T(std::any_cast<double>(an));
  auto t = std::make_tuple(1, 'c', 2.5);
  T(std::get<2>(t));
  T(std::apply([](int a, char b, double c) { return a + b + c; }, t));
  std::pair<int, int> p{1, 2};
  T((p < std::pair{1, 3}));
  auto sp = std::make_shared<D>();
  std::weak_ptr<B> wp = sp;
  std::shared_ptr<B> sb = sp;
  T(sb.use_count());
  T(sb->f());
  sp.reset();
  sb.reset();
  T(wp.expired());
  std::unique_ptr<B> up = std::make_unique<D>();
  T(up->f());
  T(dynamic_cast<D *>(up.get()) != nullptr);
  std::function<int(int)> fn = [k = 3](int x) { return x * k; };
  T(fn(4));
  std::function<void()> none;
  try { none(); } catch (std::bad_function_call &e) { std::cout << "bad call\n"; } T(std::bind([](int a, int b) { return a - b; }, std::placeholders::_2, 1)(0, 9));
  T(std::invoke(&B::f, *up));
  T(std::bitset<8>(37));
  T(std::bitset<8>("101").count());
  T(std::bitset<8>(5).flip().to_ulong());
  T(typeid(*up) == typeid(D));
  T(std::complex<double>(1, 2) * std::complex<double>(3, 4));
  T(std::abs(std::complex<double>(3, 4)));
  std::valarray<int> va1{1, 2, 3};
  T((va1 * 2).sum());
  T(std::numeric_limits<int>::max());
  T(std::numeric_limits<double>::epsilon());
  std::ostringstream os;
  os << std::hex << 255 << ' ' << std::showbase << 255 << ' ' << std::oct << 8 << std::dec << ' ' << std::setw(6) << std::setfill('*') << 42 << ' ' << std::left << std::setw(5) << 7 << '|' << std::boolalpha << true << ' ' << std::fixed << std::setprecision(2) << 3.14159 << ' ' << std::scientific << 12345.678 << ' ' << std::defaultfloat << 0.1 << ' ' << std::showpos << 5 << ' ' << std::uppercase << std::hex << 0xabc << ' ' << std::quoted("a\"b") << ' ' << static_cast<void *>(nullptr);
  T(os.str());
  std::istringstream is("12 abc 3.5 0x1f x");
  int i1;
  std::string s1;
  double d1;
  is >> i1 >> s1 >> d1;
  T(i1);
  T(s1);
  T(d1);
  int i2 = -1;
  is >> std::hex >> i2;
  T(i2);
  is >> i2;
  T(is.fail());
  T(i2);
  is.clear();
  std::string rest;
  std::getline(is, rest);
  T(rest);
  std::istringstream il("a,b,,c");
  while (std::getline(il, rest, ',')) std::cout << '[' << rest << ']';
  T(il.eof());
  {
    std::ofstream f("cxf");
    f << "line one\nline two\n" << 5;
  }
  {
    std::ifstream f("cxf");
    std::string a;
    std::getline(f, a);
    T(a);
    f.seekg(0, std::ios::end);
    T(f.tellg());
    f.seekg(5);
    f >> a;
    T(a);
  }
  std::ifstream nf("nope");
  T(nf.is_open());
  T(!nf);
  char cb[20];
  auto r = std::to_chars(cb, cb + 20, 12345);
  T(std::string(cb, r.ptr));
  int ci;
  auto fr = std::from_chars("77x", "77x" + 3, ci);
  T(ci);
  T((int)fr.ec);
  T(std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::seconds(3)).count());
  T(std::chrono::hours(2) / std::chrono::minutes(30));
  std::cout.width(5);
  std::cout << 1 << std::endl;
  T(std::cout.good());
  T(std::hash<int>()(5));
  T(std::isinf(1.0 / 0.0));
  T(std::nextafter(1.0, 2.0) > 1);
  T(std::fmod(5.5, 2));
  T(std::pow(2, 10));
  T(std::lround(2.5));
  T(std::midpoint(1, 4));
  try {
    try {
      throw std::runtime_error("inner");
    } catch (...) {
      std::throw_with_nested(std::logic_error("outer"));
    }
  } catch (const std::exception &e) {
    std::cout << e.what() << '\n';
    try {
      std::rethrow_if_nested(e);
    } catch (const std::exception &n) {
      std::cout << n.what() << '\n';
    }
  }
  T(std::vector<int>().at(0));
  T(std::string(-1, 'c'));
  T((std::vector<int>().reserve(-1), 0));
  T(dynamic_cast<D &>(*std::make_unique<B>()).f());
  try {
    throw std::system_error(std::make_error_code(std::errc::permission_denied), "sys");
  } catch (const std::system_error &e) {
    std::cout << e.what() << ' ' << e.code().value() << '\n';
  }
  return 0;
}
