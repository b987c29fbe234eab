//! The values of a parameter: turns `#[finite(…)]` into the text that `pikse` reads
//! (`0..6`, `1..n-1`, `{1,5}`).

use std::fmt;

use proc_macro::{Delimiter, Group, Literal, Spacing, Span, TokenTree};

use crate::tokens::{Refused, is_sign, is_word, refuse, split};

/// The error for any other end of a range.
const ENDS: &str = "an end is a number, or the size with a number added to it or taken away from \
                    it: `6`, `n`, `n + 1`, `-n`";

/// The domain in `#[finite(…)]` of a parameter.
#[derive(Debug)]
pub(crate) enum Domain {
    /// `..`: all values of its type.
    All,
    /// The text of its values.
    Some(String),
}

/// Reads the contents of the parentheses.
pub(crate) fn read(attribute: &Group) -> Result<Domain, Refused> {
    let span = attribute.span();
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match &tokens[..] {
        [] => return refuse(span, "write the values of the parameter: `#[finite(0..=6)]`"),
        [a, b] if is_sign(a, '.') && is_sign(b, '.') => return Ok(Domain::All),
        [TokenTree::Group(list)] if list.delimiter() == Delimiter::Bracket => {
            return values(list).map(Domain::Some);
        }
        _ => {}
    }
    let dots = tokens.windows(2).position(|pair| match pair {
        [TokenTree::Punct(dot), next] => {
            dot.as_char() == '.' && dot.spacing() == Spacing::Joint && is_sign(next, '.')
        }
        _ => false,
    });
    let Some(at) = dots else {
        let only = end(&tokens, span)?;
        return Ok(Domain::Some(format!("{only}..{only}")));
    };
    let (low, mut high) = (&tokens[..at], &tokens[at + 2..]);
    let includes_high = high.first().is_some_and(|token| is_sign(token, '='));
    if includes_high {
        high = &high[1..];
    }
    if low.is_empty() || high.is_empty() {
        return refuse(span, "a range has two ends: write `0..=6`");
    }
    let (low, mut high) = (end(low, span)?, end(high, span)?);
    if !includes_high {
        high.more -= 1;
    }
    if low.size == high.size && low.more > high.more {
        return refuse(span, "this range is empty");
    }
    Ok(Domain::Some(format!("{low}..{high}")))
}

/// `[1, 5]`
fn values(list: &Group) -> Result<String, Refused> {
    let values = split(list.stream(), ',').into_iter().map(|value| {
        let span = value.first().map_or(list.span(), TokenTree::span);
        Ok(end(&value, span)?.to_string())
    });
    let values: Vec<String> = values.collect::<Result<_, Refused>>()?;
    match values.is_empty() {
        true => refuse(list.span(), "this list is empty"),
        false => Ok(format!("{{{}}}", values.join(","))),
    }
}

/// A number plus a multiple of the size.
#[derive(Clone, Copy, Debug)]
struct End {
    /// 1, 0 or -1
    size: i8,
    more: i128,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.size, self.more) {
            (0, more) => return write!(f, "{more}"),
            (1.., _) => write!(f, "n")?,
            (_, _) => write!(f, "-n")?,
        }
        if self.more == 0 { Ok(()) } else { write!(f, "{:+}", self.more) }
    }
}

/// `-5`, `n`, `n - 1`, `-n + 2`, `'a'`
fn end(tokens: &[TokenTree], span: Span) -> Result<End, Refused> {
    // A macro of the user's may have wrapped the tokens in a group.
    if let [TokenTree::Group(group)] = tokens
        && matches!(group.delimiter(), Delimiter::None | Delimiter::Parenthesis)
    {
        return end(&group.stream().into_iter().collect::<Vec<_>>(), group.span());
    }
    let (minus, rest) = match tokens {
        [sign, rest @ ..] if is_sign(sign, '-') => (true, rest),
        rest => (false, rest),
    };
    let span = rest.first().map_or(span, TokenTree::span);
    let strange = || Refused { span, message: ENDS.to_owned() };
    let (first, rest) = rest.split_first().ok_or_else(strange)?;
    let mut end = match first {
        word if is_word(word, "n") => End { size: 1, more: 0 },
        word if is_word(word, "true") => End { size: 0, more: 1 },
        word if is_word(word, "false") => End { size: 0, more: 0 },
        TokenTree::Literal(literal) => End { size: 0, more: number(literal).ok_or_else(strange)? },
        _ => return Err(strange()),
    };
    if minus {
        end = End { size: -end.size, more: -end.more };
    }
    match rest {
        [] => Ok(end),
        [sign, TokenTree::Literal(literal)] if is_sign(sign, '+') || is_sign(sign, '-') => {
            let more = number(literal).ok_or_else(strange)?;
            end.more += if is_sign(sign, '-') { -more } else { more };
            Ok(end)
        }
        [token, ..] => refuse(token.span(), ENDS),
    }
}

/// The number of a literal: `6`, `1_000`, `0x1F`, `6_u8`, `'a'`, `b'a'`.
pub(crate) fn number(literal: &Literal) -> Option<i128> {
    let text = literal.to_string();
    let quoted = text.strip_prefix('b').unwrap_or(&text).strip_prefix('\'');
    if let Some(inside) = quoted.and_then(|rest| rest.strip_suffix('\'')) {
        let mut characters = inside.chars();
        let character = characters.next().filter(|&c| c != '\\')?;
        return characters.next().is_none().then_some(i128::from(u32::from(character)));
    }
    let text = text.replace('_', "");
    let digits = match text.find(['i', 'u']) {
        Some(at) if is_integer(&text[at..]) => &text[..at],
        Some(_) => return None,
        None => &text,
    };
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = digits.strip_prefix(prefix) {
            return parse(digits, radix);
        }
    }
    parse(digits, 10)
}

/// Accepts numbers of up to 64 bits only: a search supports no others, and sums of them fit.
fn parse(digits: &str, radix: u32) -> Option<i128> {
    let number = u64::from_str_radix(digits, radix).ok()?;
    Some(i128::from(number))
}

/// Whether a word is an integer type that a search supports.
pub(crate) fn is_integer(word: &str) -> bool {
    let rest = word.strip_prefix(['i', 'u']);
    rest.is_some_and(|rest| ["8", "16", "32", "64", "size"].contains(&rest))
}
