//! A game small enough to see through: three heaps, and whoever takes the last counter wins.
//!
//! `a2` takes two counters from heap a. The position is `w 3,4,5`.

use std::fmt::{self, Write};
use std::ops::ControlFlow;
use std::str::FromStr;

use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_game::{Game, MoveError, Notation, Outcome, RulesError, Sequential, Side, ToMove, rule_pairs};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Nim {
    heaps: [u8; 3],
    side: Side,
    rules: NimRules,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Take {
    heap: u8,
    counters: u8,
}

/// Whether the one who takes the last counter loses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct NimRules {
    misere: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Empty;

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no counters are left")
    }
}

impl Default for Nim {
    fn default() -> Self {
        Self::start(&NimRules::default())
    }
}

impl Game for Nim {
    const AGREED_DRAWS: bool = false;

    type Move = Take;
    type Reason = Empty;
    type Rules = NimRules;

    fn start(rules: &NimRules) -> Self {
        Self { heaps: [3, 4, 5], side: Side::White, rules: *rules }
    }

    fn rules(&self) -> NimRules {
        self.rules
    }

    fn to_move(&self) -> ToMove {
        ToMove::One(self.side_to_move())
    }

    fn outcome(&self) -> Option<Outcome<Empty>> {
        let winner = if self.rules.misere { self.side } else { !self.side };
        (self.heaps == [0; 3]).then(|| Outcome::win(winner, 1, Empty))
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Take) -> ControlFlow<B>) -> ControlFlow<B> {
        for (heap, &size) in (0..).zip(&self.heaps) {
            for counters in 1..=size {
                visit(Take { heap, counters })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, mv: &Take) {
        self.heaps[usize::from(mv.heap)] -= mv.counters;
        self.side = !self.side;
    }
}

impl Sequential for Nim {
    fn side_to_move(&self) -> Side {
        self.side
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.heaps;
        write!(f, "{} {a},{b},{c}", self.side.letter())
    }
}

impl fmt::Display for NimRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.misere { "misere=yes" } else { "misere=no" })
    }
}

impl FromStr for NimRules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for (offset, key, value_offset, value) in rule_pairs(text)? {
            if key != "misere" {
                return Err(RulesError::UnknownKey { offset, key, known: "misere" });
            }
            rules.misere = match value.as_str() {
                "yes" => true,
                "no" => false,
                _ => return Err(RulesError::BadValue { offset: value_offset, key, value, expected: "yes or no" }),
            };
        }
        Ok(rules)
    }
}

impl Notation for Nim {
    const NAME: &'static str = "nim";

    type PositionError = SyntaxError;

    fn read_position(text: &str, rules: &NimRules) -> Result<Self, SyntaxError> {
        let mut scanner = Scanner::new(text);
        let side = match scanner.next() {
            Some('w') => Side::White,
            Some('b') => Side::Black,
            _ => return Err(SyntaxError { offset: 0, found: text.chars().next(), expected: "w or b" }),
        };
        let mut heaps = [0; 3];
        for heap in &mut heaps {
            scanner.skip_spaces();
            let digit = scanner.eat_if(|c| matches!(c, '0'..='5')).ok_or_else(|| scanner.expected("a heap, 0 to 5"))?;
            *heap = digit as u8 - b'0';
            scanner.eat(',');
        }
        scanner.finish("nothing more")?;
        Ok(Self { heaps, side, rules: *rules })
    }

    fn write_move(&self, mv: &Take, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}{}", (b'a' + mv.heap) as char, mv.counters)
    }

    fn read_move(&self, text: &str) -> Result<Take, MoveError> {
        if let Some(outcome) = self.outcome() {
            return Err(MoveError::GameOver { outcome: outcome.to_string() });
        }
        let mut scanner = Scanner::new(text);
        let heap = scanner.eat_if(|c| matches!(c, 'a'..='c')).ok_or_else(|| scanner.expected("a heap, a to c"))?;
        scanner.skip_spaces();
        let offset = scanner.offset();
        let digit = scanner.eat_if(|c| matches!(c, '1'..='9')).ok_or_else(|| scanner.expected("a number"))?;
        scanner.finish("nothing more")?;
        let mv = Take { heap: heap as u8 - b'a', counters: digit as u8 - b'0' };
        if self.is_legal(&mv) {
            Ok(mv)
        } else {
            Err(MoveError::Illegal { offset, reason: "the heap is smaller".into(), meant: Vec::new() })
        }
    }

    fn write_diagram(&self, out: &mut dyn Write) -> fmt::Result {
        writeln!(out, "{self}")
    }
}
