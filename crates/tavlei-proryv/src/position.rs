//! The position: who stands where, who records, whether both have just passed (P-1, P-2, P-8).

use core::fmt;
use core::num::NonZeroU16;
use core::ops::ControlFlow;

use tavlei_game::{Game, HistoryRules, Outcome, Side, Simultaneous, ToMove};
use tavlei_geometry::rect::{Bitboard, Board};

use crate::{Choice, PositionError, Reason, Rules, Turn};

/// A position of Proryv, and the rules that it is played under.
///
/// Besides the men it knows which side records its choice in this turn (P-2), which has no influence on the play, and
/// whether both sides have passed in the turn before, which ends the game (P-8).
///
/// ```
/// use tavlei_game::{Game, Notation};
/// use tavlei_proryv::Position;
///
/// let mut position = Position::default();
/// assert_eq!(position.count_moves(), 169); // 13 choices each, the pass included
/// let turn = position.read_move("b2-c3 c4-c3")?;
/// position.play(&turn)?; // both men are gone
/// assert_eq!(position.to_string(), "b a1,b1,c1,d1,c2;b4,a5,b5,c5,d5");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) white: Bitboard,
    pub(crate) black: Bitboard,
    pub(crate) rules: Rules,
    pub(crate) recorder: Side,
    pub(crate) both_passed: bool,
}

impl Position {
    /// A position set up by hand.
    ///
    /// A man that stands on its own goal rank has broken through: the position is a finished one, with the outcome that
    /// P-6 gives it. In an unfinished position no man can stand there (P-10).
    ///
    /// # Errors
    ///
    /// [`PositionError::OffBoard`] or [`PositionError::BothSides`], for the first square that is off the board or holds
    /// men of both sides.
    pub fn new(rules: &Rules, recorder: Side, white: Bitboard, black: Bitboard) -> Result<Self, PositionError> {
        if let Some(square) = ((white | black) - rules.board().squares()).first() {
            return Err(PositionError::OffBoard { offset: None, square, board: rules.board() });
        }
        if let Some(square) = (white & black).first() {
            return Err(PositionError::BothSides { offset: None, square });
        }
        Ok(Self { white, black, rules: *rules, recorder, both_passed: false })
    }

    /// The squares of a side's men.
    #[inline]
    #[must_use]
    pub const fn men_of(&self, side: Side) -> Bitboard {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The side that records its choice in this turn; the other then moves openly (P-2).
    #[inline]
    #[must_use]
    pub const fn recorder(&self) -> Side {
        self.recorder
    }

    /// The same position with this side as the recorder: who begins to record is drawn by lot (P-2).
    #[inline]
    #[must_use]
    pub const fn with_recorder(mut self, side: Side) -> Self {
        self.recorder = side;
        self
    }

    /// Returns whether both sides have passed in the turn that led here (P-8).
    ///
    /// The text of a position ends with `;--` then.
    #[inline]
    #[must_use]
    pub const fn both_passed(&self) -> bool {
        self.both_passed
    }

    /// The same position as one to which two passes have led, or not (P-8).
    ///
    /// ```
    /// use tavlei_game::Game;
    /// use tavlei_proryv::{Position, Reason};
    ///
    /// let position = Position::default().with_both_passed(true);
    /// assert_eq!(position.outcome().map(|outcome| *outcome.reason()), Some(Reason::BothPassed));
    /// assert_eq!(position.to_string().parse(), Ok(position));
    /// ```
    #[inline]
    #[must_use]
    pub const fn with_both_passed(mut self, both_passed: bool) -> Self {
        self.both_passed = both_passed;
        self
    }

    /// The same position under the same rules but for the cap on the number of turns (P-12).
    #[inline]
    #[must_use]
    pub const fn with_turn_cap(mut self, turns: Option<NonZeroU16>) -> Self {
        self.rules = self.rules.with_turn_cap(turns);
        self
    }

    /// The board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> Board {
        self.rules.board()
    }
}

/// The start position of the author's game (P-1).
impl Default for Position {
    fn default() -> Self {
        Self::start(&Rules::default())
    }
}

impl Game for Position {
    type Move = Turn;
    type Reason = Reason;
    type Rules = Rules;

    /// Any number of turns: the count merges positions that are the same, which splitting it would undo.
    const BULK_PLIES: u32 = u32::MAX;

    /// The men as the rules' start layout has them; White records first.
    fn start(rules: &Rules) -> Self {
        let men = |side| rules.start_men(side);
        Self {
            white: men(Side::White),
            black: men(Side::Black),
            rules: *rules,
            recorder: Side::White,
            both_passed: false,
        }
    }

    #[inline]
    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn to_move(&self) -> ToMove {
        ToMove::Both
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome<Reason>> {
        self.find_outcome()
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        self.for_each_choice(Side::White, |white| {
            self.for_each_choice(Side::Black, |black| visit(Turn { white, black }))
        })
    }

    #[inline]
    fn play_unchecked(&mut self, turn: &Turn) {
        self.carry_out(turn);
    }

    fn is_legal(&self, turn: &Turn) -> bool {
        Side::BOTH.iter().all(|&side| self.check_choice(side, *turn.of(side)).is_ok())
    }

    /// The product of both sides' choices.
    #[expect(clippy::arithmetic_side_effects, reason = "a side has at most 64 × 8 + 1 choices")]
    fn count_moves(&self) -> u64 {
        self.count_choices(Side::White) * self.count_choices(Side::Black)
    }

    fn nth_move(&self, n: u64) -> Option<Turn> {
        let black = self.count_choices(Side::Black);
        let (row, column) = (n.checked_div(black)?, n.checked_rem(black)?);
        Some(Turn { white: self.nth_choice(Side::White, row)?, black: self.nth_choice(Side::Black, column)? })
    }

    /// Counts many sequences at once, exactly. From four turns on that takes memory, up to some 200 MB in all.
    fn count_sequences(&self, turns: u32) -> u128 {
        crate::count::count_sequences(self, turns)
    }

    /// The cap on the number of turns (P-12), if the rules have one.
    fn history_rules(&self) -> HistoryRules {
        HistoryRules::NONE.with_ply_cap(self.rules.turn_cap().map(|turns| u32::from(turns.get())))
    }
}

impl Simultaneous for Position {
    type Choice = Choice;

    /// The pass first, if it is legal, then the steps by the square left and the square entered.
    fn for_each_choice<B>(&self, side: Side, mut visit: impl FnMut(Choice) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        if self.may_pass(side) {
            visit(Choice::Pass)?;
        }
        for from in self.men_of(side) {
            for to in self.steps(side, from) {
                visit(Choice::Step { from, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[expect(clippy::arithmetic_side_effects, reason = "a side has at most 64 × 8 + 1 choices")]
    #[inline]
    fn count_choices(&self, side: Side) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        u64::from(self.count_steps(side) + u32::from(self.may_pass(side)))
    }
}

impl Position {
    /// The `n`-th choice that a side has, counted from 0, in the order in which they are visited.
    #[must_use]
    pub fn nth_choice(&self, side: Side, n: u64) -> Option<Choice> {
        if self.outcome().is_some() {
            return None;
        }
        let n = u32::try_from(n).ok()?;
        match n.checked_sub(u32::from(self.may_pass(side))) {
            None => Some(Choice::Pass),
            Some(n) => self.nth_step(side, n),
        }
    }
}

/// The text and the rules.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self}; {})", self.rules)
    }
}
