//! One of the games, chosen by name at run time: text in, text out.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use tavlei_game::{
    Claim, End, EnterMove, EntryError, Game, History, MoveError, Notation, PlayError, Score, Session, Side, ToMove,
};

/// A game in progress whose kind is known only at run time, for a server, a board program or a tool.
///
/// Positions, moves and squares are texts; what a text means depends on the game. Behind it is a [`Session`] of the game's own
/// types, which the variants give access to.
///
/// With the feature `serde` it is stored with the name of its game: `{"game": "towers", "history": {…}, "entries": […]}`.
///
/// ```
/// use tavlei::AnyGame;
/// use tavlei::game::Side;
///
/// let mut game = AnyGame::start("towers", "")?;
/// assert_eq!(game.moves_of(Side::White).len(), 7);
/// assert_eq!(game.play("cd4")?, "c3-d4"); // any notation is read, the canonical text is returned
///
/// game.choose(Side::Black, "f6")?; // or by clicks
/// assert_eq!(game.choices(Side::Black), ["e5", "g5"]);
/// game.choose(Side::Black, "e5")?;
/// assert_eq!(game.commit()?, "f6-e5");
/// assert_eq!(game.moves(), ["c3-d4", "f6-e5"]);
/// assert!(game.play("a1-b2").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "game", rename_all = "lowercase"))]
#[cfg_attr(
    all(feature = "towers", any(feature = "ashtarashki", feature = "proryv")),
    expect(clippy::large_enum_variant, reason = "a program keeps a few games, each with its own history on the heap")
)]
#[non_exhaustive]
pub enum AnyGame {
    /// Tower checkers.
    #[cfg(feature = "towers")]
    Towers(Session<crate::towers::Position>),
    /// Ashtarashki.
    #[cfg(feature = "ashtarashki")]
    Ashtarashki(Session<crate::ashtarashki::Position>),
    /// Proryv.
    #[cfg(feature = "proryv")]
    Proryv(Session<crate::proryv::Position>),
}

/// Runs an expression with the session of whichever game it is.
macro_rules! each {
    ($any:expr, $session:ident => $do:expr) => {
        match $any {
            #[cfg(feature = "towers")]
            AnyGame::Towers($session) => $do,
            #[cfg(feature = "ashtarashki")]
            AnyGame::Ashtarashki($session) => $do,
            #[cfg(feature = "proryv")]
            AnyGame::Proryv($session) => $do,
        }
    };
}

impl AnyGame {
    /// The names of the games that this build has.
    pub const NAMES: &'static [&'static str] = &[
        #[cfg(feature = "towers")]
        crate::towers::Position::NAME,
        #[cfg(feature = "ashtarashki")]
        crate::ashtarashki::Position::NAME,
        #[cfg(feature = "proryv")]
        crate::proryv::Position::NAME,
    ];

    /// Begins a game in its start position, under these rules: `landing=free`, or an empty text for the default.
    ///
    /// # Errors
    ///
    /// As [`from_position`](Self::from_position).
    pub fn start(name: &str, rules: &str) -> Result<Self, AnyGameError> {
        Self::from_position(name, "start", rules)
    }

    /// Begins a game in a position.
    ///
    /// # Errors
    ///
    /// [`AnyGameError::Name`] if there is no game of this name, otherwise the fault of the rules or the position.
    pub fn from_position(name: &str, position: &str, rules: &str) -> Result<Self, AnyGameError> {
        fn session<G: EnterMove>(position: &str, rules: &str) -> Result<Session<G>, AnyGameError> {
            let rules =
                rules.parse().map_err(|error: tavlei_game::RulesError| AnyGameError::Rules(error.to_string()))?;
            let start =
                G::read_position(position, &rules).map_err(|error| AnyGameError::Position(error.to_string()))?;
            Ok(Session::new(History::new(start)))
        }
        match name {
            #[cfg(feature = "towers")]
            crate::towers::Position::NAME => session(position, rules).map(Self::Towers),
            #[cfg(feature = "ashtarashki")]
            crate::ashtarashki::Position::NAME => session(position, rules).map(Self::Ashtarashki),
            #[cfg(feature = "proryv")]
            crate::proryv::Position::NAME => session(position, rules).map(Self::Proryv),
            _ => Err(AnyGameError::Name { name: name.to_string() }),
        }
    }

    /// Returns the name of the game: `towers`, `ashtarashki` or `proryv`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        fn name<G: EnterMove>(_: &Session<G>) -> &'static str {
            G::NAME
        }
        each!(self, session => name(session))
    }

    /// Returns the rules as text; empty for the default of most games.
    #[must_use]
    pub fn rules(&self) -> String {
        each!(self, session => session.history().position().rules().to_string())
    }

    /// Returns the position on the board.
    #[must_use]
    pub fn position(&self) -> String {
        each!(self, session => session.history().position().to_string())
    }

    /// Returns the board drawn for people, in the middle of a side's move if it is entering one.
    #[must_use]
    pub fn diagram(&self, side: Side) -> String {
        each!(self, session => match session.entry(side) {
            Some(entry) => entry.board().diagram(),
            None => session.history().position().diagram(),
        })
    }

    /// Returns who moves next.
    #[must_use]
    pub fn to_move(&self) -> ToMove {
        each!(self, session => session.history().position().to_move())
    }

    /// Lists what a side can play, as canonical texts; nothing if it is not to move or the game is over.
    #[must_use]
    pub fn moves_of(&self, side: Side) -> Vec<String> {
        fn moves_of<G: EnterMove>(session: &Session<G>, side: Side) -> Vec<String> {
            let position = session.history().position();
            if session.history().termination().is_some() {
                return Vec::new();
            }
            position.moves_of(side).iter().map(|entered| position.entered_text(side, entered)).collect()
        }
        each!(self, session => moves_of(session, side))
    }

    /// Plays a move in any notation and returns its canonical text. In Proryv a move is both choices: `b2-c3 --`.
    ///
    /// # Errors
    ///
    /// [`AnyGameError::Move`] names the place and the reason, [`AnyGameError::Play`] says that the game is over.
    pub fn play(&mut self, text: &str) -> Result<String, AnyGameError> {
        fn play<G: EnterMove>(session: &mut Session<G>, text: &str) -> Result<String, AnyGameError> {
            let mv = session.history().position().read_move(text)?;
            let text = session.history().position().move_text(&mv);
            session.play(&mv)?;
            Ok(text)
        }
        each!(self, session => play(session, text))
    }

    /// Lists the moves played, as canonical texts.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        each!(self, session => session.history().move_texts())
    }

    /// Takes the last ply back. Returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        each!(self, session => session.take_back().is_some())
    }

    /// Plays the ply again that was taken back last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        each!(self, session => session.redo().is_some())
    }

    /// Returns the squares that a side can choose next to enter its move.
    #[must_use]
    pub fn choices(&self, side: Side) -> Vec<String> {
        each!(self, session => session.choices(side).into_iter().map(|square| square.to_string()).collect())
    }

    /// Returns the squares that a side has chosen so far.
    #[must_use]
    pub fn chosen(&self, side: Side) -> Vec<String> {
        fn chosen<G: EnterMove>(session: &Session<G>, side: Side) -> Vec<String> {
            session
                .entry(side)
                .map(|entry| entry.squares().iter().map(ToString::to_string).collect())
                .unwrap_or_default()
        }
        each!(self, session => chosen(session, side))
    }

    /// Returns the squares of the pieces that a side's move has captured so far.
    #[must_use]
    pub fn captured(&self, side: Side) -> Vec<String> {
        fn captured<G: EnterMove>(session: &Session<G>, side: Side) -> Vec<String> {
            let squares = session.entry(side).map(tavlei_game::Entry::captured);
            squares.into_iter().flatten().map(|square| square.to_string()).collect()
        }
        each!(self, session => captured(session, side))
    }

    /// Returns whether the move that a side is entering is complete.
    #[must_use]
    pub fn is_complete(&self, side: Side) -> bool {
        each!(self, session => session.entry(side).is_some_and(tavlei_game::Entry::is_complete))
    }

    /// Chooses the next square of a side's move.
    ///
    /// # Errors
    ///
    /// [`AnyGameError::Square`] if the text is no square of the board, [`AnyGameError::Entry`] with the rule that forbids it.
    pub fn choose(&mut self, side: Side, square: &str) -> Result<(), AnyGameError> {
        fn choose<G: EnterMove>(session: &mut Session<G>, side: Side, text: &str) -> Result<(), AnyGameError> {
            let square =
                G::Square::from_str(text.trim()).map_err(|_| AnyGameError::Square { text: text.to_string() })?;
            Ok(session.choose(side, square)?)
        }
        each!(self, session => choose(session, side, square))
    }

    /// Enters a pass of a side.
    ///
    /// # Errors
    ///
    /// [`AnyGameError::Entry`] if it has none now.
    pub fn pass(&mut self, side: Side) -> Result<(), AnyGameError> {
        each!(self, session => Ok(session.pass(side)?))
    }

    /// Takes the last square of a side's move back, or its pass. Returns whether there was one.
    pub fn take_back_choice(&mut self, side: Side) -> bool {
        each!(self, session => session.take_back_choice(side))
    }

    /// Plays the move that has been entered, by both sides if both are to move, and returns its canonical text.
    ///
    /// # Errors
    ///
    /// [`AnyGameError::Entry`] if a move is not complete.
    pub fn commit(&mut self) -> Result<String, AnyGameError> {
        fn commit<G: EnterMove>(session: &mut Session<G>) -> Result<String, AnyGameError> {
            let before = session.history().position().clone();
            let mv = session.commit()?;
            Ok(before.move_text(&mv))
        }
        each!(self, session => commit(session))
    }

    /// Lists the draws that can be claimed now.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        each!(self, session => session.history().claims())
    }

    /// Ends the game in a way that the board does not bring about; see [`History::end`].
    ///
    /// # Errors
    ///
    /// [`AnyGameError::Play`] if the game is over already, has no such draw, or the claim is none.
    pub fn end(&mut self, end: End) -> Result<(), AnyGameError> {
        each!(self, session => Ok(session.end(end.into())?))
    }

    /// Returns the score and a sentence for people if the game is over: `1-0: Black resigns`.
    #[must_use]
    pub fn termination(&self) -> Option<(Score, String)> {
        each!(self, session => session.history().termination().map(|end| (end.score(), end.to_string())))
    }
}

/// Why a game refuses what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnyGameError {
    /// There is no game of this name.
    #[error("there is no game ‘{}’; there are {}", tavlei_game::text::Escaped(.name), AnyGame::NAMES.join(", "))]
    Name {
        /// The name.
        name: String,
    },
    /// The rules are refused.
    #[error("{0}")]
    Rules(String),
    /// The position is refused.
    #[error("{0}")]
    Position(String),
    /// The text is refused as a move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The text names no square of the board.
    #[error("‘{}’ is no square of the board", tavlei_game::text::Escaped(.text))]
    Square {
        /// The text.
        text: String,
    },
    /// The move cannot be entered so.
    #[error(transparent)]
    Entry(#[from] EntryError),
    /// The game cannot go on or end so.
    #[error(transparent)]
    Play(#[from] PlayError),
}
