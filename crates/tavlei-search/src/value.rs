//! The value of a position in a search.

use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move: an estimate in centi-units, or a forced result.
///
/// A hundred units are about what the game's commonest piece is worth; the [evaluation](crate::Evaluation) says so. A
/// forced win comes before every estimate, more points before fewer and, with as many points, a sooner win before a later
/// one; for losses all of this is the other way round.
///
/// ```
/// use tavlei_search::Value;
///
/// assert!(Value::win(2, 40) > Value::win(1, 3) && Value::win(1, 3) > Value::win(1, 5));
/// assert!(Value::win(1, 99) > Value::estimate(15_000) && Value::loss(1, 2) < Value::loss(1, 4));
/// assert_eq!(-Value::win(2, 7), Value::loss(2, 7));
/// assert_eq!(Value::estimate(135).to_string(), "+1.35");
/// assert_eq!(Value::win(2, 7).to_string(), "win in 7 plies, 2 points");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Value(i16);

/// A result that one side can force, as far as the search can see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Forced {
    /// The payoff for the side to move: positive if it wins.
    pub payoff: i32,
    /// After how many plies the game is over.
    pub plies: u32,
}

// Estimates lie within ±ESTIMATES. The wins of p points take up the band that ends at FORCED + p × BAND.
const ESTIMATES: i16 = 19_999;
const FORCED: i16 = 20_000;
const BAND: i16 = 4_000;

impl Value {
    /// A draw, and the estimate that favours nobody.
    pub const DRAW: Self = Self(0);

    /// The greatest number of points that are told apart; a win by more counts as a win by this number.
    pub const MAX_POINTS: u8 = 3;

    /// The greatest number of plies that are told apart in a forced result.
    pub const MAX_PLIES: u32 = BAND as u32 - 1;

    /// The greatest estimate, in centi-units.
    pub const MAX_UNITS: i32 = ESTIMATES as i32;

    /// Greater than every value that a position can have; its negation is less.
    pub(crate) const INFINITE: Self = Self(i16::MAX);

    /// An estimate in centi-units, brought into ±[`MAX_UNITS`](Self::MAX_UNITS).
    #[inline]
    #[must_use]
    pub const fn estimate(units: i32) -> Self {
        if units > Self::MAX_UNITS {
            Self(ESTIMATES)
        } else if units < -Self::MAX_UNITS {
            Self(-ESTIMATES)
        } else {
            Self(units as i16)
        }
    }

    /// A win by the given number of points, after the given number of plies.
    #[inline]
    #[must_use]
    pub const fn win(points: u8, plies: u32) -> Self {
        let points = if points > Self::MAX_POINTS { Self::MAX_POINTS } else { points };
        let plies = if plies > Self::MAX_PLIES { Self::MAX_PLIES } else { plies };
        Self(FORCED + BAND * points as i16 - plies as i16)
    }

    /// A loss by the given number of points, after the given number of plies.
    #[inline]
    #[must_use]
    pub const fn loss(points: u8, plies: u32) -> Self {
        Self(-Self::win(points, plies).0)
    }

    /// Returns the value of a payoff for the side to move that is reached after `plies` plies.
    #[inline]
    #[must_use]
    pub const fn payoff(payoff: i32, plies: u32) -> Self {
        let points = if payoff.unsigned_abs() > 255 { 255 } else { payoff.unsigned_abs() as u8 };
        match payoff {
            0 => Self::DRAW,
            1.. => Self::win(points, plies),
            _ => Self::loss(points, plies),
        }
    }

    /// The centi-units of an estimate; `None` for a forced result.
    #[must_use]
    pub const fn units(self) -> Option<i32> {
        if self.is_forced() { None } else { Some(self.0 as i32) }
    }

    /// The forced result; `None` for an estimate.
    #[must_use]
    pub const fn forced(self) -> Option<Forced> {
        if !self.is_forced() {
            return None;
        }
        let above = self.0.unsigned_abs() as i32 - FORCED as i32;
        let points = (above + BAND as i32 - 1) / BAND as i32;
        let plies = (points * BAND as i32 - above) as u32;
        Some(Forced { payoff: points * self.0.signum() as i32, plies })
    }

    /// Returns whether it is a forced result.
    #[inline]
    #[must_use]
    pub const fn is_forced(self) -> bool {
        self.0.unsigned_abs() > ESTIMATES as u16
    }

    /// The next greater value.
    #[inline]
    pub(crate) const fn above(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The value moved by the given number of units; a forced result, or what would become one, turns infinite.
    pub(crate) const fn moved(self, units: i32) -> Self {
        let moved = self.0 as i32 + units;
        if !self.is_forced() && moved.abs() <= Self::MAX_UNITS {
            Self(moved as i16)
        } else if units > 0 {
            Self::INFINITE
        } else {
            Self(-i16::MAX)
        }
    }

    /// A value reckoned from a position the given number of plies further on, as one reckoned from here.
    #[inline]
    pub(crate) const fn seen_from(self, plies: usize) -> Self {
        if !self.is_forced() { self } else { Self(self.0 - plies as i16 * self.0.signum()) }
    }

    /// A value reckoned from here, as one reckoned from a position the given number of plies further on.
    #[inline]
    pub(crate) const fn seen_at(self, plies: usize) -> Self {
        if !self.is_forced() { self } else { Self(self.0 + plies as i16 * self.0.signum()) }
    }

    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits as i16)
    }
}

/// Returns the value for the opponent.
impl Neg for Value {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// `+1.35`, `0.00`, `win in 7 plies`, `loss in 4 plies, 2 points`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Forced { payoff, plies }) = self.forced() else {
            let units = i32::from(self.0);
            let sign = match units.signum() {
                1 => "+",
                -1 => "-",
                _ => "",
            };
            return write!(f, "{sign}{}.{:02}", units.abs() / 100, units.abs() % 100);
        };
        let what = if payoff > 0 { "win" } else { "loss" };
        let plural = if plies == 1 { "ply" } else { "plies" };
        write!(f, "{what} in {plies} {plural}")?;
        if payoff.abs() == 1 { Ok(()) } else { write!(f, ", {} points", payoff.abs()) }
    }
}

/// As [`Display`](fmt::Display).
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forced_results_come_back_as_they_went_in() {
        for points in 1..=Value::MAX_POINTS {
            for plies in [0, 1, 2, 263, Value::MAX_PLIES] {
                let (win, loss) = (Value::win(points, plies), Value::loss(points, plies));
                assert_eq!(win.forced(), Some(Forced { payoff: points.into(), plies }));
                assert_eq!(loss.forced(), Some(Forced { payoff: -i32::from(points), plies }));
                assert!(win < Value::INFINITE && -Value::INFINITE < loss);
                assert!(win > Value::estimate(i32::MAX) && loss < Value::estimate(i32::MIN));
            }
        }
        assert_eq!(Value::estimate(-7).units(), Some(-7));
        assert_eq!(Value::win(1, 1).units(), None);
        assert_eq!(Value::payoff(-2, 3), Value::loss(2, 3));
    }

    #[test]
    fn a_result_is_later_when_seen_from_an_earlier_position() {
        assert_eq!(Value::win(1, 3).seen_from(4), Value::win(1, 7));
        assert_eq!(Value::loss(2, 3).seen_from(4), Value::loss(2, 7));
        assert_eq!(Value::loss(2, 7).seen_at(4), Value::loss(2, 3));
        assert_eq!(Value::estimate(50).seen_from(4), Value::estimate(50));
    }
}
