//! `#[check]`: makes functions for a property that `pikse` finds by their names.
//!
//! Under `--cfg pikse`, which only `pikse` sets, a function `NAME` gets these symbols:
//!
//! | symbol | what it is |
//! | --- | --- |
//! | `pikse_check_NAME` | calls the function |
//! | `pikse_pre_NAME` | the pre-condition: the structures are valid, and `pre` is true |
//! | `pikse_bounds_NAME` | the bounds as a zero-terminated text |
//! | `pikse_finitize_NAME` | requests the bounds of the structures' types (`pikse::Finite`) |
//!
//! They are in an unnamed constant, so that they do not clash with the user's names. With
//! `--cfg pikse_containers="NAME"` the file `NAME.rs` in the folder `PIKSE_CONTAINERS` is also there:
//! functions that make the containers of the check's structures, which `pikse` writes. The
//! crate `pikse_panics`, which defines what a panic does, also comes from `pikse`. A test
//! that runs `pikse` is always there. rustc drops it when it builds no tests; `pikse` runs
//! rustc that way.

use proc_macro::{Ident, Literal, Span, TokenStream, TokenTree};

use crate::domain::number;
use crate::property::{self, Kind, Parameter, Property, Returns, plain};
use crate::tokens::{Refused, at, fill, is_sign, is_word, refuse, split};

/// The options in the parentheses.
#[derive(Debug, Default)]
struct Options {
    size: Option<String>,
    pre: Option<TokenStream>,
    valid: Option<TokenStream>,
    bounds: Option<String>,
}

/// The function, with everything that is generated for it.
pub(crate) fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream, Refused> {
    let options = read(options)?;
    let property = property::read(item)?;
    let name = plain(&property.name);
    let mut items = vec![property.exported()];
    let condition = property.condition(&options);
    items.extend(condition.clone().map(|condition| property.pre(condition)));
    items.extend(property.bounds(&options));
    items.extend(property.finitize());
    let file = |text: &str| TokenStream::from(TokenTree::from(Literal::string(text)));
    let test = Ident::new(&format!("pikse_check_{name}"), property.name.span());
    let items: TokenStream = items.into_iter().collect();
    // A check counts as used, though no Rust code calls it. `unexpected_cfgs` warns about a
    // `cfg` that the manifest does not know. The lint level is taken from the surrounding
    // item, so there is a constant around it.
    Ok(fill(
        "#[allow(dead_code)] __0
         #[allow(unexpected_cfgs)] __1
         const _: () = {
             #[cfg(pikse)]
             const _: () = { extern crate pikse_panics as _; __2 };
             #[cfg(all(pikse, pikse_containers = __5))]
             mod containers {
                 ::core::include!(::core::concat!(::core::env!(\"PIKSE_CONTAINERS\"), \"/\", __5, \".rs\"));
             }
             #[cfg(all(test, not(pikse)))]
             const _: () = { __6 };
         };
         __1 __3
         #[::core::prelude::v1::test]
         fn __4() {
             ::pikse::testing::check(
                 ::core::option_env!(\"CARGO_MANIFEST_DIR\").unwrap_or_default(),
                 ::core::file!(),
                 ::core::module_path!(),
                 __5,
             );
         }",
        &[
            property.function,
            property.conditions,
            items,
            property.ignored,
            TokenTree::from(test).into(),
            file(&name),
            condition.map(seen).unwrap_or_default(),
        ],
    ))
}

/// A condition in a test build that does not come from `pikse`. It is compiled there too, so
/// that rustc reports its errors, and the names in it count as used.
fn seen((parameters, body): (TokenStream, TokenStream)) -> TokenStream {
    let text = "#[allow(dead_code, unused_variables)] fn condition(__0) -> bool { __1 }";
    fill(text, &[parameters, body])
}

/// Reads the options.
fn read(tokens: TokenStream) -> Result<Options, Refused> {
    let mut options = Options::default();
    for part in split(tokens, ',') {
        let (word, value) = match &part[..] {
            [word, equals, value] if is_sign(equals, '=') => (word, value),
            [first, ..] => {
                return refuse(first.span(), "write an option of a check as `size = 5`");
            }
            [] => continue,
        };
        let is = |name| is_word(word, name);
        if is("size") {
            let size = match value {
                TokenTree::Literal(literal) => number(literal),
                _ => None,
            };
            let Some(size) = size else {
                return refuse(value.span(), "the size must be a number: `size = 5`");
            };
            options.size = Some(size.to_string());
        } else if is("pre") {
            options.pre = Some(expression(value, "pre = \"t.size < 6\"")?);
        } else if is("valid") {
            options.valid = Some(expression(value, "valid = \"path::to::rep_ok\"")?);
        } else if is("bounds") {
            let text = text(value, "bounds = \"range:Node.data=1..n\"")?;
            if text.contains('\0') {
                return refuse(value.span(), "the bounds must not contain a zero character");
            }
            options.bounds = Some(text);
        } else {
            let wrong =
                "unknown option: a check has the options `size`, `pre`, `valid` and `bounds`";
            return refuse(word.span(), wrong);
        }
    }
    Ok(options)
}

/// An expression in a string, with the span of the string.
fn expression(value: &TokenTree, example: &str) -> Result<TokenStream, Refused> {
    let text = text(value, example)?;
    let tokens = match text.parse::<TokenStream>() {
        Ok(tokens) if !tokens.is_empty() => tokens,
        _ => return refuse(value.span(), &format!("this is not an expression: write `{example}`")),
    };
    Ok(moved(tokens, value.span()))
}

/// All tokens with another span.
fn moved(tokens: TokenStream, span: Span) -> TokenStream {
    let token = |token| match token {
        TokenTree::Group(group) => {
            let inside = moved(group.stream(), span);
            TokenTree::from(proc_macro::Group::new(group.delimiter(), inside))
        }
        token => token,
    };
    tokens.into_iter().map(|one| at(token(one), span)).collect()
}

/// The value of a string literal.
fn text(value: &TokenTree, example: &str) -> Result<String, Refused> {
    let unquoted = match value {
        TokenTree::Literal(literal) => unquote(&literal.to_string()),
        _ => None,
    };
    unquoted
        .map_or_else(|| refuse(value.span(), &format!("this must be in a string: `{example}`")), Ok)
}

fn unquote(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let raw = raw.trim_start_matches('#').trim_end_matches('#');
        return Some(raw.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    }
    let inside = literal.strip_prefix('"')?.strip_suffix('"')?;
    let (mut text, mut rest) = (String::new(), inside.chars());
    while let Some(character) = rest.next() {
        match character {
            '\\' => match rest.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' => text.push('\r'),
                '0' => text.push('\0'),
                same @ ('\\' | '"' | '\'') => text.push(same),
                // The line continues in the next one.
                '\n' => {
                    let after = rest.as_str().trim_start();
                    rest = after.chars();
                }
                _ => return None,
            },
            character => text.push(character),
        }
    }
    Some(text)
}

impl Property {
    /// `pikse_check_NAME`
    fn exported(&self) -> TokenStream {
        let (mut parameters, mut arguments) = (TokenStream::new(), TokenStream::new());
        for parameter in &self.parameters {
            let argument = match parameter.kind {
                Kind::Owned => "unsafe { ::core::ptr::read(__0) },",
                _ => "__0,",
            };
            arguments.extend(fill(argument, &[parameter.word()]));
            parameters.extend(parameter.declared(false));
        }
        let body = match self.returns {
            Returns::Nothing | Returns::Bool => {
                "#[unsafe(no_mangle)] extern \"C\" fn __0(__1) __4 { __2(__3) }"
            }
            Returns::Result => {
                "#[unsafe(no_mangle)] extern \"C\" fn __0(__1) __4 {
                     if let ::core::result::Result::Err(error) = __2(__3) {
                         ::core::panic!(\"the check returns an error: {:?}\", error);
                     }
                 }"
            }
        };
        let returns = if self.returns == Returns::Bool { "-> bool" } else { "" };
        let name = TokenTree::from(self.name.clone()).into();
        fill(body, &[self.symbol("check"), parameters, name, arguments, fill(returns, &[])])
    }

    /// The pre-condition, if there is one: the parameters and the body of a function. A value
    /// that the condition does not mention is not a parameter of it, so that it is not read
    /// too early.
    fn condition(&self, options: &Options) -> Option<(TokenStream, TokenStream)> {
        let structures = || self.parameters.iter().filter(|one| one.is_structure());
        if options.pre.is_none() && structures().next().is_none() {
            return None;
        }
        let condition = options.pre.clone().unwrap_or_else(|| fill("true", &[]));
        let (mut parameters, mut body) = (TokenStream::new(), TokenStream::new());
        for parameter in &self.parameters {
            let is_mentioned = || mentions(condition.clone(), &plain(&parameter.name));
            if parameter.is_structure() || (parameter.kind == Kind::Scalar && is_mentioned()) {
                parameters.extend(parameter.declared(true));
            }
        }
        for one in structures() {
            let valid = match &options.valid {
                Some(valid) => fill("(__0)(&mut *__1)", &[valid.clone(), one.word()]),
                None => moved(fill("__0.rep_ok()", &[one.word()]), one.span),
            };
            body.extend(fill("if !__0 { return false; }", &[valid]));
        }
        for one in structures() {
            body.extend(fill("let __0: &__1 = __0;", &[one.word(), one.of.clone()]));
        }
        body.extend(condition);
        Some((parameters, body))
    }

    /// `pikse_pre_NAME`
    fn pre(&self, (parameters, body): (TokenStream, TokenStream)) -> TokenStream {
        let text = "#[unsafe(no_mangle)] extern \"C\" fn __0(__1) -> bool { __2 }";
        fill(text, &[self.symbol("pre"), parameters, body])
    }

    /// `pikse_bounds_NAME`, if bounds are given.
    fn bounds(&self, options: &Options) -> Option<TokenStream> {
        let size = options.size.iter().map(|size| format!("size={size}"));
        let domains = self.parameters.iter().filter_map(|one| {
            let domain = one.domain.as_ref()?;
            Some(format!("{}={domain}", plain(&one.name)))
        });
        let all: Vec<String> = size.chain(domains).chain(options.bounds.clone()).collect();
        if all.is_empty() {
            return None;
        }
        let text = all.join(" ") + "\0";
        let length = Literal::usize_unsuffixed(text.len());
        let bytes = Literal::byte_string(text.as_bytes());
        let name = self.symbol("bounds");
        Some(fill(
            "#[used] #[unsafe(no_mangle)] static __0: [u8; __1] = *__2;",
            &[name, TokenTree::from(length).into(), TokenTree::from(bytes).into()],
        ))
    }

    /// `pikse_finitize_NAME`, if there is a structure.
    fn finitize(&self) -> Option<TokenStream> {
        let mut requests = TokenStream::new();
        for one in self.parameters.iter().filter(|one| one.is_structure()) {
            let request = "(&::pikse::finite::Of::<__0>::new()).requests(&mut finitizer);";
            requests.extend(fill(request, std::slice::from_ref(&one.of)));
        }
        let text = "#[unsafe(no_mangle)] extern \"C\" fn __0(_: *mut u8, size: i64) {
             use ::pikse::finite::{Known as _, Unknown as _};
             unsafe extern \"C\" { fn pikse_lines(text: *const u8, length: usize); }
             let mut finitizer = ::pikse::Finitizer::new(size);
             __1
             let lines = finitizer.lines();
             unsafe { pikse_lines(lines.as_ptr(), lines.len()) }
         }";
        (!requests.is_empty()).then(|| fill(text, &[self.symbol("finitize"), requests]))
    }

    /// `pikse_KIND_NAME`, with the span of the name.
    fn symbol(&self, kind: &str) -> TokenStream {
        let text = format!("pikse_{kind}_{}", plain(&self.name));
        TokenTree::from(Ident::new(&text, self.name.span())).into()
    }
}

impl Parameter {
    fn word(&self) -> TokenStream {
        TokenTree::from(self.name.clone()).into()
    }

    /// The parameter of an exported function. A structure is mutable unless it is passed as
    /// `&T`; for a condition it is always mutable, because `rep_ok` may take a `&mut self`.
    fn declared(&self, is_for_condition: bool) -> TokenStream {
        let text = match self.kind {
            Kind::Scalar => "__0: __1,",
            Kind::Old => "__0: &__1,",
            Kind::Shared if !is_for_condition => "__0: &__1,",
            Kind::Shared | Kind::Exclusive | Kind::Owned => "__0: &mut __1,",
        };
        fill(text, &[self.word(), self.of.clone()])
    }
}

/// Whether a word is among the tokens, or in a string among them (`"{x}"`).
fn mentions(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => plain(&ident) == word,
        TokenTree::Group(group) => mentions(group.stream(), word),
        TokenTree::Literal(literal) => literal.to_string().contains(word),
        TokenTree::Punct(_) => false,
    })
}
