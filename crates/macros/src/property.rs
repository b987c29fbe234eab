//! The function below `#[check]`: its name, its parameters and its return type.

use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::domain::{self, Domain};
use crate::tokens::{Refused, Tokens, flat, is_sign, is_word, name, refuse, split};

/// A property.
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: Ident,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) returns: Returns,
    /// The function without `#[finite]` and `#[ignore]`.
    pub(crate) function: TokenStream,
    /// `#[cfg(…)]`: it is copied to everything that is generated.
    pub(crate) conditions: TokenStream,
    /// `#[ignore]`: it is moved to the generated test.
    pub(crate) ignored: TokenStream,
}

/// The return type of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returns {
    Nothing,
    Bool,
    Result,
}

/// A parameter.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Ident,
    pub(crate) kind: Kind,
    /// Its type: that of the structure, if it is one.
    pub(crate) of: TokenStream,
    /// The span of its type.
    pub(crate) span: Span,
    /// Its values as text.
    pub(crate) domain: Option<String>,
}

/// The kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `&T`
    Shared,
    /// `&mut T`
    Exclusive,
    /// `T`
    Owned,
    /// An integer, a bool, a character, an enum.
    Scalar,
    /// `&T` as it was before the call.
    Old,
}

impl Parameter {
    pub(crate) fn is_structure(&self) -> bool {
        matches!(self.kind, Kind::Shared | Kind::Exclusive | Kind::Owned)
    }
}

/// The name without `r#`.
pub(crate) fn plain(name: &Ident) -> String {
    let text = name.to_string();
    text.strip_prefix("r#").unwrap_or(&text).to_owned()
}

/// Reads a function.
pub(crate) fn read(item: TokenStream) -> Result<Property, Refused> {
    let mut tokens = item.into_iter().peekable();
    let (mut conditions, mut ignored, mut function) = Default::default();
    attributes(&mut tokens, &mut conditions, &mut ignored, &mut function);
    // Visibility and qualifiers.
    loop {
        match tokens.next() {
            Some(token) if is_word(&token, "fn") => {
                function.extend([token]);
                break;
            }
            Some(token) if is_word(&token, "async") => {
                let wrong = "a check cannot be async";
                return refuse(token.span(), wrong);
            }
            Some(token) if is_word(&token, "unsafe") => {
                let wrong = "a check runs on every input, so it cannot be unsafe: put the \
                             unsafe block into it";
                return refuse(token.span(), wrong);
            }
            Some(token) if is_other_item(&token) => {
                return refuse(token.span(), "a check must be a function");
            }
            Some(token) => function.extend([token]),
            None => return refuse(Span::call_site(), "a check must be a function"),
        }
    }
    let name = name(&mut tokens)?;
    if !plain(&name).is_ascii() {
        let wrong = "the name of a check becomes a symbol: use only ASCII letters, digits and `_`";
        return refuse(name.span(), wrong);
    }
    function.extend([TokenTree::from(name.clone())]);
    let group = match tokens.next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => group,
        Some(token) if is_sign(&token, '<') => {
            let wrong = "a check cannot be generic: write one check for each type";
            return refuse(token.span(), wrong);
        }
        other => {
            let span = other.map_or(name.span(), |token| token.span());
            return refuse(span, "the parameters are missing here");
        }
    };
    let (parameters, written) = parameters(&group)?;
    let mut list = Group::new(Delimiter::Parenthesis, written);
    list.set_span(group.span());
    function.extend([TokenTree::from(list)]);
    let rest: Vec<TokenTree> = tokens.collect();
    let returns = returns(&rest)?;
    function.extend(rest);
    olds_have_structures(&parameters)?;
    if let Some(parameter) = parameters.iter().find(|one| plain(&one.name) == plain(&name)) {
        return refuse(parameter.name.span(), "a parameter cannot have the name of its check");
    }
    Ok(Property { name, parameters, returns, function, conditions, ignored })
}

fn is_other_item(token: &TokenTree) -> bool {
    let others = ["struct", "enum", "union", "mod", "impl", "trait", "static", "type", "use"];
    others.iter().any(|word| is_word(token, word))
}

/// Sorts the attributes at the front.
fn attributes(
    tokens: &mut Tokens,
    conditions: &mut TokenStream,
    ignored: &mut TokenStream,
    function: &mut TokenStream,
) {
    while let Some(sign) = tokens.next_if(|token| is_sign(token, '#')) {
        let Some(inside) = tokens.next() else { return };
        let first = match &inside {
            TokenTree::Group(group) => group.stream().into_iter().next(),
            _ => None,
        };
        let is = |word| first.as_ref().is_some_and(|first| is_word(first, word));
        let attribute = [sign, inside];
        if is("cfg") {
            conditions.extend(attribute.clone());
        }
        match is("ignore") {
            true => ignored.extend(attribute),
            false => function.extend(attribute),
        }
    }
}

/// The parameters, and their tokens without `#[finite]`.
fn parameters(group: &Group) -> Result<(Vec<Parameter>, TokenStream), Refused> {
    let (mut parameters, mut written) = (Vec::new(), TokenStream::new());
    for part in split(group.stream(), ',') {
        let mut tokens = part.into_iter().collect::<TokenStream>().into_iter().peekable();
        let mut domain = None;
        while let Some(sign) = tokens.next_if(|token| is_sign(token, '#')) {
            let Some(inside) = tokens.next() else { break };
            match finite(&inside)? {
                Some(one) => domain = Some((one, inside.span())),
                None => written.extend([sign, inside]),
            }
        }
        let rest: Vec<TokenTree> = tokens.collect();
        written.extend(rest.iter().cloned());
        written.extend([TokenTree::from(proc_macro::Punct::new(',', proc_macro::Spacing::Alone))]);
        parameters.push(parameter(rest, domain, group.span())?);
    }
    Ok((parameters, written))
}

/// The domain of `#[finite(…)]`; `None` if it is another attribute.
fn finite(attribute: &TokenTree) -> Result<Option<Domain>, Refused> {
    let TokenTree::Group(attribute) = attribute else { return Ok(None) };
    let mut inside = attribute.stream().into_iter();
    if !inside.next().is_some_and(|token| is_word(&token, "finite")) {
        return Ok(None);
    }
    match inside.next() {
        Some(TokenTree::Group(group)) => domain::read(&group).map(Some),
        _ => refuse(attribute.span(), "write the values of the parameter: `#[finite(0..=6)]`"),
    }
}

fn parameter(
    tokens: Vec<TokenTree>,
    domain: Option<(Domain, Span)>,
    list: Span,
) -> Result<Parameter, Refused> {
    let mut tokens = flat(tokens.into_iter().collect()).into_iter().peekable();
    let first = tokens.peek().map_or(list, TokenTree::span);
    tokens.next_if(|token| is_word(token, "mut"));
    let name = match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), Some(colon)) if is_sign(&colon, ':') => name,
        (Some(word), _) if is_word(&word, "self") || is_sign(&word, '&') => {
            let wrong = "a check cannot be a method: make the structure a parameter, `t: &mut T`";
            return refuse(first, wrong);
        }
        _ => return refuse(first, "a parameter of a check must be a name and a type: `x: i32`"),
    };
    if name.to_string() == "_" {
        return refuse(name.span(), "give the parameter a name, for reports and bounds");
    }
    let of: Vec<TokenTree> = tokens.collect();
    let span = of.first().map_or(name.span(), TokenTree::span);
    let is_old = plain(&name) == "old" || plain(&name).starts_with("old_");
    let (mut kind, of) = kind(&of, span)?;
    if is_old {
        if kind != Kind::Shared {
            let wrong = "`old` is the structure before the call: its type must be `&T`";
            return refuse(span, wrong);
        }
        kind = Kind::Old;
    }
    let domain = match domain {
        // `..` is only for enums, which look like structures here.
        Some((domain, at)) => {
            match (kind, &domain) {
                (Kind::Owned, _) => kind = Kind::Scalar,
                (Kind::Scalar, Domain::Some(_)) => {}
                (Kind::Scalar, Domain::All) => {
                    return refuse(at, "a range has two ends: write `0..=6`");
                }
                _ => {
                    let wrong = "`#[finite]` is for scalar parameters; give the bounds of a \
                                 structure in its type (`#[derive(pikse::Finite)]`), or in \
                                 `#[pikse::check(bounds = \"…\")]`";
                    return refuse(at, wrong);
                }
            }
            match domain {
                Domain::Some(text) => Some(text),
                Domain::All => None,
            }
        }
        None => None,
    };
    Ok(Parameter { name, kind, of, span, domain })
}

/// The kind of a type, and the type without the reference.
fn kind(of: &[TokenTree], span: Span) -> Result<(Kind, TokenStream), Refused> {
    let stream = |tokens: &[TokenTree]| tokens.iter().cloned().collect::<TokenStream>();
    if let [sign, rest @ ..] = of
        && is_sign(sign, '&')
    {
        let rest = match rest {
            [quote, life, ..] if is_sign(quote, '\'') && !is_word(life, "_") => {
                return refuse(life.span(), "remove the lifetime: write `&T`");
            }
            [quote, _, rest @ ..] if is_sign(quote, '\'') => rest,
            rest => rest,
        };
        let (kind, to) = match rest {
            [word, to @ ..] if is_word(word, "mut") => (Kind::Exclusive, to),
            to => (Kind::Shared, to),
        };
        return match value(to, span)? {
            Kind::Scalar => refuse(span, "take the value, not a reference to it: `x: i32`"),
            _ => Ok((kind, stream(to))),
        };
    }
    Ok((value(of, span)?, stream(of)))
}

/// Whether a type is a scalar or a user's type.
fn value(of: &[TokenTree], span: Span) -> Result<Kind, Refused> {
    let last = match of {
        [TokenTree::Ident(only)] => only.to_string(),
        _ => String::new(),
    };
    let unbounded = ["f32", "f64", "i128", "u128", "str", "String"];
    match of {
        _ if domain::is_integer(&last) || last == "bool" || last == "char" => Ok(Kind::Scalar),
        _ if unbounded.contains(&&*last) => {
            let wrong = format!(
                "`{last}` is not supported: take an integer of up to 64 bits, a bool, a char or a \
                 structure, and make the `{last}` of it"
            );
            refuse(span, &wrong)
        }
        [TokenTree::Ident(first), ..] if first.to_string() == "impl" => {
            refuse(span, "a check cannot be generic: name the type")
        }
        [TokenTree::Ident(first), ..]
            if !["dyn", "fn", "unsafe", "extern"].contains(&&*first.to_string()) =>
        {
            Ok(Kind::Owned)
        }
        // `::path::to::T`, `<T as U>::V`
        [sign, ..] if is_sign(sign, ':') || is_sign(sign, '<') => Ok(Kind::Owned),
        _ => refuse(
            span,
            "a parameter of a check must be a `&T`, a `&mut T` or a `T` of your own type, or an \
             integer, a bool or a char",
        ),
    }
}

/// The return type, between the parameters and the body.
fn returns(rest: &[TokenTree]) -> Result<Returns, Refused> {
    let is_end = |token: &TokenTree| {
        is_word(token, "where")
            || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    let rest: Vec<TokenTree> = rest.iter().take_while(|token| !is_end(token)).cloned().collect();
    let [_, _, of @ ..] = &rest[..] else { return Ok(Returns::Nothing) };
    let of = flat(of.iter().cloned().collect());
    let path = of.iter().take_while(|token| !is_sign(token, '<'));
    match &of[..] {
        [word] if is_word(word, "bool") => Ok(Returns::Bool),
        [TokenTree::Group(unit)] if unit.stream().is_empty() => Ok(Returns::Nothing),
        [never] if is_sign(never, '!') => Ok(Returns::Nothing),
        _ if path.last().is_some_and(|word| is_word(word, "Result")) => Ok(Returns::Result),
        [first, ..] => refuse(
            first.span(),
            "a check must return nothing, a bool (false is a failure) or a `Result` (`Err` is a failure)",
        ),
        [] => Ok(Returns::Nothing),
    }
}

/// Every `old` needs the structure that it is a copy of.
fn olds_have_structures(parameters: &[Parameter]) -> Result<(), Refused> {
    let structures: Vec<String> =
        parameters.iter().filter(|one| one.is_structure()).map(|one| plain(&one.name)).collect();
    for old in parameters.iter().filter(|one| one.kind == Kind::Old) {
        let name = plain(&old.name);
        let wrong = match name.strip_prefix("old_") {
            Some(of) if structures.iter().any(|structure| structure == of) => continue,
            Some(of) => {
                format!("`{name}` is a copy of the structure `{of}`, which is not a parameter here")
            }
            None if structures.len() == 1 => continue,
            None if structures.is_empty() => {
                "`old` is a copy of a structure: add a parameter `t: &mut T`".to_owned()
            }
            None => format!(
                "there are several structures: write `old_{0}: &T` for the copy of `{0}`",
                structures[0]
            ),
        };
        return refuse(old.name.span(), &wrong);
    }
    Ok(())
}
