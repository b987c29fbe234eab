//! Undefined symbols of programs: none for programs in scope, and a fixed list for others.

use std::fs;

use pikse_env::{link, link_cpp};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program};

/// Compiles a text, links it, and returns the undefined symbols, without those of the machine.
fn missing(name: &str, text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the file can be written");
    let context = Context::create();
    let program = Program::compile(&context, &[path], &Options::default()).expect("it compiles");
    program.keep(&["main"]).expect("it has a main");
    if name.ends_with(".cpp") {
        assert!(link_cpp(&program).expect("it links"), "clang takes the support");
    }
    let linked = link(&program).expect("it links");
    program.module().verify().expect("the module is sound");
    let of_machine = |name: &String| MACHINE.contains(&&**name);
    linked.missing.into_iter().filter(|name| !of_machine(name)).collect()
}

/// Functions that move frames, which the machine implements.
const MACHINE: [&str; 7] = [
    "__cxa_allocate_exception",
    "__cxa_begin_catch",
    "__cxa_end_catch",
    "__cxa_free_exception",
    "__cxa_rethrow",
    "__cxa_throw",
    "_Unwind_Resume",
];

#[test]
fn rust_programs_leave_nothing_open() {
    let programs = [
        ("output", "fn main() { println!(\"{} {:?} {:5.2}\", 1, \"a\", 2.5); eprintln!(\"b\"); }"),
        ("a panic", "fn main() { panic!(\"no {}\", std::env::args().count()); }"),
        (
            "collections",
            "use std::collections::*;
             fn main() {
                 let mut map = HashMap::new();
                 let mut tree = BTreeMap::new();
                 let mut set = HashSet::new();
                 let mut queue = VecDeque::new();
                 let mut heap = BinaryHeap::new();
                 for (at, text) in std::env::args().enumerate() {
                     map.insert(text.clone(), at);
                     tree.insert(at, text.clone());
                     set.insert(text.len());
                     queue.push_back(at);
                     heap.push(text);
                 }
                 println!(\"{map:?} {tree:?} {set:?} {queue:?} {:?}\", heap.into_sorted_vec());
             }",
        ),
        (
            "cells and counts",
            "use std::cell::*;
             use std::rc::*;
             use std::sync::*;
             thread_local! { static LOCAL: RefCell<Vec<i32>> = const { RefCell::new(Vec::new()) }; }
             static ONCE: OnceLock<String> = OnceLock::new();
             static MUTEX: Mutex<u64> = Mutex::new(0);
             fn main() {
                 let shared = Rc::new(RefCell::new(vec![1, 2, 3]));
                 let weak = Rc::downgrade(&shared);
                 weak.upgrade().unwrap().borrow_mut().push(4);
                 LOCAL.with(|local| local.borrow_mut().extend(shared.borrow().iter()));
                 *MUTEX.lock().unwrap() += Arc::new(3_u64).wrapping_add(1);
                 let value = RwLock::new(ONCE.get_or_init(|| String::from(\"x\")));
                 println!(\"{} {:?}\", value.read().unwrap(), MUTEX.lock());
             }",
        ),
        (
            "text and numbers",
            "fn main() {
                 let mut words: Vec<String> = std::env::args().collect();
                 words.sort_by_key(|word| std::cmp::Reverse(word.to_uppercase()));
                 let sum: f64 = words.iter().filter_map(|word| word.parse::<f64>().ok()).sum();
                 let line = words.join(\",\").replace('a', \"bb\").trim().to_owned();
                 println!(\"{line} {sum:e} {:?}\", line.chars().rev().collect::<String>());
             }",
        ),
        (
            "lines of the input",
            "use std::io::*;
             fn main() {
                 let mut first = String::new();
                 stdin().read_line(&mut first).unwrap();
                 let rest: Vec<String> = stdin().lock().lines().map(|line| line.unwrap()).collect();
                 let mut all = Vec::new();
                 stdin().read_to_end(&mut all).unwrap();
                 stdout().write_all(first.as_bytes()).unwrap();
                 writeln!(stderr(), \"{}\", rest.len()).unwrap();
             }",
        ),
        (
            "files and the environment",
            "use std::{env, fs, io::*};
             fn main() {
                 let bytes = fs::read(\"A\").unwrap_or_default();
                 fs::write(\"B\", &bytes).unwrap();
                 let mut file = fs::OpenOptions::new().append(true).create(true).open(\"B\").unwrap();
                 file.write_all(b\"more\").unwrap();
                 file.seek(SeekFrom::Start(0)).unwrap();
                 let text = fs::read_to_string(\"B\").unwrap();
                 let length = fs::metadata(\"B\").unwrap().len();
                 fs::remove_file(\"B\").unwrap();
                 println!(\"{text} {length} {:?} {:?}\", env::var(\"HOME\"), env::vars().count());
                 std::process::exit(3);
             }",
        ),
        (
            "time",
            "use std::time::*;
             fn main() {
                 let start = Instant::now();
                 std::thread::sleep(Duration::from_millis(5));
                 let day = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
                 println!(\"{:?} {:?}\", start.elapsed(), day);
             }",
        ),
    ];
    // All of them as one, which compiles faster.
    let (mut all, mut calls) = (String::new(), String::new());
    for (at, (what, text)) in programs.iter().enumerate() {
        let text = text.replace("fn main()", "pub fn main()");
        all.push_str(&format!("/// {what}\nmod part{at} {{\n{text}\n}}\n"));
        calls.push_str(&format!("part{at}::main();\n"));
    }
    all.push_str(&format!("fn main() {{\n{calls}}}\n"));
    assert_eq!(missing("program.rs", &all), [""; 0]);
}

#[test]
fn a_thread_of_rust_needs_nothing_else() {
    let text = "fn main() { std::thread::spawn(|| println!(\"x\")).join().unwrap(); }";
    assert_eq!(missing("program.rs", text), [""; 0]);
}

#[test]
fn cpp_programs_need_little_else() {
    let containers = "
        #include <algorithm>
        #include <any>
        #include <cstdio>
        #include <deque>
        #include <functional>
        #include <list>
        #include <map>
        #include <memory>
        #include <optional>
        #include <set>
        #include <stdexcept>
        #include <string>
        #include <unordered_map>
        #include <variant>
        #include <vector>
        struct A { virtual ~A() {} virtual int f() = 0; };
        struct B : A { int f() override { return 3; } };
        int main(int n, char **a) {
            std::map<std::string, int> map;
            std::unordered_map<std::string, std::vector<int>> table;
            std::set<int> set;
            std::deque<int> deque;
            std::list<std::string> list;
            std::vector<std::string> words(a, a + n);
            for (auto &word : words) {
                map[word]++;
                table[word].push_back(n);
                set.insert(static_cast<int>(word.size()));
                deque.push_front(n);
                list.push_back(word + \"x\");
            }
            std::sort(words.begin(), words.end());
            std::unique_ptr<A> owner(new B);
            std::shared_ptr<A> shared = std::make_shared<B>();
            std::weak_ptr<A> weak = shared;
            std::function<int(int)> add = [&](int k) { return k + n; };
            std::optional<int> maybe = n > 1 ? std::optional<int>(n) : std::nullopt;
            std::variant<int, std::string> either = std::to_string(n);
            std::any any = 3;
            if (auto *b = dynamic_cast<B *>(owner.get()))
                n += b->f();
            try {
                n += std::stoi(words.at(7)) + maybe.value() + std::get<int>(either);
                n += std::any_cast<int>(any) + weak.lock()->f();
            } catch (const std::exception &error) {
                std::printf(\"%s\\n\", error.what());
            }
            return add(n);
        }";
    assert_eq!(missing("program.cpp", containers), [""; 0]);
    let streams = "
        #include <iostream>
        int main() { int n; std::cin >> n; std::cout << n << std::endl; return n; }";
    // The address of a module is only passed on.
    assert_eq!(missing("program.cpp", streams), ["__dso_handle"]);
}

#[test]
fn the_models_themselves_need_the_machine_and_nothing_else() {
    // A program that needs every model has them all: the test lists their undefined symbols.
    let names = pikse_env::modelled().expect("LLVM reads its own bitcode");
    assert!(names.len() > 500, "{} models", names.len());
    let mut program = String::new();
    let mut calls = String::new();
    for name in names {
        program.push_str(&format!("declare void @\"{name}\"()\n"));
        calls.push_str(&format!("  call void @\"{name}\"()\n"));
    }
    program.push_str(&format!("define void @main() {{\n{calls}  ret void\n}}\n"));
    let open = missing("all.ll", &program);
    // Formatting is done by the Rust program's own code.
    let open: Vec<&String> =
        open.iter().filter(|name| !name.ends_with("4core3fmt5write")).collect();
    assert!(open.is_empty(), "{open:?}");
}
