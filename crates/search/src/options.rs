//! Options as users write them, turned into [`Settings`].

use std::fmt;

use pikse_structure::path::PathError;
use pikse_structure::{FieldId, Path, Value};

use crate::condition::{Condition, ConditionError};
use crate::restrict::RestrictError;
use crate::search::Settings;

/// Why an option is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// A text is not a path.
    Path(PathError),
    /// The path or value does not fit the problem.
    Restrict(RestrictError),
    /// The condition cannot be read or does not fit the problem.
    Condition(ConditionError),
    /// No class has the field.
    UndeclaredField {
        /// As it was given.
        field: String,
        /// The existing fields.
        fields: Vec<String>,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Path(error) => error.fmt(f),
            OptionError::Restrict(error) => error.fmt(f),
            OptionError::Condition(error) => error.fmt(f),
            OptionError::UndeclaredField { field, fields } => {
                write!(f, "there is no field `{field}`; there are {}", fields.join(", "))
            }
        }
    }
}

impl std::error::Error for OptionError {}

impl From<PathError> for OptionError {
    fn from(error: PathError) -> Self {
        OptionError::Path(error)
    }
}

impl From<RestrictError> for OptionError {
    fn from(error: RestrictError) -> Self {
        OptionError::Restrict(error)
    }
}

impl From<ConditionError> for OptionError {
    fn from(error: ConditionError) -> Self {
        OptionError::Condition(error)
    }
}

/// A value that a path can be fixed to, as users write it: a number, a bool, or a word
/// (`"null"`, or an enum's constant).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// The value itself.
    Value(Value),
    /// A word whose meaning depends on the path's domain.
    Word(String),
}

impl From<i64> for Fixed {
    fn from(int: i64) -> Self {
        Fixed::Value(Value::Int(int))
    }
}

impl From<i32> for Fixed {
    fn from(int: i32) -> Self {
        Fixed::Value(Value::Int(int.into()))
    }
}

impl From<bool> for Fixed {
    fn from(bool: bool) -> Self {
        Fixed::Value(Value::Bool(bool))
    }
}

impl From<Value> for Fixed {
    fn from(value: Value) -> Self {
        Fixed::Value(value)
    }
}

impl From<&str> for Fixed {
    fn from(word: &str) -> Self {
        Fixed::Word(word.to_owned())
    }
}

impl Settings {
    /// The field with this name (`Node.data`).
    pub fn field_named(&self, name: &str) -> Result<FieldId, OptionError> {
        let space = &self.restrictions.space;
        let field = space.field_ids().find(|&field| space.field_name(field) == name);
        field.ok_or_else(|| OptionError::UndeclaredField {
            field: name.to_owned(),
            fields: space.field_ids().map(|field| space.field_name(field)).collect(),
        })
    }

    /// Keeps only structures in which the path has this value.
    pub fn fix(&mut self, path: &str, value: impl Into<Fixed>) -> Result<(), OptionError> {
        let path: Path = path.parse()?;
        let value = match value.into() {
            Fixed::Value(value) => value,
            Fixed::Word(word) => self.restrictions.word_at(&path, &word)?,
        };
        Ok(self.restrictions.fix(&path, &value)?)
    }

    /// Keeps only structures in which the path leads to an object.
    pub fn exclude_null(&mut self, path: &str) -> Result<(), OptionError> {
        Ok(self.restrictions.exclude_null(&path.parse()?)?)
    }

    /// Keeps only structures that also satisfy a condition.
    pub fn given(&mut self, condition: &str) -> Result<(), OptionError> {
        let text = match &self.condition {
            // Restrictions derived from an earlier condition are already there.
            Some(earlier) if !earlier.left.is_empty() => {
                format!("({condition}) && {}", earlier.left.join(" && "))
            }
            _ => condition.to_owned(),
        };
        let space = std::sync::Arc::clone(&self.restrictions.space);
        let mut derived = Condition::derive(&text, &space, &mut self.restrictions)?;
        if let Some(earlier) = self.condition.take() {
            derived.derived.splice(0..0, earlier.derived);
        }
        self.condition = Some(derived);
        Ok(())
    }
}
