//! `#[derive(Finite)]`: bounds beside the fields of a struct.
//!
//! The tokens are read by hand. This file is all there is: it is also compiled by
//! itself, for Rust files that belong to no package.

use proc_macro::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};

/// Derives `pikse::Finite`: how far a search looks.
///
/// In the attributes `n` is the size, an `i64`.
///
/// | attribute | on | meaning |
/// | --- | --- | --- |
/// | `#[finite(objects = n + 1)]` | a struct | how many objects there are |
/// | `#[finite(1..=n)]`, `#[finite(0..n)]` | an integer | its values |
/// | `#[finite(n)]` | an integer | its only value |
/// | `#[finite([1, 5, 9])]` | an integer | its values, in this order |
/// | `#[finite(non_null)]` | an `Option` of a pointer | it is never `None` |
///
/// A field without attribute keeps the bounds that its type gives it.
#[proc_macro_derive(Finite, attributes(finite))]
pub fn derive_finite(input: TokenStream) -> TokenStream {
    match read(input) {
        Ok(item) => item.implementation(),
        Err(Refused { span, message }) => {
            let error = "::core::compile_error! { __0 }";
            let mut text = proc_macro::Literal::string(&message);
            text.set_span(span);
            let tokens = fill(error, &[TokenTree::from(text).into()]);
            // The place of the message is that of its tokens.
            tokens.into_iter().map(|token| at(token, span)).collect()
        }
    }
}

/// What is wrong, and where.
struct Refused {
    span: Span,
    message: String,
}

fn refuse<T>(span: Span, message: &str) -> Result<T, Refused> {
    Err(Refused { span, message: message.to_owned() })
}

/// A struct or an enum.
struct Item {
    name: Ident,
    /// `<T: Ord, const N: usize>` without defaults, as it stands after `impl`.
    generics: TokenStream,
    /// `<T, N>`, as it stands after the name.
    arguments: TokenStream,
    /// The `where` clause.
    wheres: TokenStream,
    /// The number of objects.
    objects: Option<TokenStream>,
    fields: Vec<Field>,
}

struct Field {
    /// As debug information has it.
    name: String,
    of: TokenStream,
    bounds: Vec<Bound>,
}

enum Bound {
    Range { low: TokenStream, high: TokenStream, includes_high: bool },
    Values(TokenStream),
    NonNull,
    Objects(TokenStream),
}

/// Tokens to take from.
type Tokens = std::iter::Peekable<proc_macro::token_stream::IntoIter>;

fn read(input: TokenStream) -> Result<Item, Refused> {
    let mut tokens = input.into_iter().peekable();
    let mut objects = None;
    for (bound, span) in attributes(&mut tokens)? {
        match bound {
            Bound::Objects(count) => objects = Some(count),
            _ => return refuse(span, "a struct takes `#[finite(objects = n)]`"),
        }
    }
    visibility(&mut tokens);
    let keyword = name(&mut tokens)?;
    let kind = keyword.to_string();
    if kind != "struct" && kind != "enum" {
        return refuse(keyword.span(), "only structs and enums have bounds");
    }
    let name = name(&mut tokens)?;
    let (generics, arguments) = generics(&mut tokens);
    let (mut wheres, mut body) = (Vec::new(), None);
    for token in tokens {
        match token {
            TokenTree::Group(group) if is_body(&group, &wheres) => body = Some(group),
            TokenTree::Punct(punct) if punct.as_char() == ';' => {}
            token => wheres.push(token),
        }
    }
    let fields = match body {
        Some(body) if kind == "struct" => fields(&body)?,
        _ => Vec::new(),
    };
    let wheres = wheres.into_iter().collect();
    Ok(Item { name, generics, arguments, wheres, objects, fields })
}

/// The body is the first group in braces, or in parentheses before any `where`.
fn is_body(group: &Group, wheres: &[TokenTree]) -> bool {
    match group.delimiter() {
        Delimiter::Brace => true,
        Delimiter::Parenthesis => wheres.is_empty(),
        _ => false,
    }
}

fn name(tokens: &mut Tokens) -> Result<Ident, Refused> {
    match tokens.next() {
        Some(TokenTree::Ident(name)) => Ok(name),
        other => {
            let span = other.map_or_else(Span::call_site, |token| token.span());
            refuse(span, "a name is missing here")
        }
    }
}

fn visibility(tokens: &mut Tokens) {
    if tokens.next_if(|token| is_word(token, "pub")).is_some() {
        let is_scope = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
        tokens.next_if(is_scope);
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident.to_string() == word)
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// The `finite` attributes at the front; others are passed over.
fn attributes(tokens: &mut Tokens) -> Result<Vec<(Bound, Span)>, Refused> {
    let mut bounds = Vec::new();
    while tokens.next_if(|token| is_sign(token, '#')).is_some() {
        let Some(TokenTree::Group(attribute)) = tokens.next() else { continue };
        let mut inside = attribute.stream().into_iter();
        if !inside.next().is_some_and(|token| is_word(&token, "finite")) {
            continue;
        }
        let Some(TokenTree::Group(group)) = inside.next() else {
            return refuse(attribute.span(), "write `#[finite(1..=n)]`");
        };
        for part in split(group.stream(), ',') {
            let span = part.first().map_or(group.span(), TokenTree::span);
            bounds.push((bound(&part, span)?, span));
        }
    }
    Ok(bounds)
}

/// One bound of an attribute.
fn bound(tokens: &[TokenTree], span: Span) -> Result<Bound, Refused> {
    let stream = |tokens: &[TokenTree]| tokens.iter().cloned().collect::<TokenStream>();
    match tokens {
        [] => return refuse(span, "a bound is missing here"),
        [word] if is_word(word, "non_null") => return Ok(Bound::NonNull),
        [TokenTree::Group(list)] if list.delimiter() == Delimiter::Bracket => {
            return Ok(Bound::Values(list.stream()));
        }
        [word, equals, count @ ..] if is_word(word, "objects") && is_sign(equals, '=') => {
            return Ok(Bound::Objects(stream(count)));
        }
        _ => {}
    }
    let dots = tokens.windows(2).position(|pair| {
        is_sign(&pair[0], '.')
            && is_sign(&pair[1], '.')
            && matches!(&pair[0], TokenTree::Punct(dot) if dot.spacing() == Spacing::Joint)
    });
    let Some(at) = dots else {
        let only = stream(tokens);
        return Ok(Bound::Range { low: only.clone(), high: only, includes_high: true });
    };
    let (low, mut high) = (&tokens[..at], &tokens[at + 2..]);
    let includes_high = high.first().is_some_and(|token| is_sign(token, '='));
    if includes_high {
        high = &high[1..];
    }
    if low.is_empty() || high.is_empty() {
        return refuse(span, "a range has two ends: write `1..=n`");
    }
    Ok(Bound::Range { low: stream(low), high: stream(high), includes_high })
}

/// Parts between signs that are outside of `<…>`.
fn split(stream: TokenStream, at: char) -> Vec<Vec<TokenTree>> {
    let (mut parts, mut part, mut depth, mut before) = (Vec::new(), Vec::new(), 0_i32, ' ');
    for token in stream {
        let sign = match &token {
            TokenTree::Punct(punct) => punct.as_char(),
            _ => ' ',
        };
        match sign {
            '<' => depth += 1,
            // The arrow of a function type closes nothing.
            '>' if before != '-' && before != '=' => depth -= 1,
            _ => {}
        }
        before = sign;
        match sign == at && depth <= 0 {
            true => parts.push(std::mem::take(&mut part)),
            false => part.push(token),
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// The generics as they stand after `impl`, and as they stand after the name.
fn generics(tokens: &mut Tokens) -> (TokenStream, TokenStream) {
    if tokens.next_if(|token| is_sign(token, '<')).is_none() {
        return (TokenStream::new(), TokenStream::new());
    }
    let (mut inside, mut depth, mut before) = (Vec::new(), 1, ' ');
    for token in tokens.by_ref() {
        let sign = if let TokenTree::Punct(punct) = &token { punct.as_char() } else { ' ' };
        depth += match sign {
            '<' => 1,
            '>' if before != '-' => -1,
            _ => 0,
        };
        before = sign;
        if depth == 0 {
            break;
        }
        inside.push(token);
    }
    let (mut declared, mut used) = (TokenStream::new(), TokenStream::new());
    let comma = || fill(",", &[]);
    for parameter in split(inside.into_iter().collect(), ',') {
        let all: TokenStream = parameter.iter().cloned().collect();
        // A default stands after `=`.
        declared.extend(split(all.clone(), '=').into_iter().next().unwrap_or_default());
        declared.extend(comma());
        let named = split(all, ':').into_iter().next().unwrap_or_default();
        let named = split(named.into_iter().collect(), '=').into_iter().next().unwrap_or_default();
        used.extend(named.into_iter().filter(|token| !is_word(token, "const")));
        used.extend(comma());
    }
    (fill("< __0 >", &[declared]), fill("< __0 >", &[used]))
}

fn fields(body: &Group) -> Result<Vec<Field>, Refused> {
    let mut fields = Vec::new();
    for (number, part) in split(body.stream(), ',').into_iter().enumerate() {
        let mut tokens = part.into_iter().collect::<TokenStream>().into_iter().peekable();
        let mut bounds = Vec::new();
        for (bound, span) in attributes(&mut tokens)? {
            if let Bound::Objects(_) = bound {
                return refuse(span, "`objects` belongs to a struct and not to a field");
            }
            bounds.push(bound);
        }
        visibility(&mut tokens);
        let name = match body.delimiter() {
            // So debug information calls the fields of a tuple.
            Delimiter::Parenthesis => format!("__{number}"),
            _ => {
                let name = name(&mut tokens)?.to_string();
                tokens.next_if(|token| is_sign(token, ':'));
                name.strip_prefix("r#").unwrap_or(&name).to_owned()
            }
        };
        fields.push(Field { name, of: tokens.collect(), bounds });
    }
    Ok(fields)
}

impl Item {
    fn implementation(self) -> TokenStream {
        let mut body = TokenStream::new();
        if let Some(count) = self.objects {
            body.extend(fill("f.objects::<Self>(__0);", &[count]));
        }
        for field in self.fields {
            let name: TokenStream =
                TokenTree::from(proc_macro::Literal::string(&field.name)).into();
            for bound in field.bounds {
                body.extend(match bound {
                    Bound::Range { low, high, includes_high: true } => {
                        fill("f.range::<Self>(__0, __1, __2);", &[name.clone(), low, high])
                    }
                    Bound::Range { low, high, includes_high: false } => {
                        fill("f.range::<Self>(__0, __1, (__2) - 1);", &[name.clone(), low, high])
                    }
                    Bound::Values(values) => {
                        fill("f.values::<Self>(__0, &[__1]);", &[name.clone(), values])
                    }
                    Bound::NonNull => fill("f.non_null::<Self>(__0);", std::slice::from_ref(&name)),
                    Bound::Objects(_) => TokenStream::new(),
                });
            }
            body.extend(fill("(&::pikse::finite::Of::<__0>::new()).requests(f);", &[field.of]));
        }
        let name = TokenTree::from(self.name).into();
        fill(
            "#[automatically_derived]
             #[allow(warnings, clippy::all)]
             impl __0 ::pikse::Finite for __1 __2 __3 {
                 fn finitize(f: &mut ::pikse::Finitizer) {
                     use ::pikse::finite::{Known as _, Unknown as _};
                     let n: i64 = f.size();
                     if f.begin::<Self>() { __4 }
                 }
             }",
            &[self.generics, name, self.arguments, self.wheres, body],
        )
    }
}

/// Tokens of a text in which `__0`, `__1`, … stand for other tokens.
fn fill(text: &str, parts: &[TokenStream]) -> TokenStream {
    let tokens: TokenStream = text.parse().unwrap_or_default();
    put(tokens, parts)
}

fn put(tokens: TokenStream, parts: &[TokenStream]) -> TokenStream {
    let mut filled = TokenStream::new();
    for token in tokens {
        let part = match &token {
            TokenTree::Ident(ident) => {
                let number = ident.to_string();
                let number = number.strip_prefix("__").and_then(|n| n.parse::<usize>().ok());
                number.and_then(|number| parts.get(number))
            }
            _ => None,
        };
        match (part, token) {
            (Some(part), _) => filled.extend(part.clone()),
            (None, TokenTree::Group(group)) => {
                let inside = put(group.stream(), parts);
                filled.extend([TokenTree::from(Group::new(group.delimiter(), inside))]);
            }
            (None, token) => filled.extend([token]),
        }
    }
    filled
}

/// The token at another place.
fn at(mut token: TokenTree, span: Span) -> TokenTree {
    token.set_span(span);
    token
}
