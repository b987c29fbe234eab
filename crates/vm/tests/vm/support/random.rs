//! Random C programs without undefined behaviour: a function of two bytes, with numbers of every
//! width, arrays, pointers, structs, loops, switches and calls.
//!
//! Arithmetic is done on unsigned numbers, or on signed ones that are so small that it cannot
//! overflow; subscripts and shifts are masked; divisors are odd. Everything is written before it is
//! read: the struct has no bytes between its fields.

use std::fmt::Write;

use pikse_base::Random;

/// Numbers of bits and names of the variables of each type.
const TYPES: [(&str, &str); 8] = [
    ("u8", "unsigned char"),
    ("i8", "signed char"),
    ("u16", "unsigned short"),
    ("i16", "short"),
    ("u32", "unsigned"),
    ("i32", "int"),
    ("u64", "unsigned long"),
    ("i64", "long"),
];

const DECLARATIONS: &str = "
typedef unsigned char u8; typedef signed char i8; typedef unsigned short u16; typedef short i16;
typedef unsigned u32; typedef int i32; typedef unsigned long u64; typedef long i64;
struct mixed { i64 large; i32 word; u16 half; u8 small; u8 last; u8 bytes[8]; };
static const u8 table[16] = {7, 0, 255, 3, 128, 4, 90, 1, 2, 200, 64, 17, 33, 5, 254, 127};
static u32 words[4];
static struct mixed shared;
void *memcpy(void *, const void *, u64);
void *memmove(void *, const void *, u64);
void *memset(void *, int, u64);
";

/// Writes one program.
pub struct Writer {
    random: Random,
    text: String,
    /// How many more statements that decide something may be written.
    decisions: u32,
    depth: u32,
    loops: u32,
    names: u32,
    in_helper: bool,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let random = Random(seed);
    let mut writer = Writer {
        random,
        text: DECLARATIONS.to_owned(),
        decisions: 2,
        depth: 0,
        loops: 0,
        names: 0,
        in_helper: true,
    };
    writer.function("static u32 helper(u8 a, u32 b)", 3);
    writer.in_helper = false;
    writer.decisions = 6;
    writer.function("unsigned long f(unsigned char a, unsigned char b)", 9);
    writer.text
}

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:width$}{line}", "", width = 4 * self.depth as usize);
    }

    fn function(&mut self, head: &str, statements: u32) {
        self.line(head);
        self.open();
        for (name, of) in TYPES {
            let value = match self.random.below(4) {
                0 => "a".to_owned(),
                1 => "b".to_owned(),
                2 => self.random.next().to_string(),
                _ => format!("a * {}u + b", self.random.below(300)),
            };
            self.line(&format!("{of} v{name} = ({of})({value});"));
        }
        self.line("u8 bytes[8] = {a, 1, (u8)b, 3, 4, 5, 6, 7}; u32 local[4] = {1, a, 3, b};");
        self.line("struct mixed one = {1, a, 3, b, 2, {4, 5, 6, 7}}, two = {b, 9, 8, 7, 6, {a}};");
        self.line("u8 *byte = &bytes[a & 7]; u32 *word = b & 1 ? &words[a & 3] : &local[2];");
        self.line("struct mixed *which = a & 2 ? &one : &two; u32 count = 0;");
        if !self.in_helper {
            // Native runs are calls of one process, one after the other.
            self.line("for (u32 k = 0; k < 4; k++) words[k] = k;");
            self.line("shared = (struct mixed){1, 2, 3, 4, 5, {6, 7, 8}};");
        }
        for _ in 0..statements {
            self.statement();
        }
        self.line(
            "u64 result = vu8 * 3u + (u64)vi8 * 5u + vu16 * 7u + (u64)vi16 * 11u + vu32 * 13u;",
        );
        self.line("result = result * 31u + (u64)vi32 + vu64 * 17u + (u64)vi64 + *byte + *word;");
        self.line("for (u32 k = 0; k < 8; k++) result = result * 33u + bytes[k] + local[k & 3];");
        self.line("result += one.word + two.half * 3u + (u64)which->large + words[1] + count;");
        self.line("return result;");
        self.close();
    }

    fn open(&mut self) {
        self.line("{");
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    fn statement(&mut self) {
        let deciding = self.decisions > 0 && self.depth < 4;
        match self.random.below(if deciding { 20 } else { 12 }) {
            0..4 => {
                let (name, of) = self.random.pick(&TYPES);
                let value = self.expression(3);
                self.line(&format!("v{name} = ({of})({value});"));
            }
            4..8 => {
                let place = self.place();
                let value = self.expression(2);
                self.line(&format!("{place} = {value};"));
            }
            8 => {
                let (at, to) = (self.expression(1), self.random.pick(&["bytes", "one.bytes"]));
                let mask = if to == "bytes" { 7 } else { 3 };
                self.line(&format!("byte = &{to}[({at}) & {mask}];"));
            }
            9 => {
                let at = self.expression(1);
                let line = match self.random.below(4) {
                    0 => format!("word = &local[({at}) & 3];"),
                    1 => format!("memcpy(bytes + 4, (u8 *)&shared + (({at}) & 7), 4);"),
                    2 => format!("memmove(bytes + (({at}) & 3), bytes + 1, 4);"),
                    _ => format!("memset(&bytes[({at}) & 3], {}, 3);", self.random.below(256)),
                };
                self.line(&line);
            }
            10 => {
                let copies = ["one = two;", "*which = shared;", "shared = *which;", "two = one;"];
                let line = self.random.pick(&copies);
                self.line(line);
            }
            11 if !self.in_helper && self.loops == 0 && self.decisions > 0 => {
                self.decisions -= 1;
                let (x, y) = (self.expression(1), self.expression(1));
                self.line(&format!("vu32 ^= helper((u8)({x}), (u32)({y}));"));
            }
            11 => self.line("count++;"),
            12..15 => {
                self.decisions -= 1;
                let condition = self.condition(2);
                self.line(&format!("if ({condition})"));
                self.block(2);
                if self.random.once_in(2) {
                    self.line("else");
                    self.block(2);
                }
            }
            15 => self.switch(),
            16 if self.loops == 0 => self.repeat(),
            17 => {
                self.decisions -= 1;
                let size = self.expression(1);
                let from = self.random.pick(&["table", "(u8 *)words", "(u8 *)&two"]);
                self.line(&format!("memcpy(bytes, {from}, ({size}) & 3);"));
            }
            18 => {
                self.decisions -= 1;
                let condition = self.condition(1);
                let value = self.expression(2);
                if self.loops == 0 && self.random.once_in(3) {
                    self.line(&format!("if ({condition}) return (u32)({value});"));
                } else {
                    self.line(&format!("if ({condition}) count += (u32)({value});"));
                }
            }
            _ => {
                self.decisions -= 1;
                let (condition, x, y) = (self.condition(1), self.condition(1), self.condition(1));
                self.line(&format!("vi32 = ({condition}) ? ({x}) && ({y}) : ({y}) || ({x});"));
            }
        }
    }

    fn block(&mut self, statements: u64) {
        self.open();
        for _ in 0..=self.random.below(statements) {
            self.statement();
        }
        self.close();
    }

    fn switch(&mut self) {
        self.decisions = self.decisions.saturating_sub(2);
        let value = self.expression(2);
        let mask = self.random.pick(&[3, 7, 255]);
        self.line(&format!("switch (({value}) & {mask})"));
        self.open();
        let mut case = 0;
        for _ in 0..=self.random.below(3) {
            case += 1 + self.random.below(2);
            self.line(&format!("case {case}:"));
            self.statement();
            if !self.random.once_in(3) {
                self.line("break;");
            }
        }
        if self.random.once_in(2) {
            self.line("default:");
            self.statement();
        }
        self.line(";");
        self.close();
    }

    fn repeat(&mut self) {
        self.decisions -= 1;
        self.loops += 1;
        self.names += 1;
        let k = format!("k{}", self.names);
        let bound = match self.random.once_in(2) {
            true => self.random.below(4).to_string(),
            false => format!("(({}) & 3)", self.expression(1)),
        };
        match self.random.once_in(3) {
            true => self.line(&format!("u32 {k} = {bound}; while ({k}-- > 0)")),
            false => self.line(&format!("for (u32 {k} = 0; {k} < {bound}; {k}++)")),
        }
        let saved = std::mem::replace(&mut self.decisions, 1);
        self.block(3);
        self.decisions = saved;
        self.loops -= 1;
    }

    /// Something that can be written.
    fn place(&mut self) -> String {
        let at = self.expression(1);
        match self.random.below(9) {
            0 => format!("bytes[({at}) & 7]"),
            1 => format!("local[({at}) & 3]"),
            2 => format!("words[({at}) & 3]"),
            3 => "*byte".to_owned(),
            4 => "*word".to_owned(),
            5 => "which->half".to_owned(),
            6 => format!("which->bytes[({at}) & 3]"),
            7 => "one.large".to_owned(),
            _ => "shared.word".to_owned(),
        }
    }

    /// Something that can be read.
    fn leaf(&mut self) -> String {
        match self.random.below(13) {
            0 | 1 => "a".to_owned(),
            2 => "b".to_owned(),
            3..7 => format!("v{}", self.random.pick(&TYPES).0),
            7 => self.random.pick(&["1u", "0u", "255u", "128u", "65535u", "3u"]).to_owned(),
            8 => self.random.next().to_string() + "ul",
            9 => self.random.pick(&["*byte", "*word", "which->half", "which->word"]).to_owned(),
            10 => self.random.pick(&["one.small", "two.large", "shared.half"]).to_owned(),
            _ => {
                let at = self.random.pick(&["a", "b", "vu8", "vu32", "*byte"]);
                let of =
                    [("table", 15), ("bytes", 7), ("local", 3), ("words", 3), ("two.bytes", 3)];
                let (name, mask) = self.random.pick(&of);
                format!("{name}[{at} & {mask}]")
            }
        }
    }

    fn unsigned(&mut self, depth: u32) -> String {
        let of = self.random.pick(&["u32", "u32", "u64", "u8", "u16"]);
        // Narrow numbers become signed ones in arithmetic, so they are widened.
        format!("(u32)({of})({})", self.expression(depth)).replace("(u32)(u64)", "(u64)")
    }

    fn signed(&mut self, depth: u32) -> String {
        let of = self.random.pick(&["i8", "i16"]);
        format!("({of})({})", self.expression(depth))
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let depth = depth - 1;
        match self.random.below(16) {
            0..3 => self.leaf(),
            3..7 => {
                let (x, y) = (self.unsigned(depth), self.unsigned(depth));
                let op = self.random.pick(&["+", "-", "*", "^", "&", "|"]);
                format!("({x} {op} {y})")
            }
            7 => {
                let (x, y) = (self.unsigned(depth), self.expression(depth));
                let op = self.random.pick(&["/", "%"]);
                format!("({x} {op} ((u32)({y}) | 1u))")
            }
            8 => {
                let (x, y) = (self.signed(depth), self.signed(depth));
                let op = self.random.pick(&["+", "-", "*"]);
                format!("({x} {op} {y})")
            }
            9 => {
                let (x, y) = (self.signed(depth), self.signed(depth));
                let op = self.random.pick(&["/", "%"]);
                format!("({x} {op} ({y} | 1))")
            }
            10 => {
                let (x, y) = (self.unsigned(depth), self.expression(0));
                let op = self.random.pick(&["<<", ">>"]);
                format!("({x} {op} (({y}) & 31))")
            }
            11 => {
                let (x, y) = (self.signed(depth), self.expression(0));
                format!("({x} >> (({y}) & 7))")
            }
            12 => {
                let (x, y) = (self.expression(depth), self.expression(depth));
                let of = self.random.pick(&["i8", "u8", "i32", "i64", "u64", "u16"]);
                let op = self.random.pick(&["<", "<=", "==", "!=", ">"]);
                format!("(({of})({x}) {op} ({of})({y}))")
            }
            13 => {
                let x = self.expression(depth);
                let op = self.random.pick(&["~(u32)", "-(u64)", "!", "(u8)~"]);
                format!("({op}({x}))")
            }
            14 => {
                let (x, y) = (self.leaf(), self.leaf());
                let condition = self.leaf();
                format!("((({condition}) & 1) ? (u64)({x}) : (u64)({y}))")
            }
            _ => {
                let x = self.expression(depth);
                let call = self.random.pick(&["popcountll", "clzll", "ctzll", "bswap64"]);
                format!("__builtin_{call}((u64)({x}) | 1)")
            }
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        let (x, y) = (self.expression(depth), self.expression(1));
        let of = self.random.pick(&["u8", "i8", "u16", "i32", "u32", "u64"]);
        let op = self.random.pick(&["<", "<=", "==", "!=", ">", ">="]);
        format!("({of})({x}) {op} ({of})({y})")
    }
}
