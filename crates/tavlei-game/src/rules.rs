//! Reading rule options: `landing=free,rejump=once`.

use alloc::string::{String, ToString};

use crate::text::fold;

/// Why a text of rule options is refused. Offsets are in bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A part of the text is not of the form `key=value`.
    #[error("byte {offset}: expected key=value, found ‘{found}’")]
    Syntax {
        /// Where the part begins.
        offset: usize,
        /// The part.
        found: String,
    },
    /// The game has no such option.
    #[error("byte {offset}: there is no rule option ‘{key}’; there are {known}")]
    UnknownKey {
        /// Where the key stands.
        offset: usize,
        /// The key.
        key: String,
        /// The keys that there are, for people.
        known: &'static str,
    },
    /// The option cannot have this value.
    #[error("byte {offset}: {key} can’t be ‘{value}’: expected {expected}")]
    BadValue {
        /// Where the value stands.
        offset: usize,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The values that there are, for people.
        expected: &'static str,
    },
    /// The option is given twice.
    #[error("byte {offset}: {key} is given twice")]
    Twice {
        /// Where the key stands the second time.
        offset: usize,
        /// The key.
        key: String,
    },
    /// The options do not go together.
    #[error("{0}")]
    Conflict(String),
}

/// Splits rule options into `(offset of the key, key, offset of the value, value)`, in lower case, spaces removed.
///
/// The text is `key=value` pairs separated by commas (or semicolons); empty text has none.
///
/// # Errors
///
/// [`RulesError::Syntax`] for a part without `=`, [`RulesError::Twice`] for a repeated key.
pub fn rule_pairs(text: &str) -> Result<alloc::vec::Vec<(usize, String, usize, String)>, RulesError> {
    let mut pairs = alloc::vec::Vec::<(usize, String, usize, String)>::new();
    let mut offset = 0;
    for part in text.split([',', ';']) {
        if !part.trim().is_empty() {
            let Some((key, value)) = part.split_once('=') else {
                return Err(RulesError::Syntax { offset, found: part.trim().to_string() });
            };
            let value_offset = offset + key.len() + 1;
            let tidy = |s: &str| s.trim().chars().map(fold).collect::<String>();
            let key = tidy(key);
            if pairs.iter().any(|(_, seen, ..)| *seen == key) {
                return Err(RulesError::Twice { offset, key });
            }
            pairs.push((offset, key, value_offset, tidy(value)));
        }
        offset += part.len() + 1;
    }
    Ok(pairs)
}
