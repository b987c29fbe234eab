//! Programs in C++ have everything that they use of the library.

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program};

/// Functions of the machine: exceptions move its frames.
const OF_THE_MACHINE: [&str; 9] = [
    "__cxa_allocate_exception",
    "__cxa_begin_catch",
    "__cxa_end_catch",
    "__cxa_free_exception",
    "__cxa_get_exception_ptr",
    "__cxa_rethrow",
    "__cxa_throw",
    "_Unwind_Resume",
    "__gxx_personality_v0",
];

/// What is in the headers, and what in the library.
const PROGRAMS: &[(&str, &str)] = &[
    ("nothing", "int main() { return 0; }"),
    (
        "containers",
        "#include <map>\n#include <vector>\nint main() { std::map<int, int> m; m[1] = 2; \
      std::vector<int> v(3); return m.size() + v.size(); }",
    ),
    (
        "strings",
        "#include <string>\nint main(int n, char **a) { std::string s = a[0]; s += \"x\"; \
      s.insert(1, \"yz\"); s = \"a\" + s + 'c'; return s.find(\"z\") + s.substr(1).size(); }",
    ),
    (
        "numbers",
        "#include <string>\nint main(int n, char **a) { return std::stoi(std::to_string(n)) \
      + std::stod(\"1.5\") + std::to_string(2.5).size() + std::stoull(a[0]); }",
    ),
    (
        "pointers",
        "#include <memory>\nint main(int n, char **) { auto p = std::make_shared<int>(n); \
      std::weak_ptr<int> w = p; auto u = std::make_unique<int>(2); return *w.lock() + *u; }",
    ),
    (
        "hash tables",
        "#include <string>\n#include <unordered_map>\nint main(int n, char **) { \
      std::unordered_map<std::string, int> m; m[\"a\"] = n; return m.at(\"b\"); }",
    ),
    (
        "exceptions",
        "#include <stdexcept>\n#include <string>\nint main(int n, char **) { try { \
      if (n > 1) throw std::runtime_error(\"x\"); if (n > 2) throw std::bad_alloc(); \
      throw std::domain_error(std::string(\"y\")); } catch (const std::logic_error &e) { \
      return e.what()[0]; } catch (std::exception &e) { return 2; } }",
    ),
    (
        "others",
        "#include <functional>\n#include <optional>\n#include <variant>\nint main(int n, char **) { \
      std::function<int(int)> f = [n](int x) { return x + n; }; std::optional<int> o; \
      if (n) o = 3; std::variant<int, char> v = 'x'; return f(1) + o.value() + std::get<char>(v); }",
    ),
];

#[test]
fn nothing_is_missing() {
    for (name, text) in PROGRAMS {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("program.cpp");
        std::fs::write(&file, text).expect("a file");
        let context = Context::create();
        let options = Options { cflags: vec!["-std=c++17".to_owned()], ..Options::default() };
        let program = Program::compile(&context, &[file], &options).expect("it compiles");
        let linked = pikse_env::link_cpp(&program).expect("the library fits");
        assert!(linked, "{name}");
        program.keep(&["main"]).expect("the rest goes");
        let mut missing = pikse_env::link(&program).expect("models fit").missing;
        missing.retain(|name| !OF_THE_MACHINE.contains(&&**name));
        // The compiler's tables of types belong to the run-time library; the machine only compares
        // the types themselves.
        missing.retain(|name| !name.starts_with("_ZTVN10__cxxabiv1"));
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
}
