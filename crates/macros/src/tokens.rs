//! Shared by all macros: reading tokens one by one, and writing them from a text.

use proc_macro::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};

/// What is wrong, and where.
pub(crate) struct Refused {
    pub(crate) span: Span,
    pub(crate) message: String,
}

pub(crate) fn refuse<T>(span: Span, message: &str) -> Result<T, Refused> {
    Err(Refused { span, message: message.to_owned() })
}
impl Refused {
    /// The message as an error of the compiler.
    pub(crate) fn into_error(self) -> TokenStream {
        let mut text = Literal::string(&self.message);
        text.set_span(self.span);
        let tokens = fill("::core::compile_error! { __0 }", &[TokenTree::from(text).into()]);
        // The compiler shows the message at the span of its tokens.
        tokens.into_iter().map(|token| at(token, self.span)).collect()
    }
}

/// A stream of tokens to read.
pub(crate) type Tokens = std::iter::Peekable<proc_macro::token_stream::IntoIter>;
pub(crate) fn name(tokens: &mut Tokens) -> Result<Ident, Refused> {
    match tokens.next() {
        Some(TokenTree::Ident(name)) => Ok(name),
        other => {
            let span = other.map_or_else(Span::call_site, |token| token.span());
            refuse(span, "a name is missing here")
        }
    }
}

pub(crate) fn visibility(tokens: &mut Tokens) {
    if tokens.next_if(|token| is_word(token, "pub")).is_some() {
        let is_scope = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
        tokens.next_if(is_scope);
    }
}

pub(crate) fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident.to_string() == word)
}

pub(crate) fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}
/// Parts between separators that are not inside `<…>`.
pub(crate) fn split(stream: TokenStream, at: char) -> Vec<Vec<TokenTree>> {
    let (mut parts, mut part, mut depth, mut before) = (Vec::new(), Vec::new(), 0_i32, ' ');
    for token in stream {
        let sign = match &token {
            TokenTree::Punct(punct) => punct.as_char(),
            _ => ' ',
        };
        match sign {
            '<' => depth += 1,
            // The `>` of an arrow does not close a `<`.
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
/// The tokens of a text in which `__0`, `__1`, … are replaced by other tokens.
pub(crate) fn fill(text: &str, parts: &[TokenStream]) -> TokenStream {
    let tokens: TokenStream = text.parse().unwrap_or_default();
    put(tokens, parts)
}

pub(crate) fn put(tokens: TokenStream, parts: &[TokenStream]) -> TokenStream {
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

/// The token with another span.
pub(crate) fn at(mut token: TokenTree, span: Span) -> TokenTree {
    token.set_span(span);
    token
}

/// Tokens in which invisible groups, which macros make, are flattened.
pub(crate) fn flat(stream: TokenStream) -> Vec<TokenTree> {
    let mut all = Vec::new();
    for token in stream {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                all.extend(flat(group.stream()));
            }
            token => all.push(token),
        }
    }
    all
}
