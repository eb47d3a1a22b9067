//! Counts positions rich in kings by the fast path and by a plain walk, and compares the two.
//!
//! The fast path is [`Game::count_moves`] and [`Game::count_sequences`]. The plain walk lists moves, plays each, and counts
//! the moves listed at the last ply. The positions are random, but each depends on its number alone; one in
//! [`MODEL_SHARE`] is counted by the reference model, too.
//!
//! A normal run counts 30,000 positions. The environment variable `TAVLEI_DIFFERENTIAL` sets another number. The long run
//! takes some two minutes:
//!
//! ```sh
//! TAVLEI_DIFFERENTIAL=1000000 cargo test -p tavlei-towers --test suite differential:: -- --nocapture
//! ```

use std::ops::{AddAssign, RangeInclusive};
use std::thread;

use crate::common::{all_rules, model_rules, reached, rng, under};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{Rng, RngExt};
use tavlei_game::{Game, Sequential, Side, Symmetric, playout};
use tavlei_geometry::dark::Bitboard;
use tavlei_towers::{Move, Piece, Position, Rules, Symmetry, Tower};
use tavlei_verify::models::towers::Model;

/// The number of positions in a normal run.
const POSITIONS: u64 = 30_000;

/// One position in this number is counted by the reference model, too.
const MODEL_SHARE: u64 = 16;

/// Three plies are walked only if two have at most this number of sequences.
const MAX_PAIRS: u128 = 400;

/// Counts by listing alone: lists the moves, plays each, and counts those listed at the last ply.
fn listed(position: &Position, plies: u32) -> u128 {
    let moves = position.moves();
    match plies {
        1 => moves.len() as u128,
        _ => moves.iter().map(|mv| listed(&position.after(mv), plies - 1)).sum(),
    }
}

/// The positions that were compared, and how many of them were of a kind.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    positions: u64,
    /// Each side has two kings or more that command a tower.
    kings: u64,
    /// The side to move can capture.
    captures: u64,
    /// The side to move can capture more than two towers in one move.
    chains: u64,
    /// The side to move can promote a man.
    promotions: u64,
    /// The game is over.
    blocked: u64,
    /// Three plies were counted.
    deep: u64,
    /// The reference model counted, too.
    modelled: u64,
}

impl AddAssign for Seen {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.kings += other.kings;
        self.captures += other.captures;
        self.chains += other.chains;
        self.promotions += other.promotions;
        self.blocked += other.blocked;
        self.deep += other.deep;
        self.modelled += other.modelled;
    }
}

impl Seen {
    /// Compares the counts of a position, and notes its kind. `name` leads messages.
    fn compare(&mut self, position: &Position, name: &str, by_model: bool) {
        let moves = position.moves();
        assert_eq!(position.count_moves(), moves.len() as u64, "{name}: moves of {position:?}");
        assert_eq!(position.count_sequences(1), moves.len() as u128, "{name}: 1 ply from {position:?}");
        let pairs = listed(position, 2);
        assert_eq!(position.count_sequences(2), pairs, "{name}: 2 plies from {position:?}");
        let is_small = pairs <= MAX_PAIRS;
        if is_small {
            assert_eq!(position.count_sequences(3), listed(position, 3), "{name}: 3 plies from {position:?}");
        }
        if by_model && is_small {
            let model = Model::parse(&position.to_string(), model_rules(&position.rules())).expect("a position");
            assert_eq!(u128::from(model.perft(2)), pairs, "{name}: the model’s 2 plies from {position:?}");
        }
        let has_kings = |side| (position.kings() & position.towers_of(side)).len() >= 2;
        *self += Self {
            positions: 1,
            kings: u64::from(Side::BOTH.into_iter().all(has_kings)),
            captures: u64::from(moves.iter().any(Move::is_capture)),
            chains: u64::from(moves.iter().any(|mv| mv.jumped().len() > 2)),
            promotions: u64::from(moves.iter().any(Move::is_promotion)),
            blocked: u64::from(moves.is_empty()),
            deep: u64::from(is_small),
            modelled: u64::from(by_model && is_small),
        };
    }
}

/// How the towers of a random position are made.
struct Recipe {
    /// The number of towers.
    towers: RangeInclusive<u32>,
    /// At most this number of pieces of the owner in a tower.
    own: u8,
    /// At most this number of prisoners.
    prisoners: u8,
    /// The chance of a piece to be a king.
    kings: f64,
    /// The squares of each side, in the order of [`Side`].
    squares: [Bitboard; 2],
}

/// The squares on these ranks, counted from 0.
fn ranks(ranks: RangeInclusive<u8>) -> Bitboard {
    ranks.fold(Bitboard::EMPTY, |squares, rank| squares | Bitboard::rank(rank))
}

/// Several kinds of position: kings on an open board, few empty squares, men one or two steps from promotion, towers on the
/// edge, towers in the middle that can be jumped in chains, and endgames of tall towers.
fn recipes() -> [Recipe; 7] {
    let [all, edge] = [Bitboard::ALL, Bitboard::EDGE];
    let inner = all - edge;
    [
        Recipe { towers: 4..=10, own: 3, prisoners: 3, kings: 0.8, squares: [all; 2] },
        Recipe { towers: 18..=24, own: 1, prisoners: 1, kings: 0.3, squares: [all; 2] },
        Recipe { towers: 6..=14, own: 2, prisoners: 2, kings: 0.3, squares: [ranks(4..=7), ranks(0..=3)] },
        Recipe { towers: 4..=12, own: 2, prisoners: 3, kings: 0.6, squares: [edge, all] },
        Recipe { towers: 5..=12, own: 3, prisoners: 2, kings: 0.4, squares: [all, inner] },
        Recipe { towers: 5..=12, own: 3, prisoners: 2, kings: 0.4, squares: [inner, all] },
        Recipe { towers: 2..=4, own: 12, prisoners: 8, kings: 0.7, squares: [all; 2] },
    ]
}

impl Recipe {
    /// Sets a position up: towers on random squares, as long as there are pieces left for them.
    fn cook(&self, rng: &mut StdRng, rules: &Rules) -> Position {
        let (mut left, mut placed) = ([12u8; 2], [Vec::new(), Vec::new()]);
        let mut empty = Bitboard::ALL;
        for n in 0..rng.random_range(self.towers.clone()) {
            // The first two towers give each side one; an empty side has lost.
            let side = if n < 2 { Side::BOTH[n as usize] } else { random_side(rng) };
            let squares = self.squares[side as usize] & empty;
            let (Some(square), Some(tower)) = (squares.iter().choose(rng), self.tower(side, &mut left, rng)) else {
                continue;
            };
            let far_rank = Bitboard::rank(if side == Side::White { 7 } else { 0 });
            let tower = if far_rank.contains(square) { crowned(tower) } else { tower };
            placed[side as usize].push((square, tower));
            empty.remove(square);
        }
        let [white, black] = placed;
        Position::builder(random_side(rng), rules)
            .towers(white)
            .towers(black)
            .build()
            .expect("no more than twelve pieces a side")
    }

    /// Makes a tower of pieces that are left; `None` if the side has none.
    fn tower(&self, side: Side, left: &mut [u8; 2], rng: &mut StdRng) -> Option<Tower> {
        let [own, prisoners] = [side, !side].map(|side| left[side as usize]);
        let own = rng.random_range(1..=self.own).min(own);
        // The other side keeps a piece for a tower of its own.
        let prisoners = rng.random_range(0..=self.prisoners).min(prisoners.saturating_sub(1));
        left[side as usize] -= own;
        left[!side as usize] -= if own > 0 { prisoners } else { 0 };
        let mut run = |side, len: u8| -> Vec<Piece> {
            (0..len).map(|_| Piece { side, king: rng.random_bool(self.kings) }).collect()
        };
        let pieces = [run(side, own), run(!side, prisoners)].concat();
        if own > 0 { Some(Tower::from_pieces(pieces).expect("two runs")) } else { None }
    }
}

/// The tower with a king as its commander.
fn crowned(tower: Tower) -> Tower {
    let commander = Piece::king(tower.side());
    Tower::from_pieces([commander].into_iter().chain(tower.pieces().skip(1))).expect("as many pieces")
}

fn random_side(rng: &mut impl Rng) -> Side {
    Side::BOTH[usize::from(rng.random_bool(0.5))]
}

/// The position with this number: set up at random or reached by random play, and in half of the cases played on.
fn numbered(number: u64, rules: &Rules) -> Position {
    let mut rng = rng(number);
    if rng.random_ratio(1, 12) {
        return reached(number, rng.random_range(20..120), rules);
    }
    let recipes = recipes();
    let mut position = recipes[rng.random_range(0..recipes.len())].cook(&mut rng, rules);
    if rng.random_bool(0.5) {
        let plies = rng.random_range(1..8);
        playout(&mut position, &mut rng, plies);
    }
    position
}

/// The number of positions that the environment asks for.
fn positions() -> u64 {
    let asked = std::env::var("TAVLEI_DIFFERENTIAL").ok();
    asked.map_or(POSITIONS, |number| number.parse().expect("TAVLEI_DIFFERENTIAL is a number of positions"))
}

#[test]
fn fast_counts_are_those_of_a_plain_walk_under_every_option() {
    let (positions, rules) = (positions(), all_rules());
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let compare_share = |first| {
        let mut seen = Seen::default();
        for number in (first..positions).step_by(threads as usize) {
            let by_model = (number / rules.len() as u64).is_multiple_of(MODEL_SHARE);
            let rules = &rules[(number % rules.len() as u64) as usize];
            seen.compare(&numbered(number, rules), &format!("position {number}"), by_model);
        }
        seen
    };
    let mut seen = Seen::default();
    thread::scope(|scope| {
        let shares: Vec<_> = (0..threads).map(|first| scope.spawn(move || compare_share(first))).collect();
        for share in shares {
            match share.join() {
                Ok(share) => seen += share,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    println!("{seen:?}");
    let shares = [
        ("kings", seen.kings, 4),
        ("captures", seen.captures, 3),
        ("chains", seen.chains, 25),
        ("promotions", seen.promotions, 10),
        ("blocked", seen.blocked, 100),
        ("deep", seen.deep, 2),
        ("modelled", seen.modelled, 2 * MODEL_SHARE),
    ];
    for (kind, count, share) in shares {
        assert!(count * share >= seen.positions, "too few {kind}: {seen:?}");
    }
}

/// Positions in which sets of squares go wrong most easily, each counted under every option and turned by 180°.
const HAND_SET: [&str; 16] = [
    // Men who can promote beside kings on rank 1: a set that is not masked could confuse rank 8 with rank 1.
    "w a7=0,c7=0,e7=0,g7=0,b2=1;a1=1,c1=1,e1=1,g1=1,b8=0",
    "w b6=0,d6=0,f6=0,h6=0;b2=1,d2=1,f2=1,h2=1",
    "b a7=1,h8=1,d8=1;b2=0,d2=0,f2=0,h2=0,c5=1",
    // Kings in opposite corners of the main diagonal, with one tower, none and two between them.
    "w a1=1;h8=1,d4=0",
    "w a1=1;h8=1",
    "w a1=1/0;h8=1,d4=0,e5=0",
    // Kings on all edges; some see each other.
    "w a3=1,a7=1,h2=1,c1=1;h6=1,b8=1,f8=1,a5=1",
    "b a1=1,g1=1,h4=1,a5=1;h8=1,b8=1,a7=1,h2=1/0",
    // A king that an enemy king can capture already, and blockers that can step on to the line and off it.
    "w d4=1,c3=0,g1=0,f2=0;h8=1,a7=1",
    "w b2=0,f6=1,e3=0,h4=0;h8=0,a1=1,g7=0",
    // Long captures over towers that hold several pieces: rejumps, windmills, promotions on the way.
    "w a1=1;b2=000,d4=000,d6=00,f4=00,f6=00",
    "w c3=0;d4=00,d6=00,b6=00,b4=00,f6=00,f4=00",
    "w a5=0;b6=0/0,d6=00,f6=00,f4=11,d4=0,b4=0",
    "b e5=1/0,c3=11/0;b2=1/0,g7=1,h8=1",
    // Few empty squares: nearly everyone is blocked.
    "w a1=0,c1=0,e1=0,g1=0,b2=0,d2=0,f2=0,h2=0,a3=0,c3=0,e3=1,g3=0;\
     b4=0,d4=0,f4=0,h4=0,a5=0,c5=0,e5=0,g5=1,b6=0,d6=0,f6=0,h6=0",
    // One tower a side, of all pieces.
    "w d4=110011001100/0101010101;e5=10",
];

#[test]
fn fast_counts_are_those_of_a_plain_walk_from_positions_set_up_by_hand() {
    let mut seen = Seen::default();
    for rules in all_rules() {
        for text in HAND_SET {
            let here = under(&rules.to_string(), text);
            seen.compare(&here, text, true);
            seen.compare(&here.transform(Symmetry::Turn), text, true);
            let other_side = !here.side_to_move();
            let here = here.with_side_to_move(other_side);
            seen.compare(&here, text, true);
            seen.compare(&here.transform(Symmetry::Turn), text, true);
        }
    }
    println!("{seen:?}");
    assert_eq!(seen.positions, 6 * 16 * 4);
    assert!(seen.kings > 60 && seen.chains > 50 && seen.promotions > 30, "{seen:?}");
}
