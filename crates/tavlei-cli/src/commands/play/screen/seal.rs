//! Choices that are hidden until both sides have chosen (P-2).

use std::convert::Infallible;
use std::fmt::Debug;

use rand::rngs::StdRng;
use rand::{CryptoRng, SeedableRng};
use tavlei::game::Side;
use tavlei::proryv::sealed_move::{Body, Party, Player, Recording, Seat, Secret, Terms};
use tavlei::proryv::sealed_turn::{AwaitingOpenMove, AwaitingSealedMove};
use tavlei::proryv::{Choice, Position, Turn};

use crate::game::Playable;

/// Hides choices of a game in which both sides choose at once.
pub(super) trait Sealer<G: Playable>: Debug {
    /// Returns the side that chooses first if people play both.
    fn first(&self, position: &G) -> Side;

    /// Hides the choice of a side.
    ///
    /// # Errors
    ///
    /// The choice is not legal, or the system draws no secret.
    fn seal(&mut self, position: &G, side: Side, choice: G::Entered, by: Sealing)
    -> Result<Box<dyn Sealed<G>>, String>;

    /// Returns what a turn has come to, in words.
    fn tell(&self, position: &G, turn: &G::Move) -> String;
}

/// How a choice is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sealing {
    /// In this program, as a player records it on paper.
    Paper,
    /// With a commitment that everybody can check later.
    Commitment,
}

/// A choice that is hidden.
pub(super) trait Sealed<G: Playable>: Debug {
    /// Returns the hash that binds the choice, if there is one.
    fn commitment(&self) -> Option<String>;

    /// Shows the choice, now that the other side has made its own.
    ///
    /// # Errors
    ///
    /// The choice that is shown differs from the one that was hidden.
    fn open(self: Box<Self>, other: &G::Entered) -> Result<Opened<G::Entered>, String>;
}

/// A choice that was hidden.
#[derive(Debug)]
pub(super) struct Opened<E> {
    pub(super) choice: E,
    /// The secret that was hashed with the choice, once the commitment was found to fit.
    pub(super) secret: Option<String>,
}

/// Hides the choices of Proryv.
#[derive(Debug)]
pub(super) struct ProryvSealer {
    rng: StdRng,
}

impl ProryvSealer {
    /// A sealer that draws its secrets from this seed, which nobody must be able to guess.
    pub(super) fn new(seed: [u8; 32]) -> Self {
        Self { rng: StdRng::from_seed(seed) }
    }

    /// The terms of one turn, in which both sides commit themselves, and the seats of both.
    fn seats(&mut self, position: &Position) -> Result<[Seat; 2], String> {
        let rng: &mut dyn CryptoRng = &mut self.rng;
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let mut party = |name: &str| Party::new(Player::Name(name.to_owned()), rng).map_err(|error| text(&error));
        let (white, black) = (party("White")?, party("Black")?);
        let terms = Terms::new("play", white.clone(), black.clone(), *position).map_err(|error| text(&error))?;
        let terms = terms.with_recording(Recording::Both);
        let seat = |party| Seat::new(terms.clone(), party).map_err(|error| text(&error));
        let mut seats = [seat(&white)?, seat(&black)?];
        for side in Side::BOTH {
            deliver(&mut seats, side)?;
        }
        Ok(seats)
    }
}

impl Sealer<Position> for ProryvSealer {
    fn first(&self, position: &Position) -> Side {
        position.recorder()
    }

    fn seal(
        &mut self,
        position: &Position,
        side: Side,
        choice: Choice,
        by: Sealing,
    ) -> Result<Box<dyn Sealed<Position>>, String> {
        let text = |error: &dyn std::fmt::Display| error.to_string();
        if by == Sealing::Paper && side == position.recorder() {
            let turn = AwaitingSealedMove::new(*position).map_err(|error| text(&error))?;
            return turn.seal(choice).map(|turn| Box::new(turn) as _).map_err(|refused| text(&refused));
        }
        let mut seats = self.seats(position)?;
        let secret = Secret::random(&mut self.rng).map_err(|error| text(&error))?;
        let answer = Secret::random(&mut self.rng).map_err(|error| text(&error))?;
        seats[side as usize].seal(choice, secret).map_err(|error| text(&error))?;
        let commitment = deliver(&mut seats, side)?.ok_or("there is no commitment")?;
        Ok(Box::new(Committed { seats, side, commitment, answer }))
    }

    fn tell(&self, position: &Position, turn: &Turn) -> String {
        position.resolve(turn).map_or_else(|error| error.to_string(), |resolution| resolution.to_string())
    }
}

/// Hands the messages of a side to the other, and returns the commitment or the secret that is in them.
fn deliver([white, black]: &mut [Seat; 2], from: Side) -> Result<Option<String>, String> {
    let (from, to) = if from == Side::White { (white, black) } else { (black, white) };
    let mut shown = None;
    let Ok(messages) = from.publish(|_| Ok::<(), Infallible>(()));
    for message in messages {
        match message.body() {
            Body::Commit(commitment) => shown = Some(commitment.to_string()),
            Body::Open(opening) => {
                shown = Some(opening.secret().iter().map(|byte| format!("{byte:02x}")).collect());
            }
            _ => {}
        }
        to.receive(&message).map_err(|fault| fault.to_string())?;
    }
    Ok(shown)
}

/// Hands messages on until all that they bring about has been said; returns what this side has shown.
fn exchange(seats: &mut [Seat; 2], side: Side) -> Result<Option<String>, String> {
    let mut shown = None;
    for _ in 0..2 {
        shown = deliver(seats, side)?.or(shown);
        deliver(seats, !side)?;
    }
    Ok(shown)
}

impl Sealed<Position> for AwaitingOpenMove {
    fn commitment(&self) -> Option<String> {
        None
    }

    fn open(self: Box<Self>, other: &Choice) -> Result<Opened<Choice>, String> {
        let recorder = self.recorder();
        let resolved = (*self).open(*other).map_err(|refused| refused.to_string())?;
        Ok(Opened { choice: *resolved.resolution().turn().of(recorder), secret: None })
    }
}

/// A choice that its side has committed itself to, and the seats of both sides.
struct Committed {
    seats: [Seat; 2],
    side: Side,
    commitment: String,
    /// For the choice of the other side.
    answer: Secret,
}

impl Debug for Committed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Committed").field("side", &self.side).finish_non_exhaustive()
    }
}

impl Sealed<Position> for Committed {
    fn commitment(&self) -> Option<String> {
        Some(self.commitment.clone())
    }

    fn open(self: Box<Self>, other: &Choice) -> Result<Opened<Choice>, String> {
        let Self { mut seats, side, answer, .. } = *self;
        let text = |error: &dyn std::fmt::Display| error.to_string();
        seats[!side as usize].seal(*other, answer).map_err(|error| text(&error))?;
        // Both acknowledge the commitments, then both show their choices.
        exchange(&mut seats, side)?;
        for seat in &mut seats {
            seat.open().map_err(|error| text(&error))?;
        }
        let secret = exchange(&mut seats, side)?;
        let played = seats[!side as usize].transcript().history().moves().next_back();
        let choice = played.map(|turn| *turn.of(side)).ok_or("the turn was not played")?;
        Ok(Opened { choice, secret })
    }
}

#[cfg(test)]
mod tests {
    use tavlei::game::ChoiceNotation;

    use super::*;

    fn opened(side: Side, by: Sealing) -> (Option<String>, Opened<Choice>) {
        let position = Position::default();
        let choice = |side, text| position.read_choice(side, text).expect("a choice");
        let mut sealer = ProryvSealer::new([1; 32]);
        let (own, other) = match side {
            Side::White => (choice(side, "b2-c3"), choice(Side::Black, "c4-c3")),
            Side::Black => (choice(side, "c4-c3"), choice(Side::White, "b2-c3")),
        };
        let sealed = sealer.seal(&position, side, own, by).expect("it is legal");
        assert!(!format!("{sealed:?}").contains("c3"), "{sealed:?}");
        (sealed.commitment(), sealed.open(&other).expect("it fits"))
    }

    /// Whoever records, a commitment is made before the other choice, and opened after it (P-2).
    #[test]
    fn p2_a_hidden_choice_is_shown_after_the_other_is_made() {
        for (side, text) in [(Side::White, "b2-c3"), (Side::Black, "c4-c3")] {
            let (commitment, opened) = opened(side, Sealing::Commitment);
            assert_eq!(opened.choice.to_string(), text);
            assert_eq!((commitment.expect("a hash").len(), opened.secret.expect("a secret").len()), (64, 64));
        }
        let (commitment, opened) = opened(Side::White, Sealing::Paper);
        assert_eq!((commitment, opened.choice.to_string(), opened.secret), (None, "b2-c3".to_owned(), None));
    }

    #[test]
    fn p3_an_illegal_choice_is_not_sealed() {
        let position = Position::default();
        let far = Choice::step("b2".parse().expect("a square"), "b4".parse().expect("a square"));
        let mut sealer = ProryvSealer::new([1; 32]);
        for by in [Sealing::Paper, Sealing::Commitment] {
            assert!(sealer.seal(&position, Side::White, far, by).is_err());
        }
    }
}
