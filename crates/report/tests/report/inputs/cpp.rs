//! Inputs of functions and methods in C++.

use pikse_report::Language;

use super::common::Case;

/// A class whose nodes are owned by `std::unique_ptr`, in a namespace.
const LISTS: &str = r#"
#include <memory>
#include <stdexcept>
#include <utility>
namespace sets {
enum class Side { Front = 2, Back = 5 };
class Owned {
    struct Node { std::unique_ptr<Node> next; int key; };
    std::unique_ptr<Node> head;
    int size;
public:
    bool repOk() const {
        int n = 0;
        for (const Node *at = head.get(); at; at = at->next.get()) if (++n > size || at->key < 0) return false;
        return n == size;
    }
    void push(int x, Side side, bool really) {
        std::unique_ptr<Node> *at = &head;
        while (side == Side::Back && *at) at = &(*at)->next;
        if (!really) return;
        auto node = std::make_unique<Node>();
        node->key = x;
        node->next = std::move(*at);
        *at = std::move(node);
        size++;
    }
    void push_wrongly(int x, Side side, bool really) {
        if (side == Side::Back && size == 1) throw std::runtime_error("no room");
        push(x, side, really);
    }
    bool has(int x) const {
        for (const Node *at = head.get(); at; at = at->next.get()) if (at->key == x) return true;
        return false;
    }
    void clear() { head.reset(); size = 0; }
    void clear_wrongly() { if (size < 2) clear(); else head.reset(); }
    int pop() {
        if (!head) return -1;
        int key = head->key;
        head = std::move(head->next);
        size--;
        return key;
    }
    int pop_wrongly() { int key = pop(); return size == 1 ? key + 1 : key; }
    int pop_second() {
        if (size != 2) return pop();
        head->next->key = head->key;
        int key = head->next->key;
        head.reset(head->next.release());
        size--;
        return key;
    }
    friend bool gone(const Owned &old, const Owned &l, int result);
};
bool gone(const Owned &old, const Owned &l, int result) { return result == -1 || old.has(result); }
bool pushed(const Owned *old, const Owned &l, int x, bool really) { return !really || l.has(x); }
}
void use(sets::Owned &l) {
    if (l.repOk()) l.clear(), l.clear_wrongly(), l.pop(), l.pop_wrongly(), l.pop_second();
    l.push(1, sets::Side::Front, true);
    l.push_wrongly(1, sets::Side::Front, true);
}
"#;

/// A template whose nodes are deleted by hand; overloads.
const PLAIN: &str = r#"
#include <cstdlib>
template <class T> struct Node { Node *next; T key; };
template <class T> struct Plain {
    Node<T> *head;
    bool repOk() const {
        int n = 0;
        for (const Node<T> *at = head; at; at = at->next) if (++n > 3) return false;
        return true;
    }
    void drop(T x) {
        Node<T> **at = &head;
        while (*at && (*at)->key != x) at = &(*at)->next;
        if (Node<T> *gone = *at) { *at = gone->next; delete gone; }
    }
    void drop_wrongly(T x) {
        Node<T> *gone = head;
        if (gone && gone->key == x) { delete gone; head = gone->next; }
    }
    void drop_freeing(T x) {
        Node<T> *gone = head;
        if (gone && gone->key == x) { head = gone->next; std::free(gone); }
    }
    void drop_leaking(T x) {
        if (head && head->key == x) { if (!head->next) delete head; head = head->next; }
    }
};
template struct Plain<short>;
static int measure(const Plain<short> &l) {
    int n = 0;
    for (auto *at = l.head; at; at = at->next) n++;
    return n;
}
bool merge(Plain<short> *a, Plain<short> &b, long times) {
    if (!a->head || times < 1) return true;
    auto *at = a->head;
    while (at->next) at = at->next;
    at->next = b.head;
    b.head = nullptr;
    return true;
}
bool merge(Plain<short> *a, int times) { return a && times; }
bool merged(const Plain<short> &old_a, const Plain<short> &old_b, const Plain<short> &a) {
    return measure(a) == measure(old_a) + measure(old_b);
}
extern "C" bool pikse_check_drop(Plain<short> &t, short x, const Plain<short> &old) {
    t.drop(x);
    return measure(t) == measure(old);
}
"#;

fn plain<'a>(call: &'a str, post: &'a [&'a str]) -> Case<'a> {
    Case { text: PLAIN, ..lists(call, post, KEYS) }
}

fn lists<'a>(call: &'a str, post: &'a [&'a str], ranges: &'a [&'a str]) -> Case<'a> {
    Case { language: Language::Cpp, text: LISTS, call, post, same_as: None, size: 2, ranges }
}

const KEYS: &[&str] = &["input.x=0..1", "Node.key=0..1"];
const NO_X: &[&str] = &["Node.key=0..1"];

/// Private fields, owners, enums and bools; what is thrown.
#[test]
fn methods_of_owners() {
    let push = lists("push", &["repOk", "pushed"], KEYS).run();
    assert_eq!(push.failing, 0);
    assert!(push.text.contains("    owned0.push(0, sets::Side::Front, false);\n"), "{}", push.text);
    assert!(push.text.contains("assert(sets::pushed(&old_owned0, owned0, 0, false));"));
    assert!(push.text.contains("c++ -g -fno-access-control -fsanitize=address,undefined"));
    let wrong = lists("push_wrongly", &["repOk"], KEYS).run();
    assert_eq!(wrong.kinds, ["exception"].into());
    assert_eq!(lists("clear", &["repOk"], NO_X).run().failing, 0);
    assert_eq!(lists("clear_wrongly", &["repOk"], NO_X).run().kinds, ["post-condition"].into());
    assert_eq!(lists("pop", &["repOk", "gone"], NO_X).run().failing, 0);
    assert_eq!(lists("pop_wrongly", &["gone"], NO_X).run().kinds, ["post-condition"].into());
}

#[test]
fn structures_are_compared() {
    let same = |call, other| Case { same_as: Some(other), ..lists(call, &[], NO_X) };
    assert_eq!(same("pop", "pop").run().failing, 0);
    for other in ["pop_second", "pop_wrongly"] {
        assert_eq!(same("pop", other).run().kinds, ["difference"].into(), "{other}");
    }
}

/// Nodes that the call deletes, or should have.
#[test]
fn methods_of_templates() {
    for call in ["drop", "drop_freeing"] {
        assert_eq!(plain(call, &["repOk"]).run().failing, 0, "{call}");
    }
    assert_eq!(plain("drop_wrongly", &["repOk"]).run().kinds, ["use-after-free"].into());
    let leaking = plain("drop_leaking", &[]).run();
    assert!(leaking.kinds.contains("leak"), "{:?}", leaking.kinds);
    let check = plain("check drop", &[]).run();
    assert_eq!(check.kinds, ["returned-false"].into());
}

/// A bug, the tests that show it, and the same tests after the bug is gone.
#[test]
fn mended_programs_pass() {
    let wrong = "delete gone; head = gone->next;";
    plain("drop_wrongly", &["repOk"]).mend(wrong, "head = gone->next; delete gone;");
    lists("clear_wrongly", &["repOk"], NO_X).mend("else head.reset();", "else clear();");
}

/// Two structures of one type, by pointer and by reference, of an overloaded function.
#[test]
fn two_structures() {
    let ranges = &["input.times=0..1", "a_Node.key=0", "b_Node.key=0"];
    let symbol = "_Z5mergeP5PlainIsERS0_l";
    let outcome = Case { size: 1, ranges, ..plain(symbol, &["merged"]) }.run();
    assert_eq!(outcome.kinds, ["post-condition"].into());
    let call = "    merge(&a_plain0, b_plain0, static_cast<long>(1));\n    \
                assert(merged(old_a_plain0, old_b_plain0, a_plain0));\n";
    assert!(outcome.text.contains(call), "{}", outcome.text);
}
