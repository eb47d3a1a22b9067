//! The trait that every game implements, and its two kinds.

use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};
use core::hash::Hash;
use core::ops::ControlFlow;

use crate::{HistoryRules, Outcome, Side};

/// A two-player game of complete information about the past: its position is the value itself.
///
/// `Eq` and `Hash` mean "the same position for the purposes of repetition": clocks, counters and what was played
/// before live outside, in a [`History`](crate::History). `Default` is the start position under the default rules.
///
/// # Walking the tree
///
/// Moves are *pushed* to a visitor, which may stop early. Captures are recursive, so this is what a generator can do
/// without allocating; counting, "is there any", the first match and filling a list are all callers of it. Positions
/// are small and there is no undo: to take a move back, keep the position from before.
///
/// ```
/// use core::ops::ControlFlow;
/// use tavlei_game::Game;
///
/// /// The first move after which the game is over.
/// fn finisher<G: Game>(position: &G) -> Option<G::Move> {
///     position
///         .for_each_move(|mv| {
///             let mut after = position.clone();
///             after.play_unchecked(&mv);
///             if after.outcome().is_some() { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
///         })
///         .break_value()
/// }
/// ```
///
/// # Laws
///
/// Implementations promise what [`laws`](crate::laws) checks: moves are listed once each; a move is legal exactly when
/// it is listed; [`count_moves`](Self::count_moves) is the number listed; a finished position has no moves and an
/// unfinished one has some; playing a listed move never fails, and a refused move changes nothing.
pub trait Game: Clone + Eq + Hash + Debug + Default {
    /// A move: it takes the game from one position to the next. `Ord` is any fixed total order.
    type Move: Clone + Eq + Ord + Hash + Debug;

    /// Why a game has ended: an enum of the game's own, whose `Display` is a short phrase.
    type Reason: Copy + Eq + Debug + Display;

    /// The rule options that the position is played under; [`NoRules`](crate::NoRules) for a game without options.
    type Rules: Clone + Eq + Default + Debug;

    /// Up to the given number of plies [`count_sequences`](Self::count_sequences) is quicker than visiting the moves
    /// and counting behind each. Whoever splits a count up, to share it or to remember parts of it, stops there.
    const BULK_PLIES: u32 = 3;

    /// Whether the players may agree on a draw in a game that the rules have not ended.
    const AGREED_DRAWS: bool = true;

    /// The start position under these rules.
    fn start(rules: &Self::Rules) -> Self;

    /// The rules that the position is played under.
    fn rules(&self) -> Self::Rules;

    /// Returns who moves next: one side, or both at once. A finished position says it, too.
    fn to_move(&self) -> ToMove;

    /// The outcome, if the game is over in this position by itself.
    ///
    /// Draws that hang on a game's past (repetition, counters) are no property of a position: see
    /// [`History::claim`](crate::History::claim).
    fn outcome(&self) -> Option<Outcome<Self::Reason>>;

    /// Calls the visitor with every legal move, in a fixed order, until it breaks or there are no more.
    ///
    /// A finished position has no moves.
    fn for_each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays a move that is known to be legal here.
    ///
    /// With any other move the result is unspecified (a nonsensical position, or a panic), but never undefined
    /// behaviour. Use
    /// [`play`](Self::play) for moves from outside.
    fn play_unchecked(&mut self, mv: &Self::Move);

    /// Returns whether the move is legal here.
    fn is_legal(&self, mv: &Self::Move) -> bool {
        self.for_each_move(|listed| if listed == *mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_break()
    }

    /// Plays a move if it is legal here.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`], and the position is as it was.
    fn play(&mut self, mv: &Self::Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) {
            self.play_unchecked(mv);
            Ok(())
        } else {
            Err(IllegalMove)
        }
    }

    /// The position after a move that is known to be legal here; see [`play_unchecked`](Self::play_unchecked).
    #[inline]
    #[must_use]
    fn after(&self, mv: &Self::Move) -> Self {
        let mut after = self.clone();
        after.play_unchecked(mv);
        after
    }

    /// All legal moves, in the order in which they are visited.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _: ControlFlow<()> = self.for_each_move(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Returns how many legal moves there are.
    #[expect(clippy::arithmetic_side_effects, reason = "one for each visit")]
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _: ControlFlow<()> = self.for_each_move(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The `n`-th legal move in the order in which they are visited, counted from 0.
    #[expect(clippy::arithmetic_side_effects, reason = "it is above 0")]
    fn nth_move(&self, n: u64) -> Option<Self::Move> {
        let mut left = n;
        self.for_each_move(|mv| {
            if left == 0 {
                return ControlFlow::Break(mv);
            }
            left -= 1;
            ControlFlow::Continue(())
        })
        .break_value()
    }

    /// Returns the legal move whose number `pick` chooses, in the order in which they are visited, counted from 0.
    ///
    /// `pick` is given the number of legal moves. Without a legal move it isn't called, and there is no answer; there
    /// is none either if it chooses a number that is too high. A game overrides this if one look at the position serves
    /// to count its moves and to find one of them; random play rests on it.
    #[inline]
    fn choose_move(&self, pick: impl FnOnce(u64) -> u64) -> Option<Self::Move> {
        match self.count_moves() {
            0 => None,
            count => self.nth_move(pick(count)),
        }
    }

    /// Returns how many sequences of exactly the given number of plies can be played from here: see
    /// [`perft`](crate::perft()).
    ///
    /// At 0 plies that is one; a finished position has none of any greater length. Games override this where they can
    /// count several plies at once; the answer must not differ. It can't overflow by visiting, only by multiplying, and
    /// whoever multiplies must saturate at `u128::MAX`.
    #[expect(clippy::arithmetic_side_effects, reason = "there are two or more")]
    fn count_sequences(&self, plies: u32) -> u128 {
        match plies {
            0 => 1,
            1 => u128::from(self.count_moves()),
            _ => {
                let mut count = 0u128;
                let _: ControlFlow<()> = self.for_each_move(|mv| {
                    count = count.saturating_add(self.after(&mv).count_sequences(plies - 1));
                    ControlFlow::Continue(())
                });
                count
            }
        }
    }

    /// Returns which draws the game's past can bring about; none, unless the game says so.
    fn history_rules(&self) -> HistoryRules {
        HistoryRules::NONE
    }

    /// Returns whether a legal move changes what the draw counter of [`history_rules`](Self::history_rules) watches.
    /// Searches rely on it that no position from before such a move can come again.
    fn is_irreversible(&self, _mv: &Self::Move) -> bool {
        false
    }
}

/// A game in which the sides take turns.
pub trait Sequential: Game {
    /// The side whose turn it is, also when the game is over.
    fn side_to_move(&self) -> Side;

    /// Returns whether a legal move is a capture that the rules make compulsory: then all moves of the position are captures.
    ///
    /// A search plays such positions out before it trusts a static evaluation. A game without compulsory captures keeps the
    /// default, `false`.
    #[inline]
    fn is_compulsory_capture(&self, _mv: &Self::Move) -> bool {
        false
    }
}

/// A game in which both sides choose at once, neither knowing the other's choice.
///
/// Its moves are all pairs of a choice of White's and a choice of Black's, in the order of White's choices and, within
/// each, of Black's.
pub trait Simultaneous: Game<Move = Joint<Self::Choice>> {
    /// The choice of one side.
    type Choice: Clone + Eq + Ord + Hash + Debug;

    /// Calls the visitor with every choice that a side has, in a fixed order. A finished position offers none.
    fn for_each_choice<B>(&self, side: Side, visit: impl FnMut(Self::Choice) -> ControlFlow<B>) -> ControlFlow<B>;

    /// All choices that a side has, in the order in which they are visited.
    fn choices(&self, side: Side) -> Vec<Self::Choice> {
        let mut choices = Vec::new();
        let _: ControlFlow<()> = self.for_each_choice(side, |choice| {
            choices.push(choice);
            ControlFlow::Continue(())
        });
        choices
    }

    /// Returns how many choices a side has.
    #[expect(clippy::arithmetic_side_effects, reason = "one for each visit")]
    fn count_choices(&self, side: Side) -> u64 {
        let mut count = 0;
        let _: ControlFlow<()> = self.for_each_choice(side, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }
}

/// The side to move, or both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ToMove {
    /// One side, in a [`Sequential`] game.
    One(Side),
    /// Both sides at once, in a [`Simultaneous`] game.
    Both,
}

impl ToMove {
    /// Returns whether this side moves next.
    #[must_use]
    pub const fn includes(self, side: Side) -> bool {
        match self {
            Self::One(mover) => mover as u8 == side as u8,
            Self::Both => true,
        }
    }

    /// Returns the side that moves alone.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::One(side) => Some(side),
            Self::Both => None,
        }
    }
}

/// `White`, `Black` or `both`.
impl Display for ToMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(side) => Display::fmt(side, f),
            Self::Both => f.write_str("both"),
        }
    }
}

/// The choices of both sides for one turn of a [`Simultaneous`] game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Joint<C> {
    /// White's choice.
    pub white: C,
    /// Black's choice.
    pub black: C,
}

/// Both choices with a space between them, White's first.
impl<C: Display> Display for Joint<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.white, self.black)
    }
}

impl<C> Joint<C> {
    /// The choice of one side.
    #[inline]
    pub const fn of(&self, side: Side) -> &C {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

/// The move is not legal in the position that it was to be played in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the move is not legal in this position")]
pub struct IllegalMove;
