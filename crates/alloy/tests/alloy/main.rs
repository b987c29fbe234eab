//! Tests of the language: whole models, errors, outputs.

mod errors;
mod models;
mod outputs;

use pikse_alloy::{Answer, Module, Request, Settings, open_text};

/// A model from text that has no error.
fn model(text: &str) -> Module {
    match open_text("test.als", text.to_string(), None) {
        Ok(module) => module,
        Err(failure) => panic!("{failure}"),
    }
}

/// The answers of all commands.
fn answers(text: &str, request: &Request) -> Vec<Answer> {
    let module = model(text);
    module
        .commands()
        .iter()
        .map(|command| match module.answer(command, request) {
            Ok(answer) => answer,
            Err(failure) => panic!("{failure}"),
        })
        .collect()
}

/// Counts instances without isomorphs.
fn counting() -> Request {
    Request {
        count: true,
        settings: Settings { no_isomorphs: true, ..Settings::default() },
        ..Request::default()
    }
}
