//! Mutants of the code under test, which measure how good a check is.
//!
//! A mutant is the program with one small defect. If a mutant survives a check, the check
//! does not cover the defect, or the mutant is equivalent to the program. The operators are
//! those of document 001, section 5.7.3 (another comparison, another field of the same type,
//! a deleted statement), and two more: a negated condition, and 0 and 1 (or true and false)
//! exchanged.
//!
//! | module | its job |
//! | --- | --- |
//! | `reach` | the user's functions that the code under test calls |
//! | `spot` | an instruction with its place and the text of the source there |
//! | `text` | reads the text of a line of source |
//! | `operators` | the possible changes of an instruction |
//! | `fields` | the fields that an instruction accesses; `flow`: the types of Rust's pointers |
//! | `edit` | applies changes |
//! | `same` | finds equivalent mutants |
//! | `order` | a fair choice among many |
//!
//! A mutant represents a change of the source. So every instruction that the compiler made
//! from that place in the source is changed: in all instances of a generic function, and in
//! both halves of `size += 1`. Code that the compiler added (checks of bounds and overflow,
//! initialisation, destructors) is not part of the source and is not changed. The text at
//! the place decides this, if it can be read.

mod edit;
mod fields;
mod flow;
mod operators;
mod order;
mod reach;
mod same;
mod spot;
mod text;

use std::collections::HashMap;
use std::fmt;

use pikse_llvm::{Program, Types};

use edit::Edit;
use spot::Spots;

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// Another comparison: `<` becomes `<=`.
    Comparison,
    /// Another field of the same struct and type.
    Field,
    /// A statement is deleted.
    Deletion,
    /// A condition without a comparison is negated.
    Condition,
    /// 0 and 1, or true and false, change places.
    Constant,
}

impl Operator {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Operator::Comparison => "comparison",
            Operator::Field => "field",
            Operator::Deletion => "deletion",
            Operator::Condition => "condition",
            Operator::Constant => "constant",
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A mutant: a defect that can be made in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// What kind of mistake.
    pub operator: Operator,
    /// The file, as the debug information has it.
    pub file: String,
    /// The folder that a relative file starts from.
    pub folder: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The path of the function in the source.
    pub function: String,
    /// What is changed, in the words of the source.
    pub what: What,
    /// Whether a pre-condition, a property or a predicate also calls the function, so that
    /// the mutant changes the specification along with the code under test.
    pub is_shared: bool,
    edits: Vec<Edit>,
}

/// What a mutant changes, in the words of the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// A piece of the source becomes another.
    Becomes {
        /// What stands there.
        before: String,
        /// What stands there in the mutant.
        after: String,
    },
    /// A condition is negated.
    Negated,
    /// A statement is left out.
    Deleted(String),
    /// An assignment inside of a statement is left out.
    DeletedInside(String),
    /// A statement is left out whose source cannot be read; what it does.
    DeletedUnread(String),
}

impl What {
    fn becomes(before: impl Into<String>, after: impl Into<String>) -> What {
        What::Becomes { before: before.into(), after: after.into() }
    }

    /// What stands in the source.
    pub fn before(&self) -> &str {
        match self {
            What::Becomes { before, .. } => before,
            What::Negated => "the condition",
            What::Deleted(text) | What::DeletedInside(text) | What::DeletedUnread(text) => text,
        }
    }

    /// What stands there in the mutant; empty if nothing does.
    pub fn after(&self) -> &str {
        match self {
            What::Becomes { after, .. } => after,
            What::Negated => "its negation",
            What::Deleted(_) | What::DeletedInside(_) | What::DeletedUnread(_) => "",
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Becomes { before, after } => write!(f, "`{before}` becomes `{after}`"),
            What::Negated => f.write_str("the condition is negated"),
            What::Deleted(text) => write!(f, "statement deleted: `{text}`"),
            What::DeletedInside(text) => write!(f, "`{text}` deleted"),
            What::DeletedUnread(text) => write!(f, "statement deleted: {text}"),
        }
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mutant { file, line, column, function, what, .. } = self;
        write!(f, "{file}:{line}:{column}: in `{function}`: {what}")
    }
}

/// Why a mutant cannot be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum MutateError {
    /// There is no mutant with this number.
    NoSuchMutant {
        /// The number.
        index: usize,
        /// The number of mutants.
        count: usize,
    },
    /// The program is not the one that the mutant was found in.
    OtherProgram {
        /// The function that is missing, or has other instructions.
        function: String,
    },
    /// LLVM does not accept the mutant.
    Llvm(pikse_llvm::Error),
}

impl fmt::Display for MutateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MutateError::NoSuchMutant { index, count } => {
                write!(f, "there is no mutant {index}: there are {count}, numbered from 0")
            }
            MutateError::OtherProgram { function } => write!(
                f,
                "the function `{function}` has changed since mutants were collected; apply \
                 a mutant to a copy of that program, before anything else is done to it"
            ),
            MutateError::Llvm(error) => write!(f, "LLVM does not accept a mutant: {error}"),
        }
    }
}

impl std::error::Error for MutateError {}

impl From<pikse_llvm::Error> for MutateError {
    fn from(error: pikse_llvm::Error) -> Self {
        MutateError::Llvm(error)
    }
}

/// The mutants of a program, numbered in the order of the source.
#[derive(Clone, Debug, Default)]
pub struct Mutants {
    mutants: Vec<Mutant>,
}

impl Mutants {
    /// All mutants of the user's functions that those with the symbols `under_test` call,
    /// directly or indirectly. Functions with the symbols `excluded` (properties, pre- and
    /// post-conditions, predicates) are not changed, and neither are functions that only they
    /// call. The program must not be optimised or instrumented yet.
    pub fn find(
        program: &Program<'_>,
        types: &Types,
        under_test: &[impl AsRef<str>],
        excluded: &[impl AsRef<str>],
    ) -> Mutants {
        Mutants::find_within(program, types, under_test, excluded, None)
    }

    /// Keeps only the mutants that satisfy a condition.
    pub fn retain(&mut self, holds: impl FnMut(&Mutant) -> bool) {
        self.mutants.retain(holds);
    }

    /// The same, in files whose paths contain one of these parts, also in libraries.
    pub fn find_within(
        program: &Program<'_>,
        types: &Types,
        under_test: &[impl AsRef<str>],
        excluded: &[impl AsRef<str>],
        part: Option<&str>,
    ) -> Mutants {
        let within = reach::Within(part);
        let reached = reach::reach(program, under_test, excluded, within);
        let mut spots = Spots::new(program, types, within);
        let mut mutants: Vec<Mutant> = Vec::new();
        let mut known: HashMap<(String, u32, u32, Operator, What), usize> = HashMap::new();
        for (function, is_shared) in reached {
            for spot in spots.of(function) {
                for (operator, change, what) in operators::changes(&spots, &spot) {
                    let edit = Edit { at: spot.position.clone(), change };
                    let place = &spot.place;
                    let path = spot.path().to_string_lossy().into_owned();
                    let key = (path, place.line, place.column, operator, what.clone());
                    let at = *known.entry(key).or_insert_with(|| {
                        mutants.push(Mutant {
                            operator,
                            file: place.file.clone(),
                            folder: place.folder.clone(),
                            line: place.line,
                            column: place.column,
                            function: spots.name_of(function, place),
                            what,
                            is_shared: false,
                            edits: Vec::new(),
                        });
                        mutants.len() - 1
                    });
                    mutants[at].edits.push(edit);
                    mutants[at].is_shared |= is_shared;
                }
            }
        }
        // A part of a statement that makes no mutant without the rest.
        mutants.retain(|mutant| mutant.edits.iter().any(|edit| !edit.change.is_companion()));
        let place = |of: &Mutant| (of.folder.clone(), of.file.clone(), of.line, of.column);
        mutants
            .sort_by_cached_key(|mutant| (place(mutant), mutant.operator, mutant.what.to_string()));
        Mutants { mutants }
    }

    /// The number of mutants.
    pub fn len(&self) -> usize {
        self.mutants.len()
    }

    /// Whether there are no mutants.
    pub fn is_empty(&self) -> bool {
        self.mutants.is_empty()
    }

    /// The mutants, in the order of their numbers.
    pub fn iter(&self) -> std::slice::Iter<'_, Mutant> {
        self.mutants.iter()
    }

    /// A mutant by its number.
    pub fn get(&self, index: usize) -> Option<&Mutant> {
        self.mutants.get(index)
    }

    /// All numbers, in an order that spreads the first few over lines, functions and operators:
    /// no line comes twice before each has come once. The same seed gives the same order.
    /// Shared mutants come last.
    pub fn order(&self, seed: u64) -> Vec<usize> {
        order::order(&self.mutants, seed)
    }

    /// The first `count` of [`Mutants::order`], without those that the optimiser proves to be
    /// equivalent to the program or to another chosen mutant. `program` is the one that they
    /// were found in.
    pub fn choose(
        &self,
        program: &Program<'_>,
        count: usize,
        seed: u64,
    ) -> Result<Vec<usize>, MutateError> {
        let mut judge = same::Judge::new(program);
        let mut chosen = Vec::new();
        for index in self.order(seed) {
            if chosen.len() >= count {
                break;
            }
            if judge.is_new(&self.mutants[index])? {
                chosen.push(index);
            }
        }
        Ok(chosen)
    }

    /// Makes a mutant of a fresh copy of the program that it was found in.
    pub fn apply(&self, program: &Program<'_>, index: usize) -> Result<(), MutateError> {
        let count = self.mutants.len();
        let mutant = self.get(index).ok_or(MutateError::NoSuchMutant { index, count })?;
        edit::apply(program, &mutant.edits)?;
        let verified = program.module().verify();
        Ok(verified.map_err(|message| pikse_llvm::Error::Machine(message.to_string()))?)
    }
}

impl<'a> IntoIterator for &'a Mutants {
    type Item = &'a Mutant;
    type IntoIter = std::slice::Iter<'a, Mutant>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::What;

    #[test]
    fn what_is_changed_in_words() {
        for (what, words, before, after) in [
            (What::becomes("<", "<="), "`<` becomes `<=`", "<", "<="),
            (What::Negated, "the condition is negated", "the condition", "its negation"),
            (What::Deleted("f(x)".to_owned()), "statement deleted: `f(x)`", "f(x)", ""),
            (What::DeletedInside("=".to_owned()), "`=` deleted", "=", ""),
            (What::DeletedUnread("a copy".to_owned()), "statement deleted: a copy", "a copy", ""),
        ] {
            assert_eq!(
                (what.to_string().as_str(), what.before(), what.after()),
                (words, before, after)
            );
        }
    }
}
