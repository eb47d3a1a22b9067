//! Entering a choice square by square (P-3, P-4).

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tavlei_game::{ChoiceNotation, EnterMove, Joint, Side, Simultaneous};
use tavlei_geometry::rect::{Bitboard, Square};

use crate::{Choice, ChoiceError, Position, Turn};

/// Each side enters a choice: the square of one of its men, then the square that it steps to; or it passes.
///
/// ```
/// use tavlei_game::{EnterMove, Entry, Side};
/// use tavlei_proryv::Position;
///
/// let position = Position::default();
/// let mut entry = Entry::begin(&position, Side::White, "b2".parse()?)?;
/// let refused = entry.choose("b4".parse()?).unwrap_err();
/// assert_eq!(refused.to_string(), "b2 to b4 is not one square in one of the eight directions (P-3)");
/// entry.choose("c3".parse()?)?;
/// assert_eq!(entry.finish()?.to_string(), "b2-c3");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl EnterMove for Position {
    type Square = Square;
    type Squares = Bitboard;
    type Entered = Choice;

    fn next_squares(&self, side: Side, squares: &[Square]) -> Bitboard {
        match *squares {
            [] => self.men_of(side).iter().filter(|&from| !self.steps(side, from).is_empty()).collect(),
            [from] => self.steps(side, from),
            _ => Bitboard::EMPTY,
        }
    }

    fn diagnose(&self, side: Side, squares: &[Square], square: Square) -> Cow<'static, str> {
        let refused = match squares.first() {
            None if self.men_of(!side).contains(square) => ChoiceError::EnemyMan { side, square },
            None if self.men_of(side).contains(square) => {
                return Cow::Borrowed("the man has no free square next to it (P-3)");
            }
            None if !self.board().contains(square) => ChoiceError::OffBoard { square },
            None => ChoiceError::NoMan { side, square },
            Some(&from) => match self.check_choice(side, Choice::step(from, square)) {
                Err(error) => error,
                Ok(()) => ChoiceError::NotNextTo { from, to: square },
            },
        };
        refused.to_string().into()
    }

    fn diagnose_incomplete(&self, side: Side, squares: &[Square]) -> Cow<'static, str> {
        match squares {
            [] if self.entered_pass(side).is_some() => "a man must be chosen, or a pass",
            [] => "a man must be chosen",
            _ => "the square that the man steps to is missing",
        }
        .into()
    }

    fn entered(&self, _side: Side, squares: &[Square]) -> Option<Choice> {
        match *squares {
            [from, to] => Some(Choice::step(from, to)),
            _ => None,
        }
    }

    fn entered_pass(&self, side: Side) -> Option<Choice> {
        self.check_choice(side, Choice::Pass).is_ok().then_some(Choice::Pass)
    }

    /// Nothing is captured while the choices are hidden: who meets whom is found when both are known (P-5).
    fn captured_on(&self, _side: Side, _squares: &[Square]) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The board does not change before both choices are known (P-5).
    fn board_during(&self, _side: Side, _squares: &[Square]) -> Self {
        *self
    }

    fn combine(&self, white: Option<&Choice>, black: Option<&Choice>) -> Option<Turn> {
        Some(Joint { white: *white?, black: *black? })
    }

    fn path(&self, _side: Side, choice: &Choice) -> Vec<Square> {
        match *choice {
            Choice::Pass => Vec::new(),
            Choice::Step { from, to } => [from, to].into(),
        }
    }

    fn moves_of(&self, side: Side) -> Vec<Choice> {
        self.choices(side)
    }

    fn entered_text(&self, side: Side, choice: &Choice) -> String {
        self.choice_text(side, choice)
    }

    fn moves_from(&self, side: Side, square: Square) -> Vec<Choice> {
        self.steps(side, square).iter().map(|to| Choice::step(square, to)).collect()
    }
}
