//! The rule set as data: board, passing, start layout, cap on turns (P-1, P-4, P-11, P-12).

use core::fmt;
use core::num::NonZeroU16;
use core::str::FromStr;

use alloc::format;
use alloc::string::String;

use tavlei_game::{RulesError, Side, rule_pairs};
use tavlei_geometry::rect::{Bitboard, Board};

use crate::StartError;
use crate::start::Layout;

/// The rules of a game of Proryv. The default is the author's game: 4×5, six men each, with passing.
///
/// As text, `key=value` pairs in any order:
///
/// | key | values | default |
/// |---|---|---|
/// | `board` | `3x4` … `8x8`, files and ranks (P-11) | `4x5` |
/// | `pass` | `yes`, or `no`: a player who can move must move (P-4, P-11) | `yes` |
/// | `start` | `author`, the number of full ranks, or squares (below) | by the board |
/// | `turns` | a cap on the number of turns, 1 to 65535, or `none` (P-12) | `none` |
///
/// `start=author` is the shape of P-1: the first rank, and of the second all files but the outermost two. `start=2` is
/// two full ranks, as in the original game. Squares are joined by `+`, White's first, then `/`, then Black's; without
/// Black's they are White's, flipped: `start=a1+c1+b2` or `start=a1+b1/c5`. By default a board of up to five ranks, on
/// which two full ranks of each side would leave one free rank or none, has the author's shape, and a higher one two
/// full ranks.
///
/// Writing gives the board and passing always, the rest only where it is not the default; with `#` it gives all of them.
///
/// ```
/// use tavlei_game::Game;
/// use tavlei_proryv::{Position, Rules};
///
/// let rules: Rules = "board=8x8,pass=no".parse()?;
/// assert_eq!(rules, Rules::original());
/// assert_eq!(Position::start(&rules).count_moves(), 484);
/// assert_eq!(Rules::default().to_string(), "board=4x5,pass=yes");
/// assert_eq!(format!("{:#}", Rules::default()), "board=4x5,pass=yes,start=author,turns=none");
/// # Ok::<(), tavlei_game::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    turn_cap: Option<NonZeroU16>,
    layout: Layout,
    board: Board,
    passing: bool,
}

impl Rules {
    /// The game on a board of this size, with passing and the board's default start layout.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self { board, passing: true, layout: Layout::default_of(board), turn_cap: None }
    }

    /// The original game of Musikhin (P-11): 8×8, two full ranks of men each, no passing.
    ///
    /// That there both players record at once has no influence on the play.
    #[must_use]
    pub fn original() -> Self {
        Self::new(MUSIKHINS_BOARD).with_passing(false)
    }

    /// The same rules, but a player may pass (P-4), or may do so only when there is nothing else (P-11).
    #[must_use]
    pub const fn with_passing(mut self, passing: bool) -> Self {
        self.passing = passing;
        self
    }

    /// The same rules with another start layout: the squares of White's men and of Black's.
    ///
    /// # Errors
    ///
    /// Says which square cannot be part of a start layout, and why; see [`StartError`]. Whatever else a game shall
    /// begin with can be given as a [position](crate::Position::builder).
    pub fn with_start(mut self, white: Bitboard, black: Bitboard) -> Result<Self, StartError> {
        self.layout = Layout::new(self.board, white, black)?;
        Ok(self)
    }

    /// The same rules with the given number of full ranks of men on each side at the start.
    ///
    /// # Errors
    ///
    /// As [`with_start`](Self::with_start): there must be at least one rank, and at most half of those of the board.
    pub fn with_full_ranks(mut self, ranks: u8) -> Result<Self, StartError> {
        self.layout = Layout::full_ranks(self.board, ranks)?;
        Ok(self)
    }

    /// The same rules with a cap on the number of turns, or with none (P-12).
    ///
    /// A game that has reached the cap can be [claimed](tavlei_game::History::claim) as a draw.
    #[must_use]
    pub const fn with_turn_cap(mut self, turns: Option<NonZeroU16>) -> Self {
        self.turn_cap = turns;
        self
    }

    /// The board.
    #[inline]
    #[must_use]
    pub const fn board(self) -> Board {
        self.board
    }

    /// Returns whether a player who has a legal step may pass all the same (P-4, P-11).
    #[inline]
    #[must_use]
    pub const fn passing(self) -> bool {
        self.passing
    }

    /// The squares of a side's men in the start position (P-1, P-11).
    #[must_use]
    pub fn start_men(self, side: Side) -> Bitboard {
        self.layout.men(self.board, side)
    }

    /// After how many turns a draw can be claimed; `None`, the default, is never (P-12).
    #[must_use]
    pub const fn turn_cap(self) -> Option<NonZeroU16> {
        self.turn_cap
    }

    /// The rank that a side's men want to reach: the highest for White, rank 1 for Black (P-6).
    #[inline]
    #[must_use]
    pub const fn goal(self, side: Side) -> Bitboard {
        match side {
            Side::White => self.board.top(),
            Side::Black => self.board.bottom(),
        }
    }
}

/// The author's game (P-1 … P-10): 4×5, six men each, with passing.
impl Default for Rules {
    fn default() -> Self {
        Self::new(AUTHORS_BOARD)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board={},pass={}", self.board, if self.passing { "yes" } else { "no" })?;
        if f.alternate() || self.layout != Layout::default_of(self.board) {
            f.write_str(",start=")?;
            self.layout.write(self.board, f)?;
        }
        match self.turn_cap {
            Some(turns) => write!(f, ",turns={turns}"),
            None if f.alternate() => f.write_str(",turns=none"),
            None => Ok(()),
        }
    }
}

/// As the text.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let pairs = rule_pairs(text.trim_start_matches('\u{feff}'))?;
        let mut rules = Self::default();
        // The start layout hangs on the board, so the board is read first, wherever it stands.
        for pair in pairs.iter().filter(|(_, key, ..)| key == "board") {
            let (.., value) = pair;
            rules = Self::new(value.parse().map_err(|_| bad_value(pair, "3x4 to 8x8, files x ranks"))?);
        }
        for pair in &pairs {
            let (offset, key, _, value) = pair;
            match (key.as_str(), value.as_str()) {
                ("board", _) => {}
                ("pass", "yes" | "true" | "on") => rules.passing = true,
                ("pass", "no" | "false" | "off") => rules.passing = false,
                ("pass", _) => return Err(bad_value(pair, "yes or no")),
                ("start", value) => match Layout::read(rules.board, value) {
                    Some(Ok(layout)) => rules.layout = layout,
                    Some(Err(error)) => {
                        let conflict = format!("start={value} does not go with board={}: {error}", rules.board);
                        return Err(RulesError::Conflict(conflict));
                    }
                    None => {
                        return Err(bad_value(pair, "author, a number of full ranks, or squares such as a1+b1/a5+b5"));
                    }
                },
                ("turns", "none") => {}
                ("turns", value) => {
                    let turns = value.parse().map_err(|_| bad_value(pair, "none or a number from 1 to 65535"))?;
                    rules.turn_cap = Some(turns);
                }
                _ => {
                    let known = "board, pass, start and turns";
                    return Err(RulesError::UnknownKey { offset: *offset, key: key.clone(), known });
                }
            }
        }
        Ok(rules)
    }
}

/// The error that an option cannot have the value that this pair gives it.
fn bad_value((_, key, offset, value): &(usize, String, usize, String), expected: &'static str) -> RulesError {
    RulesError::BadValue { offset: *offset, key: key.clone(), value: value.clone(), expected }
}

const AUTHORS_BOARD: Board = board(4, 5);
const MUSIKHINS_BOARD: Board = board(8, 8);

/// A board that is known to be possible; only constants are made with it.
#[expect(clippy::panic, reason = "the compiler reports it")]
const fn board(files: u8, ranks: u8) -> Board {
    match Board::new(files, ranks) {
        Ok(board) => board,
        Err(_) => panic!("a board of 3 to 8 files and 4 to 8 ranks"),
    }
}
