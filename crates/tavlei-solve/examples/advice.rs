//! Compares the solution of Proryv with its author's advice: *attacking pays better than defending*, *the fewer men are
//! left, the easier wins he whose men are nearer*, *attack with a group of three at least*, *passing matters*.
//!
//! `cargo run --release -p tavlei-solve --example advice -- TABLE [TABLE-WITHOUT-PASSING]`
//! with tables written by `tavlei table proryv`.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use tavlei_game::Side;
use tavlei_geometry::rect::Bitboard;
use tavlei_proryv::{Position, Rules};
use tavlei_solve::proryv::{Tablebase, Values};

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = std::env::args().skip(1);
    let rules = Rules::default();
    let open = |path: &str, rules: &Rules| -> Result<Tablebase, Box<dyn Error>> {
        Ok(Tablebase::read(rules, &mut BufReader::new(File::open(path)?))?)
    };
    let table = open(&paths.next().ok_or("which table?")?, &rules)?;
    let strict_rules = rules.with_passing(false);
    let strict = paths.next().map(|path| open(&path, &strict_rules)).transpose()?;

    println!("men  foremost man nearer   men nearer by a step   group 3+ against 1   without passing");
    for men in 1..=table.men() as u32 {
        let (mut nearer, mut step, mut grouped) = (Mean::default(), Slope::default(), Mean::default());
        let (mut changed, mut total) = (0u64, 0u64);
        for_each_position(&rules, men, |position| {
            let Some(value) = table.value(position) else { return };
            let [white, black] = Side::BOTH.map(|side| Army::of(position, side));
            if white.foremost != black.foremost {
                nearer.add(if white.foremost > black.foremost { value } else { -value });
            } else if white.foremost >= 2 && white.steps == black.steps && white.group >= 3 && black.group == 1 {
                grouped.add(value);
            }
            step.add(f64::from(white.steps) - f64::from(black.steps), value);
            if let Some(strict) = &strict
                && let Ok(position) = Position::builder(position.recorder(), &strict_rules)
                    .men(Side::White, position.men_of(Side::White))
                    .men(Side::Black, position.men_of(Side::Black))
                    .build()
                && let Some(other) = strict.value(&position)
            {
                total += 1;
                changed += u64::from((other - value).abs() > 1e-9);
            }
        });
        let share =
            if total > 0 { format!("{:.1} % change", 100.0 * changed as f64 / total as f64) } else { "–".into() };
        println!(
            "{men:>3}  {:>+9.3} ({:>7})   {:>+20.3}   {:>+8.3} ({:>7})   {share}",
            nearer.mean(),
            nearer.count,
            step.slope(),
            grouped.mean(),
            grouped.count
        );
    }
    Ok(())
}

/// Visits all unfinished positions with the given number of men of each side, White recording.
fn for_each_position(rules: &Rules, men: u32, mut visit: impl FnMut(&Position)) {
    let board = rules.board();
    let squares: Vec<Bitboard> = board.squares().iter().map(Bitboard::from_square).collect();
    let mut whites = Vec::new();
    choose(&squares, men, Bitboard::EMPTY, &mut |set| {
        if !set.intersects(board.top()) {
            whites.push(set);
        }
    });
    for &white in &whites {
        let left: Vec<_> =
            squares.iter().copied().filter(|square| !square.intersects(white | board.bottom())).collect();
        choose(&left, men, Bitboard::EMPTY, &mut |black| {
            if let Ok(position) =
                Position::builder(Side::White, rules).men(Side::White, white).men(Side::Black, black).build()
            {
                visit(&position);
            }
        });
    }
}

/// Visits all ways to add so many of the squares to a set.
fn choose(squares: &[Bitboard], count: u32, set: Bitboard, visit: &mut impl FnMut(Bitboard)) {
    if count == 0 {
        return visit(set);
    }
    for (i, &square) in squares.iter().enumerate() {
        choose(&squares[i + 1..], count - 1, set | square, visit);
    }
}

/// How a side stands.
struct Army {
    /// The rank of the foremost man, counted from his own side.
    foremost: u8,
    /// How many ranks all men have gone together.
    steps: u32,
    /// How many men hang together, square by neighbouring square, with one of the foremost; the largest such group.
    group: u32,
}

impl Army {
    fn of(position: &Position, side: Side) -> Self {
        let men = position.men_of(side);
        let last = position.board().ranks() - 1;
        let gone = |rank: u8| if side == Side::White { rank } else { last - rank };
        let foremost = men.iter().map(|square| gone(square.rank())).max().unwrap_or(0);
        let group = |square| {
            let mut group = Bitboard::from_square(square);
            loop {
                let more = (group | group.neighbours()) & men;
                if more == group {
                    return group.len();
                }
                group = more;
            }
        };
        let leaders = men.iter().filter(|square| gone(square.rank()) == foremost);
        Self {
            foremost,
            steps: men.iter().map(|square| u32::from(gone(square.rank()))).sum(),
            group: leaders.map(group).max().unwrap_or(0),
        }
    }
}

#[derive(Default)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

/// How much one number grows with another, by least squares through the origin: exchange of colours turns both round.
#[derive(Default)]
struct Slope {
    products: f64,
    squares: f64,
}

impl Slope {
    fn add(&mut self, x: f64, y: f64) {
        self.products += x * y;
        self.squares += x * x;
    }

    fn slope(&self) -> f64 {
        if self.squares > 0.0 { self.products / self.squares } else { 0.0 }
    }
}
