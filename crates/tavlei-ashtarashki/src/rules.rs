//! The rule option of the game, as data.

use core::fmt;
use core::str::FromStr;

use tavlei_game::{RulesError, rule_pairs};

/// The rule options that a position is played under.
///
/// ```
/// use tavlei_ashtarashki::{Rules, ThirdRetreat};
///
/// let rules: Rules = "third-retreat=forced".parse()?;
/// assert_eq!(rules.third_retreat, ThirdRetreat::Forced);
/// assert_eq!(Rules::default().to_string(), "");
/// assert_eq!(format!("{:#}", Rules::default()), "third-retreat=free");
/// # Ok::<(), tavlei_game::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rules {
    /// The option `third-retreat`.
    pub third_retreat: ThirdRetreat,
}

/// The consequence for a side whose only moves are third retreats, which take the stone off the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum ThirdRetreat {
    /// It need not make one: it is blocked and has lost (A-16).
    #[default]
    Free,
    /// It must make one.
    Forced,
}

/// The options that differ from the default, as [`FromStr`] reads them; nothing if none does. With `#` all of them.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.third_retreat {
            ThirdRetreat::Free if f.alternate() => f.write_str("third-retreat=free"),
            ThirdRetreat::Free => Ok(()),
            ThirdRetreat::Forced => f.write_str("third-retreat=forced"),
        }
    }
}

/// Reads `third-retreat=free` or `third-retreat=forced`; empty text means the default.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for (offset, key, value_offset, value) in rule_pairs(text)? {
            if key != "third-retreat" {
                return Err(RulesError::UnknownKey { offset, key, known: "third-retreat" });
            }
            rules.third_retreat = match value.as_str() {
                "free" => ThirdRetreat::Free,
                "forced" => ThirdRetreat::Forced,
                _ => return Err(RulesError::BadValue { offset: value_offset, key, value, expected: "free or forced" }),
            };
        }
        Ok(rules)
    }
}
