//! `#[derive(Finite)]`: bounds as attributes on a struct and its fields.

use proc_macro::{Delimiter, Group, Ident, Literal, Spacing, Span, TokenStream, TokenTree};

use crate::tokens::{Refused, Tokens, fill, is_sign, is_word, name, refuse, split, visibility};

/// The implementation of `pikse::Finite` for a type.
pub(crate) fn derive(input: TokenStream) -> Result<TokenStream, Refused> {
    read(input).map(Item::implementation)
}

/// A struct or an enum.
struct Item {
    name: Ident,
    /// `<T: Ord, const N: usize>` without defaults, as written after `impl`.
    generics: TokenStream,
    /// `<T, N>`, as written after the name.
    arguments: TokenStream,
    /// The `where` clause.
    wheres: TokenStream,
    /// The number of objects.
    objects: Option<TokenStream>,
    fields: Vec<Field>,
}

struct Field {
    /// The name in debug information.
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
fn read(input: TokenStream) -> Result<Item, Refused> {
    let mut tokens = input.into_iter().peekable();
    let mut objects = None;
    for (bound, span) in attributes(&mut tokens)? {
        match bound {
            Bound::Objects(count) => objects = Some(count),
            _ => return refuse(span, "on a struct, write `#[finite(objects = n)]`"),
        }
    }
    visibility(&mut tokens);
    let keyword = name(&mut tokens)?;
    let kind = keyword.to_string();
    if kind != "struct" && kind != "enum" {
        return refuse(keyword.span(), "`Finite` can be derived only for structs and enums");
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
/// The `finite` attributes at the front; others are skipped.
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
        [] => return refuse(span, "the bound is missing: write `#[finite(1..=n)]`"),
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
/// The generics as written after `impl`, and as written after the name.
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
        // A default follows `=`.
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
                return refuse(span, "`objects` is for a struct, not for a field");
            }
            bounds.push(bound);
        }
        visibility(&mut tokens);
        let name = match body.delimiter() {
            // The names of tuple fields in debug information.
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
            let name: TokenStream = TokenTree::from(Literal::string(&field.name)).into();
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
