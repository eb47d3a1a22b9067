//! Reading rule options: `landing=free,rejump=once`.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::text::{Escaped, fold};

/// Why a text of rule options is refused. Offsets are in bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A part of the text is not of the form `key=value`.
    #[error("byte {offset}: expected key=value, found ‘{}’", Escaped(.found))]
    Syntax {
        /// Where the part begins.
        offset: usize,
        /// The part.
        found: String,
    },
    /// The game has no such option.
    #[error("byte {offset}: there is no rule option ‘{}’; there are {known}", Escaped(.key))]
    UnknownKey {
        /// Where the key stands.
        offset: usize,
        /// The key.
        key: String,
        /// The keys that there are, for people.
        known: &'static str,
    },
    /// The option cannot have this value.
    #[error("byte {offset}: {} can’t be ‘{}’: expected {expected}", Escaped(.key), Escaped(.value))]
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
    #[error("byte {offset}: {} is given twice", Escaped(.key))]
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

/// The rules of a game that has no options: their text is empty.
///
/// ```
/// use tavlei_game::NoRules;
///
/// assert_eq!("".parse(), Ok(NoRules));
/// assert!("landing=free".parse::<NoRules>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NoRules;

impl fmt::Display for NoRules {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// Reads empty text only.
impl FromStr for NoRules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        match rule_pairs(text)?.into_iter().next() {
            None => Ok(Self),
            Some((offset, key, ..)) => Err(RulesError::UnknownKey { offset, key, known: "none" }),
        }
    }
}

/// Splits rule options into `(offset of the key, key, offset of the value, value)`, in lower case, without the spaces
/// around them.
///
/// The text is `key=value` pairs separated by commas (or semicolons); empty text has none.
///
/// ```
/// let pairs = tavlei_game::rule_pairs("Landing=free, rejump=once")?;
/// assert_eq!(pairs[1], (14, "rejump".into(), 21, "once".into()));
/// assert_eq!(tavlei_game::rule_pairs("free").unwrap_err().to_string(), "byte 0: expected key=value, found ‘free’");
/// # Ok::<(), tavlei_game::RulesError>(())
/// ```
///
/// # Errors
///
/// [`RulesError::Syntax`] for a part without `=` or without a key, [`RulesError::Twice`] for a repeated key.
#[expect(clippy::arithmetic_side_effects, reason = "places in the text, or one behind its end")]
pub fn rule_pairs(text: &str) -> Result<Vec<(usize, String, usize, String)>, RulesError> {
    let mut pairs = Vec::new();
    let mut seen = BTreeSet::new();
    let mut next = 0;
    for part in text.split([',', ';']) {
        let (start, part_text) = trimmed(next, part);
        next += part.len() + 1;
        if part_text.is_empty() {
            continue;
        }
        let Some((key, value)) = part_text.split_once('=').filter(|(key, _)| !key.is_empty()) else {
            return Err(RulesError::Syntax { offset: start, found: part_text.to_string() });
        };
        let (value_start, value) = trimmed(start + key.len() + 1, value);
        let key = folded(key.trim_end());
        if !seen.insert(key.clone()) {
            return Err(RulesError::Twice { offset: start, key });
        }
        pairs.push((start, key, value_start, folded(value)));
    }
    Ok(pairs)
}

/// A part of a text without the spaces around it, and where it then begins.
#[expect(clippy::arithmetic_side_effects, reason = "a text is as long as what is left of it, or longer")]
fn trimmed(start: usize, part: &str) -> (usize, &str) {
    let text = part.trim_start();
    (start + part.len() - text.len(), text.trim_end())
}

fn folded(text: &str) -> String {
    text.chars().map(fold).collect()
}
