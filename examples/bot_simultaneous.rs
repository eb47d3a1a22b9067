//! A bot for any game in which both sides choose at once: it learns a mixed strategy by regret matching over random
//! playouts (Hart and Mas-Colell 2000), and draws its choice from it.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "an example that can’t run ends")]

use std::convert::Infallible;

use rand_core::{Rng, TryRng};
use tavlei::game::{ChoiceNotation, Joint, Notation, Side, Simultaneous, playout};
use tavlei::proryv;

/// For each choice of a side, how often it should be drawn; learned in the given number of rounds.
fn learn<G: Simultaneous>(position: &G, side: Side, rounds: u32, rng: &mut impl Rng) -> Vec<(G::Choice, f64)> {
    let choices = Side::BOTH.map(|side| position.choices(side));
    let mut regrets = [vec![0.0; choices[0].len()], vec![0.0; choices[1].len()]];
    let mut weights = regrets.clone();
    for _ in 0..rounds {
        let drawn = [draw(&regrets[0], rng), draw(&regrets[1], rng)];
        for me in [0, 1] {
            let mixed = positive(&regrets[me]);
            weights[me].iter_mut().zip(mixed).for_each(|(weight, share)| *weight += share);
            let values: Vec<f64> = (0..choices[me].len())
                .map(|mine| {
                    let [white, black] = if me == 0 { [mine, drawn[1]] } else { [drawn[0], mine] };
                    let mv = Joint { white: choices[0][white].clone(), black: choices[1][black].clone() };
                    let end = playout(&mut position.after(&mv), rng, 60).outcome;
                    end.map_or(0.0, |outcome| f64::from(outcome.payoff(Side::BOTH[me])))
                })
                .collect();
            let got = values[drawn[me]];
            regrets[me].iter_mut().zip(values).for_each(|(regret, value)| *regret += value - got);
        }
    }
    let me = side as usize;
    let total: f64 = weights[me].iter().sum();
    choices[me].iter().cloned().zip(weights[me].iter().map(|weight| weight / total)).collect()
}

/// Shares in proportion to the positive regrets; equal ones where there are none.
fn positive(regrets: &[f64]) -> Vec<f64> {
    let total: f64 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    let share = |regret: &f64| if total > 0.0 { regret.max(0.0) / total } else { 1.0 / regrets.len() as f64 };
    regrets.iter().map(share).collect()
}

fn draw(regrets: &[f64], rng: &mut impl Rng) -> usize {
    let mut left = rng.next_u32() as f64 / f64::from(u32::MAX);
    let shares = positive(regrets);
    let last = shares.len() - 1;
    shares
        .iter()
        .position(|share| {
            left -= share;
            left < 0.0
        })
        .unwrap_or(last)
}

fn main() {
    // White a4 d1 against Black b5 c2: worth -1/3, with White's a4-a5 played two times in three (a4-b5 one in three).
    let position =
        proryv::Position::read_position("w d1,a4;c2,b5", &proryv::Rules::default()).expect("a good position");
    let strategy = learn(&position, Side::White, 4000, &mut XorShift(7));
    for (choice, share) in strategy.iter().filter(|(_, share)| *share > 0.05) {
        println!("{} {:.0} %", position.choice_text(Side::White, choice), share * 100.0);
    }
}

/// Any generator will do; this one (Marsaglia 2003) needs no crate.
struct XorShift(u64);

impl TryRng for XorShift {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| (word >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.iter_mut().try_for_each(|byte| self.try_next_u64().map(|word| *byte = word as u8))
    }
}
