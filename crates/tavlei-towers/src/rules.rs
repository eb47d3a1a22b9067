//! The options of the rules.

use core::fmt;
use core::str::FromStr;

use tavlei_game::{RulesError, rule_pairs};

/// The options that a game is played under. The default is the game as it is played in tournaments.
///
/// The text form names what differs from the default, and is empty if nothing does; with `#` it names every option.
///
/// ```
/// use tavlei_towers::{Landing, Rejump, Rules};
///
/// let rules: Rules = "rejump=once, landing=free".parse()?;
/// assert_eq!((rules.rejump, rules.landing), (Rejump::Once, Landing::Free));
/// assert_eq!(rules.to_string(), "rejump=once,landing=free");
/// assert_eq!(Rules::default().to_string(), "");
/// assert_eq!(format!("{:#}", Rules::default()), "rejump=not-in-succession,landing=must-continue,draw_plies=30");
/// # Ok::<(), tavlei_game::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub struct Rules {
    /// Whether a capture may come back to a tower that it has jumped.
    pub rejump: Rejump,
    /// Where a king may land.
    pub landing: Landing,
    /// After how many plies without capture or promotion a draw can be claimed (rule T-18 a); `None`: never. 0 counts
    /// as 1.
    pub draw_plies: Option<u32>,
}

/// Whether a capture may come back to a tower that it has jumped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rejump {
    /// Not twice in a row: at least one other tower is jumped in between (rule T-12).
    #[default]
    NotInSuccession,
    /// Never: each tower is jumped at most once in a move.
    Once,
    /// A jump may not go exactly opposite to the jump before it; that apart, a tower may be jumped again.
    NoReversal,
}

/// Where a king may land behind the tower that it jumps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Landing {
    /// On a square from which the capture goes on, if there is one (rule T-10).
    #[default]
    MustContinue,
    /// On any empty square behind it; the capture goes on from there if it can.
    Free,
}

impl Rules {
    /// The rules with another option `rejump`.
    #[must_use]
    pub const fn with_rejump(mut self, rejump: Rejump) -> Self {
        self.rejump = rejump;
        self
    }

    /// The rules with another option `landing`.
    #[must_use]
    pub const fn with_landing(mut self, landing: Landing) -> Self {
        self.landing = landing;
        self
    }

    /// The rules with another option `draw_plies`.
    #[must_use]
    pub const fn with_draw_plies(mut self, plies: Option<u32>) -> Self {
        self.draw_plies = plies;
        self
    }
}

/// Not twice in a row (T-12), landing where the capture goes on (T-10), a draw after 30 plies without change (T-18).
impl Default for Rules {
    fn default() -> Self {
        Self { rejump: Rejump::default(), landing: Landing::default(), draw_plies: Some(30) }
    }
}

/// The options that differ from the default, in a fixed order, separated by commas; with `#` all of them.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standard = Self::default();
        let is_told = |differs: bool| f.alternate() || differs;
        let tells_plies = is_told(self.draw_plies != standard.draw_plies);
        let (rejump, landing) = (is_told(self.rejump != standard.rejump), is_told(self.landing != standard.landing));
        let mut comma = "";
        if rejump {
            write!(f, "rejump={}", self.rejump)?;
            comma = ",";
        }
        if landing {
            write!(f, "{comma}landing={}", self.landing)?;
            comma = ",";
        }
        match self.draw_plies {
            _ if !tells_plies => Ok(()),
            Some(plies) => write!(f, "{comma}draw_plies={}", plies.max(1)),
            None => write!(f, "{comma}draw_plies=none"),
        }
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for (offset, key, value_offset, value) in rule_pairs(text)? {
            let expected = match key.as_str() {
                "rejump" => match Rejump::ALL.into_iter().find(|option| option.name() == value) {
                    Some(option) => {
                        rules.rejump = option;
                        continue;
                    }
                    None => "not-in-succession, once or no-reversal",
                },
                "landing" => match Landing::ALL.into_iter().find(|option| option.name() == value) {
                    Some(option) => {
                        rules.landing = option;
                        continue;
                    }
                    None => "must-continue or free",
                },
                "draw_plies" => match value.parse::<u32>() {
                    _ if value == "none" => {
                        rules.draw_plies = None;
                        continue;
                    }
                    Ok(plies) if plies > 0 => {
                        rules.draw_plies = Some(plies);
                        continue;
                    }
                    _ => "a number of plies, 1 to 4294967295, or none",
                },
                _ => return Err(RulesError::UnknownKey { offset, key, known: "rejump, landing and draw_plies" }),
            };
            return Err(RulesError::BadValue { offset: value_offset, key, value, expected });
        }
        Ok(rules)
    }
}

impl Rejump {
    /// All values, the default first.
    pub const ALL: [Self; 3] = [Self::NotInSuccession, Self::Once, Self::NoReversal];

    const fn name(self) -> &'static str {
        match self {
            Self::NotInSuccession => "not-in-succession",
            Self::Once => "once",
            Self::NoReversal => "no-reversal",
        }
    }
}

impl Landing {
    /// Both values, the default first.
    pub const ALL: [Self; 2] = [Self::MustContinue, Self::Free];

    const fn name(self) -> &'static str {
        match self {
            Self::MustContinue => "must-continue",
            Self::Free => "free",
        }
    }
}

impl fmt::Display for Rejump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Landing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
