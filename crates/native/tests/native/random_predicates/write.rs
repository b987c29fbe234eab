//! Random functions in C. They never read what is not there, unless they are meant to.
//!
//! Expressions have no effects, since compilers differ in the order of operands; calls
//! that have some stand alone, or between `&&` and `||`.

use pikse_base::Random;

use super::types::{Field, Kind, Types};

/// What stands before all functions.
pub(crate) const HEADER: &str = "
#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
";

/// Variables that outlive a call, and functions that every predicate may use.
pub(crate) const GLOBALS: &str = "
struct item { struct node *node; struct item *below; int tag; };
static int g0, g1 = 3;
int cache[4] = {1, 0, 2, 0};
static struct node *last;
static struct node kept;
static _Thread_local int mine;
static int *table;
__attribute__((constructor)) static void make(void) {
  table = malloc(4 * sizeof(int)); table[0] = 2; table[1] = 0; table[2] = 1; table[3] = 0;
}
static const char *const names[4] = {\"\", \"a\", \"bc\", \"def\"};
void reset(void) {
  g0 = 0; g1 = 3; cache[0] = 1; cache[1] = 0; cache[2] = 2; cache[3] = 0;
  last = 0; mine = 0; memset(&kept, 0, sizeof kept);
  table[0] = 2; table[1] = 0; table[2] = 1; table[3] = 0;
}
static int next_number(void) { static const int by = 3; return g0 += by; }
static int twice(int a) { return a * 2; }
static int less_one(int a) { return a - 1; }
static int (*const functions[2])(int) = {twice, less_one};
static int by_order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
__attribute__((noinline)) static int sum(int count, ...) {
  va_list list; va_start(list, count);
  int all = 0;
  for (int i = 0; i < count; i++) all += va_arg(list, int);
  va_end(list); return all;
}
__attribute__((noinline)) static struct node give(struct node *n) { return *n; }
__attribute__((noinline)) static void bump(int *at) { *at = *at * 3 + g1; mine++; }
";

/// What every function begins with.
const LOCALS: &str = "int v0 = 0, v1 = 1, v2 = 2; int r[4] = {0, 1, 0, 2}; double d = 0.5;";

/// Writes functions.
pub(crate) struct Writer<'a> {
    random: &'a mut Random,
    types: &'a Types,
    /// Pointers to nodes that are not null.
    nodes: Vec<String>,
    /// Nodes themselves.
    copies: Vec<String>,
    /// Functions of a root and a node that may be null.
    helpers: Vec<String>,
    /// A function of a root and a node by value, if there is one.
    taker: String,
    /// For names that are new.
    fresh: usize,
    /// Whether the function may break on purpose.
    breaks: bool,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(random: &'a mut Random, types: &'a Types) -> Writer<'a> {
        let (nodes, copies, helpers) = (Vec::new(), Vec::new(), Vec::new());
        let taker = String::new();
        Writer { random, types, nodes, copies, helpers, taker, fresh: 0, breaks: false }
    }

    /// A predicate with its helpers, and whether it returns an `int`.
    pub(crate) fn predicate(&mut self, name: &str) -> (String, bool) {
        let mut text = self.taker(name);
        for number in 0..self.random.index(3) {
            let helper = format!("{name}_helper_{number}");
            text += &self.helper(&helper);
            self.helpers.push(helper);
        }
        self.breaks = self.random.once_in(8);
        let of = self.random.pick(&["bool", "bool", "int"]);
        let length = 2 + self.random.index(5);
        let body = self.block(3, length);
        let end = self.result(2);
        text += &format!("{of} {name}(struct root *t) {{\n{LOCALS}\n{body}return {end};\n}}\n");
        (text, of == "int")
    }

    /// A function of a node by value.
    fn taker(&mut self, name: &str) -> String {
        if self.random.once_in(2) {
            return String::new();
        }
        self.copies.push("c".to_owned());
        let condition = self.condition(2);
        self.copies.clear();
        self.taker = format!("{name}_take");
        format!(
            "__attribute__((noinline)) static int {name}_take(struct root *t, struct node c, \
             int k) {{\n{LOCALS}\nif (k > 1) memset(&c, 0, sizeof c);\nreturn {condition};\n}}\n"
        )
    }

    /// A function that may call itself.
    fn helper(&mut self, name: &str) -> String {
        let inline = self.random.pick(&["", "__attribute__((noinline))"]);
        let of = self.random.pick(&["bool", "int"]);
        self.nodes.push("n".to_owned());
        let length = 1 + self.random.index(2);
        let body = self.block(1, length);
        let end = match self.random.index(4) {
            0 => self.result(1),
            1 => format!("{} && {name}(t, {}, k - 1)", self.condition(1), self.pointer()),
            2 => format!(
                "{} + {name}(t, {}, k - 1) + {}",
                self.int(1),
                self.pointer(),
                self.random.pick(&["v1", "r[3]", "k"])
            ),
            _ => {
                let call = |p: String| format!("{name}(t, {p}, k - 1)");
                let (left, right) = (call(self.pointer()), call(self.pointer()));
                format!("{left} {} {right}", self.random.pick(&["&&", "||"]))
            }
        };
        self.nodes.clear();
        let null = self.random.index(2);
        format!(
            "static {inline} {of} {name}(struct root *t, struct node *n, int k) {{\n\
             if (!n || k <= 0) return {null};\n{LOCALS}\n{body}return {end};\n}}\n"
        )
    }

    fn name(&mut self, first: &str) -> String {
        self.fresh += 1;
        format!("{first}{}", self.fresh)
    }

    /// Fields of the root, of a node that is not null, or of a copy: how each is reached.
    fn fields(&mut self) -> Vec<(String, Field)> {
        let (types, nodes, copies) = (self.types, self.nodes.len(), self.copies.len());
        let at = self.random.index(1 + 2 * nodes + copies);
        let (object, fields) = match at {
            0 => ("t->".to_owned(), &types.root),
            at if at <= 2 * nodes => (format!("{}->", self.nodes[(at - 1) / 2]), &types.node),
            at => (format!("{}.", self.copies[at - 1 - 2 * nodes]), &types.node),
        };
        let mut found = Vec::new();
        for field in fields {
            let path = format!("{object}{}", field.name);
            match field.kind {
                Kind::Inner => found.extend(
                    types
                        .inner
                        .iter()
                        .map(|inner| (format!("{path}.{}", inner.name), inner.clone())),
                ),
                _ => found.push((path, field.clone())),
            }
        }
        found
    }

    /// A number or a truth value in the candidate, or something like one.
    fn place(&mut self) -> String {
        let fields = self.fields();
        let (path, field) = self.random.pick(&fields);
        match field.kind {
            Kind::Node => {
                let other = self.pointer();
                match self.random.index(3) {
                    0 => format!("({path} != 0)"),
                    1 => format!("({path} == {other})"),
                    _ => format!("({path} ? {} : {})", self.field_of(&path), self.constant()),
                }
            }
            Kind::Root => format!("({path} == t)"),
            Kind::Ints(_, length) => {
                let index = match self.random.index(3) {
                    0 => format!("{} & 1", self.random.pick(&["v0", "v1", "v2", "r[1]"])),
                    _ => self.random.index(length).to_string(),
                };
                format!("{path}[{index}]")
            }
            Kind::Nodes(length) => format!("({path}[{}] != 0)", self.random.index(length)),
            Kind::Int(_) if self.random.once_in(12) => match self.random.index(3) {
                0 => format!("*(unsigned char *)&{path}"),
                1 => format!("(memcmp(&{path}, &r[1], 1) == 0)"),
                _ => format!("*(volatile __typeof__({path}) *)&{path}"),
            },
            Kind::Int(_) | Kind::Color | Kind::Bool => path,
            Kind::Inner => unreachable!("it is taken apart"),
        }
    }

    /// A field of a node that a pointer leads to.
    fn field_of(&mut self, pointer: &str) -> String {
        let fields = self.types.node.clone();
        let field = self.random.pick(&fields);
        let path = format!("{pointer}->{}", field.name);
        match field.kind {
            Kind::Node | Kind::Root => format!("({path} != 0)"),
            Kind::Ints(_, length) => format!("{path}[{}]", self.random.index(length)),
            Kind::Inner => {
                let inner = self.random.pick(&self.types.inner);
                match inner.kind {
                    Kind::Node => format!("({path}.{} != 0)", inner.name),
                    _ => format!("{path}.{}", inner.name),
                }
            }
            _ => path,
        }
    }

    /// A pointer to a node, or null.
    fn pointer(&mut self) -> String {
        if self.random.once_in(8) {
            return match self.random.index(3) {
                0 => "last".to_owned(),
                _ if self.nodes.is_empty() => "(struct node *)0".to_owned(),
                _ => self.random.pick(&self.nodes),
            };
        }
        for _ in 0..9 {
            let fields = self.fields();
            let (path, field) = self.random.pick(&fields);
            let path = match field.kind {
                Kind::Node => path,
                Kind::Nodes(length) => format!("{path}[{}]", self.random.index(length)),
                _ => continue,
            };
            if self.random.once_in(6) {
                let next = self.types.node.iter().find(|field| field.kind == Kind::Node);
                let next = &next.expect("nodes have a pointer").name;
                return format!("({path} ? {path}->{next} : 0)");
            }
            return path;
        }
        "last".to_owned()
    }

    fn constant(&mut self) -> String {
        self.random.pick(&["0", "1", "2", "0", "1", "2", "3", "5", "-1", "-3"]).to_string()
    }

    /// A number.
    fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.once_in(3) {
            return match self.random.index(8) {
                0 | 1 => self.constant(),
                2 => self.random.pick(&["v0", "v1", "v2", "r[0]", "r[1]", "(int)d"]).to_string(),
                3 => {
                    let known = ["g0", "g1", "cache[1]", "cache[2]", "mine", "r[3]", "table[0]"];
                    self.random.pick(&known).to_string()
                }
                _ => self.place(),
            };
        }
        let depth = depth - 1;
        match self.random.index(12) {
            0 => {
                let to = self.random.pick(&["signed char", "unsigned char", "short", "unsigned"]);
                format!("({to})({})", self.int(depth))
            }
            1 => format!("({} ? {} : {})", self.condition(depth), self.int(depth), self.int(depth)),
            2 => format!("({} % 3)", self.int(depth)),
            3 => format!("r[{} & 3]", self.int(depth)),
            4 => format!("cache[{} & 3]", self.int(depth)),
            5 => format!("functions[{} & 1]({})", self.int(depth), self.int(depth)),
            6 => format!("(int)strlen(names[{} & 3])", self.int(depth)),
            7 => format!("sum(3, (int)({}), v1, (int)({}))", self.int(depth), self.int(depth)),
            8 => self.condition(depth),
            _ => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^", "+"]);
                format!("({} {operator} {})", self.int(depth), self.int(depth))
            }
        }
    }

    /// A truth value.
    fn condition(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.once_in(2) {
            return match self.random.index(12) {
                0 => format!("({} == {})", self.pointer(), self.pointer()),
                1 => format!("({} != 0)", self.pointer()),
                2 => format!("({} * 0.5 < d)", self.int(depth.min(1))),
                3 => self.place(),
                _ => {
                    let operator = self.random.pick(&["<", "<=", ">", ">=", "==", "!=", "=="]);
                    format!("({} {operator} {})", self.place(), self.int(depth.min(1)))
                }
            };
        }
        match self.random.index(8) {
            0 => format!("!({})", self.condition(depth - 1)),
            1 if self.nodes.len() > 1 => {
                let (a, b) = (self.random.pick(&self.nodes), self.random.pick(&self.nodes));
                format!("(memcmp({a}, {b}, sizeof *{a}) == 0)")
            }
            _ => {
                let operator = self.random.pick(&["&&", "||", "&&", "||", "&&", "||", "&", "|"]);
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("({left} {operator} {right})")
            }
        }
    }

    /// A truth value; finding it may have effects.
    fn test(&mut self, depth: usize) -> String {
        match self.random.index(6) {
            0 if !self.helpers.is_empty() => {
                let call = self.call();
                format!("({call} {} {})", self.random.pick(&["&&", "||"]), self.condition(depth))
            }
            1 if !self.helpers.is_empty() => {
                let call = self.call();
                format!("({} {} {call})", self.condition(depth), self.random.pick(&["&&", "||"]))
            }
            _ => self.condition(depth),
        }
    }

    fn call(&mut self) -> String {
        let helper = self.random.pick(&self.helpers);
        format!("{helper}(t, {}, {})", self.pointer(), 1 + self.random.index(3))
    }

    fn result(&mut self, depth: usize) -> String {
        match self.random.index(6) {
            0 => "1".to_owned(),
            1 => "0".to_owned(),
            2 => format!("({}) > 0", self.int(depth)),
            _ => self.test(depth),
        }
    }

    /// Some statements.
    fn block(&mut self, depth: usize, length: usize) -> String {
        let (nodes, copies) = (self.nodes.len(), self.copies.len());
        let text = (0..length).map(|_| self.statement(depth)).collect();
        self.nodes.truncate(nodes);
        self.copies.truncate(copies);
        text
    }

    fn short_block(&mut self, depth: usize) -> String {
        let length = 1 + self.random.index(2);
        self.block(depth.saturating_sub(1), length)
    }

    fn statement(&mut self, depth: usize) -> String {
        if self.breaks && self.random.once_in(6) {
            return format!("if ({}) {}\n", self.condition(2), self.defect());
        }
        match self.random.index(if depth == 0 { 9 } else { 24 }) {
            0..=2 => format!("if ({}) return 0;\n", self.test(1)),
            3 => match self.random.index(3) {
                0 => format!("if ({}) return {};\n", self.test(1), self.result(1)),
                _ => format!("if (!({})) return 0;\n", self.test(1)),
            },
            4 => {
                let to = ["v0", "v1", "v2", "g0", "g1", "mine", "cache[2]", "table[1]"];
                format!("{} = {};\n", self.random.pick(&to), self.int(2))
            }
            5 => {
                let index = self.int(1);
                let array = self.random.pick(&["r", "cache", "table"]);
                let operator = self.random.pick(&["=", "+=", "^="]);
                format!("{array}[{index} & 3] {operator} {};\n", self.int(1))
            }
            6 => {
                let step = ["bump(&r[1]);", "bump(&cache[1]);", "v0 = next_number();", "g1++;"];
                let more = [
                    "d = d * 0.5 + (v1 & 7);",
                    "qsort(r, 4, sizeof r[0], by_order);",
                    "bump(&v2);",
                ];
                let all = [&step[..], &more[..]].concat();
                format!("{}\n", self.random.pick(&all))
            }
            7 if !self.helpers.is_empty() => format!("v1 = {};\n", self.call()),
            7 => format!("last = {};\n", self.pointer()),
            8 => format!("v2 += {};\n", self.place()),
            9..=12 => self.follow(depth),
            13 | 14 => {
                let (test, block) = (self.test(2), self.short_block(depth));
                match self.random.index(2) {
                    0 => format!("if ({test}) {{\n{block}}}\n"),
                    _ => format!(
                        "if ({test}) {{\n{block}}} else {{\n{}}}\n",
                        self.short_block(depth)
                    ),
                }
            }
            15 => self.switch(depth),
            16 | 17 => self.walk(depth),
            18 => self.stack(depth),
            19 => self.copy(depth),
            20 => self.heap_array(),
            21 => {
                let name = self.name("i");
                let (end, block) = (self.int(1), self.short_block(depth));
                format!(
                    "for (int {name} = 0; {name} < ({end} & 3); {name}++) {{\nv1 += {name};\n{block}}}\n"
                )
            }
            22 => self.large(depth),
            _ => self.wide(),
        }
    }

    /// A pointer that is not null.
    fn follow(&mut self, depth: usize) -> String {
        let (name, from) = (self.name("n"), self.pointer());
        let begin = format!("struct node *{name} = {from};\n");
        if self.random.once_in(3) {
            let result = self.random.pick(&["0", "0", "1"]);
            self.nodes.push(name.clone());
            return format!("{begin}if (!{name}) return {result};\n");
        }
        self.nodes.push(name.clone());
        let block = self.short_block(depth);
        self.nodes.pop();
        format!("{{ {begin}if ({name}) {{\n{block}}} }}\n")
    }

    fn switch(&mut self, depth: usize) -> String {
        let mut text = format!("switch ((int)({})) {{\n", self.int(1));
        for value in 0..1 + self.random.index(3) {
            let block = self.short_block(depth);
            let end = self.random.pick(&["break;", "break;", "", "return 0;"]);
            text += &format!("case {value}: {{\n{block}{end} }}\n");
        }
        if self.random.once_in(2) {
            let end = self.random.pick(&["v0 = 7;", "return 0;", "return 1;"]);
            text += &format!("default: {end}\n");
        }
        text + "}\n"
    }

    /// Along a pointer, with what was met in an array.
    fn walk(&mut self, depth: usize) -> String {
        let (node, seen, count) = (self.name("n"), self.name("seen"), self.name("count"));
        let start = self.pointer();
        let again = match self.random.index(3) {
            0 => "return 0;".to_owned(),
            1 => format!("goto {seen}_end;"),
            _ => format!("{{ v1++; goto {seen}_end; }}"),
        };
        let room = self.random.pick(&[5, 5, 40]);
        self.nodes.push(node.clone());
        let block = self.short_block(depth);
        let next = self.types.node.iter().filter(|field| field.kind == Kind::Node);
        let next: Vec<String> = next.map(|field| field.name.clone()).collect();
        let next = self.random.pick(&next);
        self.nodes.pop();
        format!(
            "{{ struct node *{seen}[{room}]; int {count} = 0;\n\
             for (struct node *{node} = {start}; {node}; {node} = {node}->{next}) {{\n\
             for (int i = 0; i < {count}; i++) if ({seen}[i] == {node}) {again}\n\
             if ({count} == 5) break;\n{seen}[{count}++] = {node};\n{block}}}\n\
             {seen}_end: v2 = {count}; }}\n"
        )
    }

    /// All nodes, with a stack on the heap.
    fn stack(&mut self, depth: usize) -> String {
        let (node, top, count) = (self.name("n"), self.name("top"), self.name("count"));
        let start = self.pointer();
        self.nodes.push(node.clone());
        let block = self.short_block(depth);
        self.nodes.pop();
        let push = |what: String| {
            format!(
                "{{ struct item *item = malloc(sizeof *item); item->node = {what};\n\
                 item->below = {top}; item->tag = {count}; {top} = item; }}\n"
            )
        };
        let mut text = format!("{{ struct item *{top} = 0; int {count} = 0;\n");
        text += &push(start);
        text += &format!(
            "while ({top} && {count} < 6) {{\n\
             struct item *below = {top}->below; struct node *{node} = {top}->node;\n\
             v1 ^= {top}->tag; free({top}); {top} = below; {count}++;\n\
             if (!{node}) continue;\n"
        );
        for field in self.types.node.iter().filter(|field| field.kind == Kind::Node) {
            text += &push(format!("{node}->{}", field.name));
        }
        text += &block;
        text + &format!(
            "}}\nwhile ({top}) {{ struct item *below = {top}->below; free({top}); {top} = below; }} }}\n"
        )
    }

    /// A node by value.
    fn copy(&mut self, depth: usize) -> String {
        let Some(node) = self.nodes.last().cloned() else { return self.follow(depth) };
        match self.random.index(6) {
            4 if !self.taker.is_empty() => {
                let k = self.random.index(3);
                format!("if ({}(t, *{node}, {k})) return 0;\n", self.taker)
            }
            5 => {
                let name = self.name("c");
                self.copies.push(name.clone());
                format!("struct node {name} = give({node});\n")
            }
            0 => {
                self.copies.push("kept".to_owned());
                format!("kept = *{node};\n")
            }
            1 => {
                let name = self.name("h");
                // No pointer to it may be kept.
                self.copies.push(format!("(*{name})"));
                let block = self.short_block(depth);
                self.copies.pop();
                format!(
                    "{{ struct node *{name} = malloc(sizeof *{name}); *{name} = *{node};\n\
                     {block}free({name}); }}\n"
                )
            }
            2 => {
                let name = self.name("c");
                let text = format!("struct node {name}; memcpy(&{name}, {node}, sizeof {name});\n");
                self.copies.push(name);
                text
            }
            _ => {
                let name = self.name("c");
                let text = format!("struct node {name} = *{node};\n");
                self.copies.push(name);
                text
            }
        }
    }

    fn heap_array(&mut self) -> String {
        let (name, condition) = (self.name("m"), self.condition(1));
        let (a, b, c) = (self.int(1), self.int(1), self.int(1));
        let begin = self.random.pick(&[
            "malloc(4 * sizeof(int)); memset(M, 0, 4 * sizeof(int));",
            "calloc(4, sizeof(int));",
            "aligned_alloc(64, 64); memset(M, 0, 64);",
            "malloc(sizeof(int)); M[0] = v1; M = realloc(M, 4 * sizeof(int)); M[1] = M[2] = M[3] = 1;",
        ]);
        let begin = begin.replace('M', &name);
        format!(
            "{{ int *{name} = {begin}\n{name}[{a} & 3] = {b}; {name}[1] += {c};\n\
             if ({condition}) {{ free({name}); return 0; }}\n\
             v0 = {name}[{a} & 3]; r[2] = {name}[1]; free({name}); }}\n"
        )
    }

    /// A large array, or one whose length is found out.
    fn large(&mut self, depth: usize) -> String {
        let name = self.name("big");
        let (a, b) = (self.int(1), self.int(1));
        let block = self.short_block(depth);
        let begin = match self.random.index(3) {
            0 => {
                let length = self.int(1);
                format!(
                    "int l = 64 + (({length}) & 3); int {name}[l]; memset({name}, 0, l * sizeof(int));"
                )
            }
            1 => format!("int {name}[64] = {{0, 3, 1}};"),
            _ => format!("int {name}[64]; for (int i = 0; i < 64; i++) {name}[i] = i & 3;"),
        };
        format!(
            "{{ {begin}\n{name}[({a}) & 63] = {b}; {name}[2]++;\n{block}\
             v1 = {name}[({b}) & 63] + {name}[2]; }}\n"
        )
    }

    /// Reads that are wider than a field.
    fn wide(&mut self) -> String {
        let fields = self.fields();
        for (path, field) in &fields {
            if let Kind::Ints(..) = field.kind {
                return match self.random.index(3) {
                    0 => format!(
                        "{{ __typeof__({path}) w; memcpy(w, {path}, sizeof w); v2 = w[1] - w[0]; }}\n"
                    ),
                    1 => format!(
                        "if (memcmp({path}, {path} + 1, sizeof {path}[0]) == 0) return 0;\n"
                    ),
                    _ => format!("v0 = *(short *){path};\n"),
                };
            }
        }
        format!("v0 = {};\n", self.place())
    }

    /// What a predicate should not do.
    fn defect(&mut self) -> String {
        let node = self.nodes.last().cloned();
        match (self.random.index(8), node) {
            (0, _) => "abort();".to_owned(),
            (1, _) => "assert(v0 == 77);".to_owned(),
            (2, _) => "exit(3);".to_owned(),
            (3, _) => "__builtin_trap();".to_owned(),
            (4, _) => "*(volatile int *)0 = 1;".to_owned(),
            (5, _) => "{ void *m = malloc(8); free(m); free(m); }".to_owned(),
            (6, Some(node)) => format!("*(volatile char *)&{node}->f0 = 1;"),
            (_, Some(node)) => {
                let next = self.types.node.iter().find(|field| field.kind == Kind::Node);
                let next = &next.expect("nodes have a pointer").name;
                format!("v0 = *(volatile char *){node}->{next};")
            }
            (_, None) => "{ volatile int *p = 0; v0 = *p; }".to_owned(),
        }
    }
}
