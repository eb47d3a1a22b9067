//! Proryv, written down rule by rule: P-1 … P-12 of the rulebook.
//!
//! The model is two sets of squares. It is slow, and meant to be: every function below is a
//! sentence of the rulebook, so that a reader can hold the page beside the code and tick the rules
//! off one by one. The engine is then compared with it in plain text: positions, choices and turns
//! are written in their canonical form (`w a1,b2;c4`, `b2-c3`, `--`).
//!
//! The recorder (P-2) is kept, since it is part of a position's text; the record itself is the
//! engine's business, and has no influence on the outcome. There is no cap on the number of
//! turns (P-12).
//!
//! ```
//! use tavlei_verify::models::proryv::{Model, Rules};
//!
//! let start = Model::start(Rules::author());
//! assert_eq!(start.text(), "w a1,b1,c1,d1,b2,c2;b4,c4,a5,b5,c5,d5");
//! assert_eq!(start.perft(1), 169);
//!
//! // Both go to c3, and both are gone.
//! let turn = start.play("b2-c3", "c4-c3").unwrap();
//! assert_eq!(turn.text(), "b a1,b1,c1,d1,c2;b4,a5,b5,c5,d5");
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Which squares the men start on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// The whole first rank and the inner files of the second: on 4×5 the six men of P-1.
    Author,
    /// The whole first two ranks of each side, as in the original game (P-11).
    TwoRanks,
}

/// The board and the rule options. A start that no [`Layout`] describes is given as a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    /// The number of files, 3 to 8.
    pub files: i8,
    /// The number of ranks, 4 to 8.
    pub ranks: i8,
    /// Whether a player who has a move may pass (P-4, P-11).
    pub passing: bool,
    /// The men that [`Model::start`] sets up.
    pub layout: Layout,
}

impl Rules {
    /// The game as it is played now: 4 files, 5 ranks, six men each, with passing (P-1, P-4).
    pub fn author() -> Rules {
        Rules { files: 4, ranks: 5, passing: true, layout: Layout::Author }
    }

    /// The original game: 8×8, two ranks of men each, no passing (P-11).
    pub fn original() -> Rules {
        Rules { files: 8, ranks: 8, passing: false, layout: Layout::TwoRanks }
    }

    /// The rules on every board from 3×4 to 8×8, with every layout, with passing and without (P-11).
    pub fn all() -> Vec<Rules> {
        let mut all = Vec::new();
        for files in 3..=8 {
            for ranks in 4..=8 {
                for passing in [true, false] {
                    for layout in [Layout::Author, Layout::TwoRanks] {
                        all.push(Rules { files, ranks, passing, layout });
                    }
                }
            }
        }
        all
    }

    /// The rank on which a side breaks through (P-6).
    pub fn goal_rank(self, side: Side) -> i8 {
        match side {
            Side::White => self.ranks,
            Side::Black => 1,
        }
    }

    /// The squares of the board in the order in which positions list them: a1 b1 … a2 b2 …
    pub fn squares(self) -> Vec<Square> {
        let mut squares = Vec::new();
        for rank in 1..=self.ranks {
            for file in 1..=self.files {
                squares.push(Square { rank, file });
            }
        }
        squares
    }

    fn contains(self, square: Square) -> bool {
        (1..=self.files).contains(&square.file) && (1..=self.ranks).contains(&square.rank)
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// White plays towards the last rank.
    White,
    /// Black plays towards rank 1.
    Black,
}

impl Side {
    /// The two sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// A square of the board, ordered as positions list them: a1 b1 … a2 b2 …
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The rank, from 1.
    pub rank: i8,
    /// The file, from 1 (a).
    pub file: i8,
}

impl Square {
    /// Reads `a1` … `h8`, as far as the board reaches.
    fn parse(text: &str, rules: Rules) -> Result<Square, String> {
        if let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() {
            let square = Square { rank: (rank - b'0') as i8, file: (file - b'a') as i8 + 1 };
            if rules.contains(square) {
                return Ok(square);
            }
        }
        Err(format!("`{text}` is not a square of the board"))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = (b'a' + self.file as u8 - 1) as char;
        write!(f, "{file}{}", self.rank)
    }
}

/// The choice of one player in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// To pass (P-4), or to skip for want of a move (P-9, P-11).
    Pass,
    /// To move a man (P-3).
    Step {
        /// The square that the man leaves.
        from: Square,
        /// The square next to it that the man goes to.
        to: Square,
    },
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Pass => write!(f, "--"),
            Choice::Step { from, to } => write!(f, "{from}-{to}"),
        }
    }
}

/// Two men that met on a square, and are both gone (P-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Collision {
    /// Where they met.
    pub square: Square,
    /// Where the white man came from; the square itself if it stood there.
    pub white_from: Square,
    /// Where the black man came from; the square itself if it stood there.
    pub black_from: Square,
}

/// The resolution of both choices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// White's choice.
    pub white: Choice,
    /// Black's choice.
    pub black: Choice,
    /// The pairs of men removed, at most two, in the order of the squares (P-5).
    pub collisions: Vec<Collision>,
    /// The squares that two men traded, White's man's origin first (P-5).
    pub swap: Option<(Square, Square)>,
    /// The position after the turn, with the roles changed (P-2).
    pub after: Model,
}

impl Turn {
    /// Writes the turn: White's choice, then Black's.
    pub fn text(&self) -> String {
        format!("{} {}", self.white, self.black)
    }
}

/// How a finished game ended. `Display` writes it as the case files do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// White alone broke through (P-6).
    WhiteWins,
    /// Black alone broke through (P-6).
    BlackWins,
    /// A draw: both broke through in the same turn (P-6).
    BothBrokeThrough,
    /// A draw: neither side has a man left (P-7).
    NoMenLeft,
    /// A draw: both passed in the same turn (P-8), or neither could move (P-11).
    BothPassed,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::WhiteWins => "white wins",
            Outcome::BlackWins => "black wins",
            Outcome::BothBrokeThrough => "draw (both broke through)",
            Outcome::NoMenLeft => "draw (no men left)",
            Outcome::BothPassed => "draw (both passed)",
        })
    }
}

/// The statistics of the last turn of all sequences of a given length; see [`Model::stats`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// All turns: the same number as [`Model::perft`].
    pub nodes: u64,
    /// Turns in which at least one side passes.
    pub passes: u64,
    /// Pairs of men that met (P-5).
    pub collisions: u64,
    /// Turns with two such pairs.
    pub double_collisions: u64,
    /// Turns in which two men trade squares (P-5).
    pub swaps: u64,
    /// The games that end with the turn, by the outcome.
    pub ends: BTreeMap<Outcome, u64>,
}

/// A position: the men, who records, and the rules it is played under.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Model {
    rules: Rules,
    recorder: Side,
    white: BTreeSet<Square>,
    black: BTreeSet<Square>,
    /// P-8: the last turn was a pass of both sides. No text shows it.
    both_passed: bool,
}

impl Model {
    /// The start position that the rules' layout describes (P-1, P-11). White records first.
    pub fn start(rules: Rules) -> Model {
        let is_set_up = |square: &Square, first_rank: i8, second_rank: i8| {
            let is_inner = 1 < square.file && square.file < rules.files;
            square.rank == first_rank || square.rank == second_rank && (is_inner || rules.layout == Layout::TwoRanks)
        };
        let squares = rules.squares();
        Model {
            rules,
            recorder: Side::White,
            white: squares.iter().filter(|square| is_set_up(square, 1, 2)).copied().collect(),
            black: squares.iter().filter(|square| is_set_up(square, rules.ranks, rules.ranks - 1)).copied().collect(),
            both_passed: false,
        }
    }

    /// Reads a position in its canonical form; the men of a side may come in any order.
    ///
    /// # Errors
    ///
    /// The reason in words, when the text is not of that form, or names a square that is off the
    /// board or given twice.
    pub fn parse(text: &str, rules: Rules) -> Result<Model, String> {
        let (recorder, men) = text.split_once(' ').ok_or("a position is the recorder, a space, and the men")?;
        let recorder = match recorder {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(format!("`{recorder}` is neither w nor b")),
        };
        let (white, black) = men.split_once(';').ok_or("a semicolon is due between White's men and Black's")?;
        let (black, both_passed) = match black.split_once(';') {
            None => (black, false),
            Some((black, "--")) => (black, true),
            Some((_, other)) => return Err(format!("`{other}` is not the -- of two passes")),
        };

        let mut taken = BTreeSet::new();
        let mut read = |list: &str| -> Result<BTreeSet<Square>, String> {
            let mut squares = BTreeSet::new();
            if list.is_empty() {
                return Ok(squares);
            }
            for item in list.split(',') {
                let square = Square::parse(item, rules)?;
                if !taken.insert(square) {
                    return Err(format!("there are two men on {square}"));
                }
                squares.insert(square);
            }
            Ok(squares)
        };
        Ok(Model { rules, recorder, white: read(white)?, black: read(black)?, both_passed })
    }

    /// Writes the position in its canonical form.
    pub fn text(&self) -> String {
        let recorder = match self.recorder {
            Side::White => 'w',
            Side::Black => 'b',
        };
        let list = |men: &BTreeSet<Square>| -> String {
            let squares: Vec<String> = men.iter().map(Square::to_string).collect();
            squares.join(",")
        };
        // P-8: what two passes have ended can't be told from the men.
        let passes = if self.both_passed { ";--" } else { "" };
        format!("{recorder} {};{}{passes}", list(&self.white), list(&self.black))
    }

    /// The rules that the position is played under.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The side that records its move in this turn (P-2).
    pub fn recorder(&self) -> Side {
        self.recorder
    }

    /// Returns whether both sides passed in the last turn (P-8).
    pub fn both_passed(&self) -> bool {
        self.both_passed
    }

    /// The squares of a side's men.
    pub fn men(&self, side: Side) -> &BTreeSet<Square> {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Lists the choices of a side; none if the game is over (P-10).
    pub fn choices(&self, side: Side) -> Vec<Choice> {
        if self.result().is_some() {
            return Vec::new();
        }
        let own_men = self.men(side);
        let mut choices = Vec::new();
        for &from in own_men {
            for to in self.rules.squares() {
                // P-3: one square in any of the eight directions …
                let file_distance = (to.file - from.file).abs();
                let rank_distance = (to.rank - from.rank).abs();
                let is_next_to = file_distance.max(rank_distance) == 1;
                // … to a square without a man of its own colour; an enemy man may stand there.
                if is_next_to && !own_men.contains(&to) {
                    choices.push(Choice::Step { from, to });
                }
            }
        }
        // P-4: a player may pass. P-9, P-11: one who can't move can do nothing else.
        if self.rules.passing || choices.is_empty() {
            choices.push(Choice::Pass);
        }
        choices
    }

    /// Lists the choices of a side as sorted text; the pass `--` comes first.
    pub fn choice_texts(&self, side: Side) -> Vec<String> {
        let choices = self.choices(side);
        let mut texts: Vec<String> = choices.iter().map(Choice::to_string).collect();
        texts.sort();
        texts
    }

    /// All turns: every choice of White's with every choice of Black's; none when the game is over.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for white in self.choices(Side::White) {
            for black in self.choices(Side::Black) {
                turns.push(self.carry_out(white, black));
            }
        }
        turns
    }

    /// Plays the turn that the two texts stand for, and reports what happened in it.
    ///
    /// # Errors
    ///
    /// The choices of the side, if the text is none of them.
    pub fn turn(&self, white: &str, black: &str) -> Result<Turn, String> {
        let find = |side: Side, text: &str| {
            let choices = self.choices(side);
            choices.into_iter().find(|choice| choice.to_string() == text).ok_or_else(|| {
                format!(
                    "{text} is not legal for {side:?} in `{}`, only: {}",
                    self.text(),
                    self.choice_texts(side).join(" ")
                )
            })
        };
        Ok(self.carry_out(find(Side::White, white)?, find(Side::Black, black)?))
    }

    /// Plays the turn that the two texts stand for.
    ///
    /// # Errors
    ///
    /// The choices of the side, if the text is none of them.
    pub fn play(&self, white: &str, black: &str) -> Result<Model, String> {
        Ok(self.turn(white, black)?.after)
    }

    /// The outcome, when the game is over.
    pub fn result(&self) -> Option<Outcome> {
        let has_broken_through = |side: Side| {
            let goal_rank = self.rules.goal_rank(side);
            self.men(side).iter().any(|man| man.rank == goal_rank)
        };
        // P-6
        match (has_broken_through(Side::White), has_broken_through(Side::Black)) {
            (true, true) => return Some(Outcome::BothBrokeThrough),
            (true, false) => return Some(Outcome::WhiteWins),
            (false, true) => return Some(Outcome::BlackWins),
            (false, false) => {}
        }
        // P-7
        if self.white.is_empty() && self.black.is_empty() {
            return Some(Outcome::NoMenLeft);
        }
        // P-8
        if self.both_passed {
            return Some(Outcome::BothPassed);
        }
        None
    }

    /// Counts the sequences of `depth` turns; 1 at depth 0, and a finished game has none longer.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            // P-2: every choice of White's may meet every choice of Black's.
            1 => (self.choices(Side::White).len() * self.choices(Side::Black).len()) as u64,
            _ => self.turns().iter().map(|turn| turn.after.perft(depth - 1)).sum(),
        }
    }

    /// The perft count under each turn, by its text. At depth 0 there is nothing to divide.
    pub fn divide(&self, depth: u32) -> BTreeMap<String, u64> {
        if depth == 0 {
            return BTreeMap::new();
        }
        self.turns().iter().map(|turn| (turn.text(), turn.after.perft(depth - 1))).collect()
    }

    /// Counts the distinct positions that exactly `depth` turns lead to. A position that is drawn
    /// by two passes (P-8) is distinct from one with the same men that is not.
    pub fn unique(&self, depth: u32) -> u64 {
        let mut positions = BTreeSet::from([self.clone()]);
        for _ in 0..depth {
            positions = positions.iter().flat_map(Model::turns).map(|turn| turn.after).collect();
        }
        positions.len() as u64
    }

    /// Counts what happens in the last turn of all sequences of `depth` turns. All is 0 at depth 0.
    pub fn stats(&self, depth: u32) -> Stats {
        let mut stats = Stats::default();
        self.add_to_stats(depth, &mut stats);
        stats
    }

    /// Plays at most `turns` random turns from the start, fewer if the game ends before.
    /// The same seed gives the same position.
    pub fn random_reachable(seed: u64, turns: u32, rules: Rules) -> Model {
        let mut random = SplitMix(seed);
        let mut model = Model::start(rules);
        for _ in 0..turns {
            if model.result().is_some() {
                break;
            }
            let white = model.choices(Side::White);
            let black = model.choices(Side::Black);
            let white = white[random.below(white.len())];
            let black = black[random.below(black.len())];
            model = model.carry_out(white, black).after;
        }
        model
    }

    /// Sets up a random position by hand, over or not: from a lone man to a full board, sometimes with one side gone,
    /// sometimes with men that have broken through. The same seed gives the same position.
    pub fn random_hand_set(seed: u64, rules: Rules) -> Model {
        let mut random = SplitMix(seed);
        let mut model = Model {
            rules,
            recorder: Side::BOTH[random.below(2)],
            white: BTreeSet::new(),
            black: BTreeSet::new(),
            both_passed: false,
        };
        // The chances in 12 that a square holds a white man, and that it holds a black one.
        let white = random.below(7);
        let black = random.below(7);
        let may_be_over = random.below(8) == 0;
        for square in rules.squares() {
            let side = match random.below(12) {
                dice if dice < white => Side::White,
                dice if dice < white + black => Side::Black,
                _ => continue,
            };
            if square.rank == rules.goal_rank(side) && !may_be_over {
                continue; // P-10
            }
            match side {
                Side::White => model.white.insert(square),
                Side::Black => model.black.insert(square),
            };
        }
        model
    }

    /// P-5: both choices are carried out, and then every square that holds a white and a black man
    /// loses both. P-2: the roles change hands.
    fn carry_out(&self, white: Choice, black: Choice) -> Turn {
        let mut after = self.clone();
        after.recorder = self.recorder.other();
        after.both_passed = white == Choice::Pass && black == Choice::Pass;
        move_a_man(&mut after.white, white);
        move_a_man(&mut after.black, black);

        let met: Vec<Square> = after.white.intersection(&after.black).copied().collect();
        let mut collisions = Vec::new();
        for square in met {
            after.white.remove(&square);
            after.black.remove(&square);
            collisions.push(Collision {
                square,
                white_from: where_from(square, white),
                black_from: where_from(square, black),
            });
        }

        let swap = match (white, black) {
            (Choice::Step { from, to }, Choice::Step { from: to_too, to: from_too })
                if from == from_too && to == to_too =>
            {
                Some((from, to))
            }
            _ => None,
        };
        Turn { white, black, collisions, swap, after }
    }

    fn add_to_stats(&self, depth: u32, stats: &mut Stats) {
        if depth == 0 {
            return;
        }
        for turn in self.turns() {
            if depth > 1 {
                turn.after.add_to_stats(depth - 1, stats);
                continue;
            }
            stats.nodes += 1;
            let passes = turn.white == Choice::Pass || turn.black == Choice::Pass;
            stats.passes += u64::from(passes);
            stats.collisions += turn.collisions.len() as u64;
            stats.double_collisions += u64::from(turn.collisions.len() == 2);
            stats.swaps += u64::from(turn.swap.is_some());
            if let Some(outcome) = turn.after.result() {
                *stats.ends.entry(outcome).or_default() += 1;
            }
        }
    }
}

/// Carries out one side's choice among its own men.
fn move_a_man(men: &mut BTreeSet<Square>, choice: Choice) {
    if let Choice::Step { from, to } = choice {
        men.remove(&from);
        men.insert(to);
    }
}

/// Returns where the man of a side that stands on a square after its choice came from.
fn where_from(square: Square, choice: Choice) -> Square {
    match choice {
        Choice::Step { from, to } if to == square => from,
        _ => square,
    }
}

/// The generator SplitMix64: small, and the same everywhere.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 up to, but not including, `end`.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}
