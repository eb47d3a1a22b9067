//! The move counters that draughts programs write behind a position in PDN's FEN: `W:Wa1:Bg7:H0:F1`.

use tavlei_game::text::fold;

/// The counters behind a position in PDN's FEN.
///
/// ```
/// use tavlei_record::Counters;
///
/// let counters = Counters::of("W:WKa1:BKg7:H12:F40");
/// assert_eq!((counters.plies_since_progress(), counters.first_number()), (12, Some(40)));
/// assert!(!Counters::of("W:WKa1:BKg7:H0:F1").matter());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Counters {
    plies_since_progress: u32,
    number: Option<u32>,
}

impl Counters {
    /// Returns the counters of a position that its game has read; zeros if it has none, or is not written in FEN.
    #[must_use]
    pub fn of(position: &str) -> Self {
        let mut counters = Self::default();
        // Lists of towers have signs that FEN does not have.
        if position.contains([';', '=', '/']) {
            return counters;
        }
        // The first field says whose turn it is.
        for field in position.split(|c| fold(c) == ':').skip(1) {
            let field = field.trim_matches(|c: char| fold(c).is_whitespace() || matches!(c, '.' | '"'));
            let mut rest = field.chars();
            let letter = rest.next().map(fold);
            let count = rest.as_str().trim_matches(|c| fold(c).is_whitespace()).parse().ok();
            match letter {
                Some('h') => counters.plies_since_progress = count.unwrap_or_default(),
                Some('f') => counters.number = count,
                _ => {}
            }
        }
        counters
    }

    /// Returns how many plies without progress had been played before the position.
    #[must_use]
    pub const fn plies_since_progress(self) -> u32 {
        self.plies_since_progress
    }

    /// Returns the number of the first move.
    #[must_use]
    pub const fn first_number(self) -> Option<u32> {
        self.number
    }

    /// Returns whether the counters say more than that the game begins here.
    #[must_use]
    pub fn matter(self) -> bool {
        self.plies_since_progress > 0 || self.number.is_some_and(|number| number != 1)
    }
}
