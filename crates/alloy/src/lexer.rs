//! From text to tokens.
//!
//! Keywords and symbols are one kind of token, [`Tok::Key`], with their spelling; synonyms (`&&` and
//! `and`, `<=` and `=<`) have the same one. An identifier begins with a letter and continues with
//! letters, digits, `_`, `$` and `"`: so `s"` is a name. A quote that begins a token begins a string,
//! and `'` is the operator of the next state.

use crate::source::{Diagnostic, Result, Span, fail};

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tok {
    /// A name without slashes.
    Ident(String),
    /// A number that fits.
    Number(i64),
    /// A string with its escapes replaced.
    Str(String),
    /// A keyword or a symbol, in its canonical spelling.
    Key(&'static str),
    /// The end of the file.
    End,
}

/// A token with its place.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) tok: Tok,
    pub(crate) span: Span,
}

/// Words that are no names. The second column is the canonical spelling.
const WORDS: &[(&str, &str)] = &[
    ("abstract", "abstract"),
    ("after", "after"),
    ("all", "all"),
    ("always", "always"),
    ("and", "&&"),
    ("as", "as"),
    ("assert", "assert"),
    ("before", "before"),
    ("but", "but"),
    ("check", "check"),
    ("disj", "disj"),
    ("disjoint", "disj"),
    ("else", "else"),
    ("enum", "enum"),
    ("eventually", "eventually"),
    ("exactly", "exactly"),
    ("expect", "expect"),
    ("extends", "extends"),
    ("fact", "fact"),
    ("for", "for"),
    ("fun", "fun"),
    ("historically", "historically"),
    ("iden", "iden"),
    ("iff", "<=>"),
    ("implies", "=>"),
    ("in", "in"),
    ("int", "int"),
    ("Int", "Int"),
    ("let", "let"),
    ("lone", "lone"),
    ("module", "module"),
    ("no", "no"),
    ("none", "none"),
    ("not", "!"),
    ("once", "once"),
    ("one", "one"),
    ("open", "open"),
    ("or", "||"),
    ("pred", "pred"),
    ("private", "private"),
    ("releases", "releases"),
    ("run", "run"),
    ("seq", "seq"),
    ("set", "set"),
    ("sig", "sig"),
    ("since", "since"),
    ("some", "some"),
    ("steps", "steps"),
    ("String", "String"),
    ("sum", "sum"),
    ("this", "this"),
    ("triggered", "triggered"),
    ("univ", "univ"),
    ("until", "until"),
    ("var", "var"),
];

/// Symbols, longest first where one begins another.
const SYMBOLS: &[(&str, &str)] = &[
    (">>>", ">>>"),
    ("<=>", "<=>"),
    ("&&", "&&"),
    ("++", "++"),
    ("->", "->"),
    ("::", "."),
    (":>", ":>"),
    ("<=", "=<"),
    ("<:", "<:"),
    ("<<", "<<"),
    ("=<", "=<"),
    ("=>", "=>"),
    ("==", "="),
    (">=", ">="),
    (">>", ">>"),
    ("||", "||"),
    ("!", "!"),
    ("#", "#"),
    ("&", "&"),
    ("'", "'"),
    ("(", "("),
    (")", ")"),
    ("*", "*"),
    ("+", "+"),
    (",", ","),
    ("-", "-"),
    (".", "."),
    ("/", "/"),
    (":", ":"),
    (";", ";"),
    ("<", "<"),
    ("=", "="),
    (">", ">"),
    ("@", "@"),
    ("[", "["),
    ("]", "]"),
    ("^", "^"),
    ("{", "{"),
    ("|", "|"),
    ("}", "}"),
    ("~", "~"),
];

/// Names with a slash that the language itself has.
const BUILTINS: &[&str] = &[
    "fun/add",
    "fun/sub",
    "fun/mul",
    "fun/div",
    "fun/rem",
    "fun/min",
    "fun/max",
    "fun/next",
    "pred/totalOrder",
];

/// Cuts a file into tokens. The last one is [`Tok::End`].
pub(crate) fn lex(file: u32, text: &str) -> Result<Vec<Token>> {
    if text.len() > u32::MAX as usize / 2 {
        return fail(Span { file, start: 0, end: 0 }, "the file is larger than 2 GB");
    }
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let span = |start: usize, end: usize| Span { file, start: start as u32, end: end as u32 };
    while at < bytes.len() {
        let rest = &text[at..];
        let c = rest.chars().next().unwrap_or(' ');
        if c.is_whitespace() || c == '\u{feff}' {
            at += c.len_utf8();
        } else if rest.starts_with("//") || rest.starts_with("--") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            match comment.find("*/") {
                Some(length) => at += length + 4,
                None => {
                    return fail(span(at, at + 2), "this comment does not end: `*/` is missing");
                }
            }
        } else if c == '"' {
            let (value, length) =
                string(rest).map_err(|m| Box::new(Diagnostic::new(span(at, at + 1), m)))?;
            tokens.push(Token { tok: Tok::Str(value), span: span(at, at + length) });
            at += length;
        } else if c.is_ascii_digit() {
            let end =
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let value = number(&rest[..end])
                .map_err(|m| Box::new(Diagnostic::new(span(at, at + end), m)))?;
            tokens.push(Token { tok: Tok::Number(value), span: span(at, at + end) });
            at += end;
        } else if c.is_alphabetic() || c == '_' || c == '$' {
            let builtin = BUILTINS.iter().find(|b| {
                rest.starts_with(**b)
                    && !rest[b.len()..]
                        .starts_with(|c: char| c.is_alphanumeric() || "_$\"".contains(c))
            });
            let end = builtin.map_or_else(
                || {
                    rest.find(|c: char| !(c.is_alphanumeric() || "_$\"".contains(c)))
                        .unwrap_or(rest.len())
                },
                |b| b.len(),
            );
            let word = &rest[..end];
            let tok = match (builtin, WORDS.iter().find(|w| w.0 == word)) {
                (Some(b), _) => Tok::Key(b),
                (None, Some(w)) => Tok::Key(w.1),
                (None, None) => Tok::Ident(word.to_string()),
            };
            tokens.push(Token { tok, span: span(at, at + end) });
            at += end;
        } else if let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(s.0)) {
            tokens.push(Token { tok: Tok::Key(symbol.1), span: span(at, at + symbol.0.len()) });
            at += symbol.0.len();
        } else {
            let message = format!("the character {c:?} is no part of the language");
            return fail(span(at, at + c.len_utf8()), message);
        }
    }
    tokens.push(Token { tok: Tok::End, span: span(bytes.len(), bytes.len()) });
    Ok(tokens)
}

/// A string literal: its value and its length in the text.
fn string(text: &str) -> std::result::Result<(String, usize), &'static str> {
    let mut value = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((value, at + 1)),
            '\n' => return Err("this string does not end on its line"),
            '\\' => match chars.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, c @ ('"' | '\\'))) => value.push(c),
                _ => return Err("a backslash in a string is followed by `n`, `\\` or `\"`"),
            },
            c => value.push(c),
        }
    }
    Err("this string does not end")
}

/// A decimal, hexadecimal or binary number, with underscores.
fn number(text: &str) -> std::result::Result<i64, String> {
    let digits = text.replace('_', "");
    let parsed = if let Some(hex) = digits.strip_prefix("0x") {
        i64::from_str_radix(hex, 16)
    } else if let Some(binary) = digits.strip_prefix("0b") {
        i64::from_str_radix(binary, 2)
    } else {
        digits.parse()
    };
    match parsed {
        Ok(value) if value <= i64::from(i32::MAX) => Ok(value),
        _ if text.bytes().all(|b| b.is_ascii_digit()) => {
            Err("this number is too large".to_string())
        }
        _ => Err(format!("`{text}` is neither a number nor a name: a name begins with a letter")),
    }
}
