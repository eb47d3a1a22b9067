//! The label of a stone: its rights and number.

use core::fmt;
use core::str::FromStr;

use tavlei_game::Side;
use tavlei_game::text::fold;

use crate::ParseLabelError;

/// The state and the number of a stone (A-3): `M` full rights, `V` retreated once, `W` retreated twice, `F` finished.
///
/// The number of a `W` is covered and has no influence on play, and neither has anything about an `F`; so there are
/// eight labels, and no more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Label {
    /// A 1 with full rights: it beats a 3.
    M1,
    /// A 2 with full rights: it beats a 1.
    M2,
    /// A 3 with full rights: it beats a 2.
    M3,
    /// A 1 that has retreated once.
    V1,
    /// A 2 that has retreated once.
    V2,
    /// A 3 that has retreated once.
    V3,
    /// A stone that has retreated twice; every `M` beats it.
    W,
    /// A stone that has reached its far rank.
    F,
}

impl Label {
    /// All eight labels.
    pub const ALL: [Self; 8] = [Self::M1, Self::M2, Self::M3, Self::V1, Self::V2, Self::V3, Self::W, Self::F];

    /// The number that is to be seen on the stone, 1 to 3; none on a [`W`](Self::W) or an [`F`](Self::F).
    #[must_use]
    pub const fn number(self) -> Option<u8> {
        match self {
            Self::M1 | Self::V1 => Some(1),
            Self::M2 | Self::V2 => Some(2),
            Self::M3 | Self::V3 => Some(3),
            Self::W | Self::F => None,
        }
    }

    /// Returns how many steps backward the stone has made, 0 to 2 (A-5); of a finished stone it isn't known.
    #[must_use]
    pub const fn retreats(self) -> Option<u8> {
        match self {
            Self::M1 | Self::M2 | Self::M3 => Some(0),
            Self::V1 | Self::V2 | Self::V3 => Some(1),
            Self::W => Some(2),
            Self::F => None,
        }
    }

    /// The letter of the state: `M`, `V`, `W` or `F`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::M1 | Self::M2 | Self::M3 => 'M',
            Self::V1 | Self::V2 | Self::V3 => 'V',
            Self::W => 'W',
            Self::F => 'F',
        }
    }

    /// Returns the label after a step backward (A-5); `None` if the step takes the stone off the board, or if the stone
    /// never moves.
    #[must_use]
    pub const fn after_retreat(self) -> Option<Self> {
        match self {
            Self::M1 => Some(Self::V1),
            Self::M2 => Some(Self::V2),
            Self::M3 => Some(Self::V3),
            Self::V1 | Self::V2 | Self::V3 => Some(Self::W),
            Self::W | Self::F => None,
        }
    }

    /// Returns whether the stone has full rights, and with them the right to capture (A-7).
    #[must_use]
    pub const fn can_capture(self) -> bool {
        matches!(self, Self::M1 | Self::M2 | Self::M3)
    }

    /// Returns whether the stone beats an enemy stone with the other label (A-7, A-8).
    ///
    /// ```
    /// use tavlei_ashtarashki::Label;
    ///
    /// assert!(Label::M3.beats(Label::V2) && !Label::V3.beats(Label::M2));
    /// assert!(Label::M1.beats(Label::W) && !Label::M1.beats(Label::F));
    /// ```
    #[must_use]
    pub const fn beats(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::M3, Self::M2 | Self::V2 | Self::W)
                | (Self::M2, Self::M1 | Self::V1 | Self::W)
                | (Self::M1, Self::M3 | Self::V3 | Self::W)
        )
    }
}

/// As positions are written: `M1` … `V3`, `W`, `F`.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::M1 => "M1",
            Self::M2 => "M2",
            Self::M3 => "M3",
            Self::V1 => "V1",
            Self::V2 => "V2",
            Self::V3 => "V3",
            Self::W => "W",
            Self::F => "F",
        })
    }
}

/// Reads a label; small and Cyrillic letters are accepted, and a number on a `W`, which is dropped.
impl FromStr for Label {
    type Err = ParseLabelError;

    fn from_str(text: &str) -> Result<Self, ParseLabelError> {
        let mut chars = text.trim().chars().map(fold);
        let (state, number, None) = (chars.next(), chars.next(), chars.next()) else { return Err(ParseLabelError) };
        Self::from_chars(state.ok_or(ParseLabelError)?, number).ok_or(ParseLabelError)
    }
}

impl Label {
    /// The label with this state and number, both [folded](fold).
    pub(crate) const fn from_chars(state: char, number: Option<char>) -> Option<Self> {
        Some(match (state, number) {
            ('m', Some('1')) => Self::M1,
            ('m', Some('2')) => Self::M2,
            ('m', Some('3')) => Self::M3,
            ('v', Some('1')) => Self::V1,
            ('v', Some('2')) => Self::V2,
            ('v', Some('3')) => Self::V3,
            ('w', None | Some('1' | '2' | '3')) => Self::W,
            ('f', None) => Self::F,
            _ => return None,
        })
    }
}

/// A stone: whose it is, and what its label says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stone {
    /// The side that it belongs to.
    pub side: Side,
    /// Its label.
    pub label: Label,
}
