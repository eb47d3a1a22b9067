//! Ashtarashki, written down rule by rule: A-1 … A-18 of the rulebook.
//!
//! The model is a map from squares to stones and nothing else. It is slow, and meant to be: every
//! function below is a sentence of the rulebook, so that a reader can hold the page beside the code
//! and tick the rules off one by one. The engine is then compared with it, move for move, in plain
//! text: positions and moves are written in their canonical form (`w M3a5,V1d6;Wc7`, `c3-d4`,
//! `f6:e5:d4`).
//!
//! ```
//! use tavlei_verify::models::ashtarashki::{Model, Rules};
//!
//! let start = Model::start(Rules::default());
//! assert_eq!(start.perft(3), 382);
//!
//! // The first move of the sample game, as the engine writes it and as the author does.
//! let first = start.moves().into_iter().find(|m| m.text() == "c3-d4").unwrap();
//! assert_eq!(start.author_text(&first), "M3cd4");
//! assert!(first.after.text().starts_with("b M3a1,M1c1,M1e1,M3g1"));
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The consequence for a side that has only third retreats (the rule option `third-retreat`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThirdRetreat {
    /// It need not make one: it is blocked and has lost (A-16).
    #[default]
    Free,
    /// It must make one.
    Forced,
}

/// The rule options of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    /// The option `third-retreat`.
    pub third_retreat: ThirdRetreat,
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// White moves first, up the board (A-1).
    White,
    /// Black moves down the board.
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

    /// The rank on which the side's stones finish (A-6).
    pub fn far_rank(self) -> i8 {
        match self {
            Side::White => 8,
            Side::Black => 1,
        }
    }

    /// The number that a step forward adds to the rank (A-1).
    fn forward(self) -> i8 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }
}

/// A square of the board, ordered as positions list them: a1 c1 e1 g1 b2 … h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The rank, 1 to 8.
    pub rank: i8,
    /// The file, 1 (a) to 8 (h).
    pub file: i8,
}

impl Square {
    /// The 32 dark squares in their order.
    pub fn all() -> Vec<Square> {
        let mut squares = Vec::new();
        for rank in 1..=8 {
            for file in 1..=8 {
                let square = Square { rank, file };
                if square.is_playable() {
                    squares.push(square);
                }
            }
        }
        squares
    }

    /// A-1: the square is on the board and dark, as a1 is.
    fn is_playable(self) -> bool {
        (1..=8).contains(&self.rank) && (1..=8).contains(&self.file) && (self.rank + self.file) % 2 == 0
    }

    /// The up to four squares one diagonal step away, forward and backward alike.
    fn diagonal_neighbours(self) -> Vec<Square> {
        let mut neighbours = Vec::new();
        for rank_step in [-1, 1] {
            for file_step in [-1, 1] {
                let square = Square { rank: self.rank + rank_step, file: self.file + file_step };
                if square.is_playable() {
                    neighbours.push(square);
                }
            }
        }
        neighbours
    }

    /// Reads `a1` … `h8`; a light square is refused (A-1).
    fn parse(text: &str) -> Result<Square, String> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else {
            return Err(format!("`{text}` is not a square of the board"));
        };
        let square = Square { rank: (rank - b'0') as i8, file: (file - b'a') as i8 + 1 };
        if square.is_playable() { Ok(square) } else { Err(format!("{text} is a light square")) }
    }

    /// The letter of the file.
    fn file_letter(self) -> char {
        (b'a' + self.file as u8 - 1) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank)
    }
}

/// The state of a stone and, as long as it matters, its number (A-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// Full rights, with the number 1, 2 or 3.
    M(u8),
    /// Retreated once, with the number 1, 2 or 3.
    V(u8),
    /// Retreated twice; the number is covered.
    W,
    /// Finished; neither number nor state matters any more.
    F,
}

impl Label {
    /// Returns how many steps backward the stone has made (A-5); of a finished stone nobody knows.
    fn retreats(self) -> Option<u8> {
        match self {
            Label::M(_) => Some(0),
            Label::V(_) => Some(1),
            Label::W => Some(2),
            Label::F => None,
        }
    }

    /// A-5: what a step backward makes of the stone; nothing, if it was the third retreat.
    fn after_retreat(self) -> Option<Label> {
        match self {
            Label::M(number) => Some(Label::V(number)),
            Label::V(_) => Some(Label::W),
            Label::W | Label::F => None,
        }
    }

    /// A-7, A-8: whether a stone with this label beats an enemy stone with that label.
    fn beats(self, victim: Label) -> bool {
        match (self, victim) {
            (Label::M(mine), Label::M(theirs) | Label::V(theirs)) => {
                matches!((mine, theirs), (3, 2) | (2, 1) | (1, 3))
            }
            // A W is beaten by every M.
            (Label::M(_), Label::W) => true,
            // A finished stone can't be captured (A-6).
            (Label::M(_), Label::F) => false,
            // Only M stones capture.
            (Label::V(_) | Label::W | Label::F, _) => false,
        }
    }

    /// Reads `M1` … `V3`, `W` and `F`.
    fn parse(text: &str) -> Result<Label, String> {
        Ok(match text {
            "M1" => Label::M(1),
            "M2" => Label::M(2),
            "M3" => Label::M(3),
            "V1" => Label::V(1),
            "V2" => Label::V(2),
            "V3" => Label::V(3),
            "W" => Label::W,
            "F" => Label::F,
            _ => return Err(format!("`{text}` is not a label")),
        })
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::M(number) => write!(f, "M{number}"),
            Label::V(number) => write!(f, "V{number}"),
            Label::W => write!(f, "W"),
            Label::F => write!(f, "F"),
        }
    }
}

/// A stone: whose it is and what its label says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stone {
    /// The side it belongs to.
    pub side: Side,
    /// Its label (A-3).
    pub label: Label,
}

/// Why a game is over, by the names that the case files use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The loser has no stone left (A-13).
    Full,
    /// The winner has four finished stones (A-14).
    Four,
    /// A side with fewer than four stones has finished them all; the winner has more stones (A-15).
    More,
    /// The same with equal numbers: the winner's stones are all finished (A-15).
    FirstEqual,
    /// The same, but the side with more stones is to move and blocked: it has lost (A-15).
    MoreBlocked,
    /// The loser is to move and blocked (A-16).
    Blocked,
}

/// How a finished game ended. There are no draws (A-13 … A-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The side that has won.
    pub winner: Side,
    /// The points of the win: 2 for a total victory (A-13), else 1.
    pub points: u8,
    /// The rule that ended the game.
    pub reason: Reason,
}

impl fmt::Display for Outcome {
    /// Writes the outcome as the case files do, `W2 Full` or `B1 MoreBlocked`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.winner {
            Side::White => 'W',
            Side::Black => 'B',
        };
        write!(f, "{winner}{} {:?}", self.points, self.reason)
    }
}

/// A legal move, with the position that it leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square that the stone leaves.
    pub origin: Square,
    /// The squares that it lands on: one for a step, one a capture in a chain (A-11). A third
    /// retreat names the empty square that the stone steps to (A-5), though it does not stay there.
    pub landings: Vec<Square>,
    /// Whether the move is a capture; then an enemy stone stood on every landing square (A-7).
    pub is_capture: bool,
    /// The label of the stone before the move.
    pub label_before: Label,
    /// Its label after the move; none if the move was a third retreat and the stone is gone (A-5).
    pub label_after: Option<Label>,
    /// The position after the move.
    pub after: Model,
}

impl Move {
    /// Writes the move in the long form: `c3-d4`, `f6:e5:d4`.
    pub fn text(&self) -> String {
        let dash = if self.is_capture { ':' } else { '-' };
        let mut text = self.origin.to_string();
        for landing in &self.landings {
            text.push(dash);
            text.push_str(&landing.to_string());
        }
        text
    }

    /// Returns whether the move is a third retreat, which takes the stone off the board (A-5).
    pub fn is_removal(&self) -> bool {
        self.label_after.is_none()
    }

    /// Returns whether the move is a first or second retreat: the stone stays and has fewer rights (A-5).
    pub fn is_retreat(&self) -> bool {
        match self.label_after {
            Some(after) => after != self.label_before && after != Label::F,
            None => false,
        }
    }

    /// The author's mark after a retreat: the new state, or `Z` for the removal.
    fn author_mark(&self) -> &'static str {
        match self.label_after {
            None => "Z",
            Some(Label::V(_)) if self.is_retreat() => "V",
            Some(Label::W) if self.is_retreat() => "W",
            Some(_) => "",
        }
    }

    /// Returns whether the stone finishes with this move (A-6).
    pub fn is_finish(&self) -> bool {
        self.label_after == Some(Label::F)
    }
}

/// The statistics of the last ply of all sequences of a given length; see [`Model::stats`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// All moves: the same number as [`Model::perft`].
    pub nodes: u64,
    /// Captures, a chain counted once.
    pub captures: u64,
    /// Captured stones, a chain counted once for each.
    pub chain_links: u64,
    /// First and second retreats (A-5).
    pub retreats: u64,
    /// Third retreats (A-5).
    pub removals: u64,
    /// Stones that finish (A-6), by a step or by a capture.
    pub finishes: u64,
    /// The most stones that one move takes.
    pub longest_chain: u64,
    /// The games that end with the ply, by the reason.
    pub wins: BTreeMap<Reason, u64>,
}

/// A position: the stones, whose turn it is, and the rule options it is played under.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Model {
    rules: Rules,
    side_to_move: Side,
    stones: BTreeMap<Square, Stone>,
}

impl Model {
    /// The start position (A-2).
    pub fn start(rules: Rules) -> Model {
        let set_up = "w M3a1,M1c1,M1e1,M3g1,M1b2,M2d2,M2f2,M1h2,M2a3,M3c3,M3e3,M2g3;\
                      M2b6,M3d6,M3f6,M2h6,M1a7,M2c7,M2e7,M1g7,M3b8,M1d8,M1f8,M3h8";
        Model::parse(set_up, rules).expect("the start position is a position")
    }

    /// Reads a position in its canonical form; the stones of a side may come in any order.
    ///
    /// # Errors
    ///
    /// The reason in words, when the text is not of that form, names a light square or one square
    /// twice, has a finished stone off its far rank or any other on it (A-6), more than twelve
    /// stones of a side or four of a number (A-2), or when the rules contradict each other: no
    /// stone on the board at all (A-13), or four finished ones on either side (A-14).
    pub fn parse(text: &str, rules: Rules) -> Result<Model, String> {
        let (side, stones) = text.split_once(' ').ok_or("a position is the side to move, a space, and the stones")?;
        let side_to_move = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(format!("`{side}` is neither w nor b")),
        };
        let (white, black) = stones.split_once(';').ok_or("a semicolon is due between White's stones and Black's")?;

        let mut model = Model { rules, side_to_move, stones: BTreeMap::new() };
        for (side, list) in [(Side::White, white), (Side::Black, black)] {
            if list.is_empty() {
                continue;
            }
            for item in list.split(',') {
                if !item.is_ascii() || item.len() < 3 {
                    return Err(format!("`{item}` is not a label and a square"));
                }
                let (label, square) = item.split_at(item.len() - 2);
                let label = Label::parse(label)?;
                let square = Square::parse(square)?;
                if model.stones.insert(square, Stone { side, label }).is_some() {
                    return Err(format!("there are two stones on {square}"));
                }
            }
        }
        model.check()?;
        Ok(model)
    }

    /// Writes the position in its canonical form.
    pub fn text(&self) -> String {
        let side_to_move = match self.side_to_move {
            Side::White => 'w',
            Side::Black => 'b',
        };
        let list = |side: Side| -> String {
            let items: Vec<String> =
                self.stones_of(side).iter().map(|(square, label)| format!("{label}{square}")).collect();
            items.join(",")
        };
        format!("{side_to_move} {};{}", list(Side::White), list(Side::Black))
    }

    /// The rule options that the position is played under.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The side whose turn it is.
    pub fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Returns the stone on a square.
    pub fn stone_on(&self, square: Square) -> Option<Stone> {
        self.stones.get(&square).copied()
    }

    /// The stones of a side, finished ones too, in the order of the squares.
    pub fn stones_of(&self, side: Side) -> Vec<(Square, Label)> {
        self.stones
            .iter()
            .filter(|(_, stone)| stone.side == side)
            .map(|(&square, stone)| (square, stone.label))
            .collect()
    }

    /// All legal moves; none when the game is over. They come in no particular order.
    pub fn moves(&self) -> Vec<Move> {
        if self.result().is_some() {
            return Vec::new();
        }
        self.moves_by_the_stones()
    }

    /// The legal moves in the long form, sorted as text.
    pub fn move_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.moves().iter().map(Move::text).collect();
        texts.sort();
        texts
    }

    /// Plays the move that the long form stands for.
    ///
    /// # Errors
    ///
    /// The legal moves, when it is none of them.
    pub fn play(&self, text: &str) -> Result<Model, String> {
        let found = self.moves().into_iter().find(|m| m.text() == text);
        match found {
            Some(legal) => Ok(legal.after),
            None => Err(format!("{text} is not legal in `{}`, only: {}", self.text(), self.move_texts().join(" "))),
        }
    }

    /// Writes a legal move of this position the way the game's author does: `M3cd4`, `M3f:e5`,
    /// `M1:e5:d4`, `M3d6V`, `V2c7W`, `Wd8Z`.
    ///
    /// The file of origin is written only if the text would otherwise stand for another stone's
    /// move as well: a stone with the same label that could go to the same square (in a chain: to
    /// the same squares) and as the same kind of step, since the marks tell M3d4 and M3d4V apart.
    /// The whole square is written if one of those others stands on the same file.
    pub fn author_text(&self, written: &Move) -> String {
        let rivals: Vec<Square> = self
            .moves()
            .iter()
            .filter(|other| {
                other.origin != written.origin
                    && other.label_before == written.label_before
                    && other.landings == written.landings
                    && other.author_mark() == written.author_mark()
            })
            .map(|other| other.origin)
            .collect();

        let mut text = written.label_before.to_string();
        if !rivals.is_empty() {
            if rivals.iter().all(|rival| rival.file != written.origin.file) {
                text.push(written.origin.file_letter());
            } else {
                text.push_str(&written.origin.to_string());
            }
        }
        for landing in &written.landings {
            if written.is_capture {
                text.push(':');
            }
            text.push_str(&landing.to_string());
        }
        text.push_str(written.author_mark());
        text
    }

    /// The outcome, when the game is over: the rules A-13 … A-17 in their order.
    pub fn result(&self) -> Option<Outcome> {
        let to_move = self.side_to_move;
        let just_moved = to_move.other();
        let one_point = |winner, reason| Some(Outcome { winner, points: 1, reason });

        // A-13: no stone left on the board, finished ones counted, is a total loss.
        for side in Side::BOTH {
            if self.number_of_stones(side) == 0 {
                return Some(Outcome { winner: side.other(), points: 2, reason: Reason::Full });
            }
        }

        // A-14: four finished stones win.
        for side in Side::BOTH {
            if self.number_of_finished(side) == 4 {
                return one_point(side, Reason::Four);
            }
        }

        // A-15, A-17: a side has fewer than four stones and all of them are finished, by whosever move.
        let has_finished_all =
            |side| self.number_of_stones(side) < 4 && self.number_of_finished(side) == self.number_of_stones(side);
        if has_finished_all(Side::White) || has_finished_all(Side::Black) {
            let mine = self.number_of_stones(to_move);
            let theirs = self.number_of_stones(just_moved);
            if mine > theirs {
                let has_unfinished = self.number_of_finished(to_move) < mine;
                return if has_unfinished && self.is_blocked() {
                    one_point(just_moved, Reason::MoreBlocked)
                } else {
                    one_point(to_move, Reason::More)
                };
            }
            if theirs > mine {
                return one_point(just_moved, Reason::More);
            }
            return if has_finished_all(just_moved) {
                one_point(just_moved, Reason::FirstEqual)
            } else {
                one_point(to_move, Reason::FirstEqual)
            };
        }

        // A-16: a side that is to move and blocked has lost.
        if self.is_blocked() {
            return one_point(just_moved, Reason::Blocked);
        }
        None
    }

    /// The sum of the weights of A-18: every ply lowers it, and it starts at 288.
    pub fn weight_sum(&self) -> u32 {
        let mut sum = 0;
        for (square, stone) in &self.stones {
            if let Some(retreats) = stone.label.retreats() {
                let ranks_to_go = (stone.side.far_rank() - square.rank).unsigned_abs();
                sum += u32::from(ranks_to_go) + 2 * (3 - u32::from(retreats));
            }
        }
        sum
    }

    /// Counts the sequences of `depth` plies; 1 at depth 0, and a finished game has none longer.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().iter().map(|m| m.after.perft(depth - 1)).sum(),
        }
    }

    /// The perft count under each legal move, by its long form. At depth 0 there is nothing to divide.
    pub fn divide(&self, depth: u32) -> BTreeMap<String, u64> {
        if depth == 0 {
            return BTreeMap::new();
        }
        self.moves().iter().map(|m| (m.text(), m.after.perft(depth - 1))).collect()
    }

    /// Counts the distinct positions that exactly `depth` plies lead to.
    pub fn unique(&self, depth: u32) -> u64 {
        let mut positions = BTreeSet::from([self.clone()]);
        for _ in 0..depth {
            positions = positions.iter().flat_map(Model::moves).map(|m| m.after).collect();
        }
        positions.len() as u64
    }

    /// Counts what happens in the last ply of all sequences of `depth` plies. All is 0 at depth 0.
    pub fn stats(&self, depth: u32) -> Stats {
        let mut stats = Stats::default();
        self.add_to_stats(depth, &mut stats);
        stats
    }

    /// Plays at most `plies` random moves from the start, fewer if the game ends before.
    /// The same seed gives the same position.
    pub fn random_reachable(seed: u64, plies: u32, rules: Rules) -> Model {
        let mut random = SplitMix(seed);
        let mut model = Model::start(rules);
        for _ in 0..plies {
            let mut moves = model.moves();
            if moves.is_empty() {
                break;
            }
            let chosen = random.below(moves.len());
            model = moves.swap_remove(chosen).after;
        }
        model
    }

    /// Sets up a random position by hand, over or not, of a kind that play seldom reaches: endings
    /// of few stones, many of them finished or blocked, in which A-13 … A-16 meet; crowds in which
    /// long chains are to be had; packs of stones that have retreated twice; or anything at all.
    /// The same seed gives the same position.
    pub fn random_hand_set(seed: u64, rules: Rules) -> Model {
        let mut random = SplitMix(seed);
        loop {
            let (of_the_side_to_move, of_the_other) = match random.below(6) {
                0 => (ENDING, ENDING),
                1 => (BLOCKED, ENDING),
                2 => (HUNTERS, PREY),
                3 => (HUNTERS, PREY),
                4 => (PACK, PACK),
                _ => (ANYTHING, ANYTHING),
            };
            let side_to_move = Side::BOTH[random.below(2)];
            let mut model = Model { rules, side_to_move, stones: BTreeMap::new() };
            model.set_up(side_to_move, &of_the_side_to_move, &mut random);
            model.set_up(side_to_move.other(), &of_the_other, &mut random);
            if model.check().is_ok() {
                return model;
            }
        }
    }

    /// The moves that the stones can make (A-4 … A-12), whether or not the game is over.
    fn moves_by_the_stones(&self) -> Vec<Move> {
        // A-10: capture is compulsory, the choice between captures is free.
        let captures = self.captures();
        if captures.is_empty() { self.steps() } else { captures }
    }

    /// A-4 … A-6: the steps to an empty square, third retreats included.
    fn steps(&self) -> Vec<Move> {
        let mut steps = Vec::new();
        for (origin, label_before) in self.stones_of(self.side_to_move) {
            if label_before == Label::F {
                continue; // A-6: a finished stone never moves again.
            }
            for target in origin.diagonal_neighbours() {
                if self.stones.contains_key(&target) {
                    continue; // A-4, and A-5 for a third retreat: the square must be empty.
                }
                let is_forward = target.rank - origin.rank == self.side_to_move.forward();
                let label_after = if target.rank == self.side_to_move.far_rank() {
                    Some(Label::F) // A-6
                } else if is_forward {
                    Some(label_before) // A-5: steps forward never restore rights.
                } else {
                    label_before.after_retreat() // A-5
                };

                let mut after = self.clone();
                after.stones.remove(&origin);
                if let Some(label) = label_after {
                    let side = self.side_to_move;
                    after.stones.insert(target, Stone { side, label });
                }
                after.side_to_move = self.side_to_move.other();
                steps.push(Move {
                    origin,
                    landings: vec![target],
                    is_capture: false,
                    label_before,
                    label_after,
                    after,
                });
            }
        }
        steps
    }

    /// A-7 … A-12: the captures, each chain played to its end.
    fn captures(&self) -> Vec<Move> {
        let mut captures = Vec::new();
        for (origin, label_before) in self.stones_of(self.side_to_move) {
            for (landings, mut after) in self.chains(origin) {
                let last = landings[landings.len() - 1];
                let label_after = Some(after.stones[&last].label);
                after.side_to_move = self.side_to_move.other();
                captures.push(Move { origin, landings, is_capture: true, label_before, label_after, after });
            }
        }
        captures
    }

    /// The chains that the stone on a square can capture from here on: the squares it lands on and
    /// the board at the end, on which it is still its side's turn. None if it can't capture.
    fn chains(&self, from: Square) -> Vec<(Vec<Square>, Model)> {
        let hunter = self.stones[&from];
        let mut chains = Vec::new();
        for target in from.diagonal_neighbours() {
            // A-7, A-8: forward or backward, on to an enemy stone that it beats.
            let Some(victim) = self.stone_on(target) else {
                continue;
            };
            if victim.side == hunter.side || !hunter.label.beats(victim.label) {
                continue;
            }
            // A-7, A-9: it takes the victim's place, and keeps its rights even if it goes backward;
            // A-6, A-12: on the far rank it is finished, so it beats nothing more.
            let label = if target.rank == hunter.side.far_rank() { Label::F } else { hunter.label };
            let mut board = self.clone();
            board.stones.remove(&from);
            board.stones.insert(target, Stone { label, ..hunter });

            // A-11: it goes on while it can.
            let continuations = board.chains(target);
            if continuations.is_empty() {
                chains.push((vec![target], board));
            }
            for (rest, end) in continuations {
                let mut landings = vec![target];
                landings.extend(rest);
                chains.push((landings, end));
            }
        }
        chains
    }

    /// A-16: the side to move has no legal move, or none but third retreats.
    fn is_blocked(&self) -> bool {
        let moves = self.moves_by_the_stones();
        match self.rules.third_retreat {
            ThirdRetreat::Free => moves.iter().all(Move::is_removal),
            ThirdRetreat::Forced => moves.is_empty(),
        }
    }

    /// A-13: finished stones count as stones.
    fn number_of_stones(&self, side: Side) -> usize {
        self.stones_of(side).len()
    }

    /// A-14: how many of them are finished.
    fn number_of_finished(&self, side: Side) -> usize {
        let stones = self.stones_of(side);
        stones.iter().filter(|(_, l)| *l == Label::F).count()
    }

    /// The requirements of [`Model::parse`] on a position.
    fn check(&self) -> Result<(), String> {
        for (square, stone) in &self.stones {
            let at_the_goal = square.rank == stone.side.far_rank();
            if at_the_goal != (stone.label == Label::F) {
                return Err(format!(
                    "{}{square}: a stone is finished if and only if it is on its far rank",
                    stone.label
                ));
            }
        }
        for side in Side::BOTH {
            let stones = self.stones_of(side);
            if stones.len() > 12 {
                return Err(format!("{side:?} has more than twelve stones"));
            }
            for number in 1..=3 {
                let shows_it = |label| label == Label::M(number) || label == Label::V(number);
                if stones.iter().filter(|(_, label)| shows_it(*label)).count() > 4 {
                    return Err(format!("{side:?} has more than four stones of number {number}"));
                }
            }
        }
        if self.stones.is_empty() {
            return Err("there is no stone on the board: both sides would have lost".into());
        }
        if Side::BOTH.iter().all(|&side| self.number_of_finished(side) == 4) {
            return Err("both sides have four finished stones: both would have won".into());
        }
        Ok(())
    }

    /// Adds a side's stones at random, all of them different stones of one set (A-2), as far as
    /// there is room. Now and then there are none at all.
    fn set_up(&mut self, side: Side, recipe: &Recipe, random: &mut SplitMix) {
        if random.below(24) == 0 {
            return;
        }
        let mut bag = vec![1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3];
        let stones = random.within(recipe.stones);
        let finished = random.within(recipe.finished);
        for index in 0..stones {
            let is_finished = index < finished;
            let squares: Vec<Square> = Square::all()
                .into_iter()
                .filter(|square| !self.stones.contains_key(square))
                .filter(|square| {
                    let ranks_to_go = (side.far_rank() - square.rank).unsigned_abs() as usize;
                    let (nearest, farthest) = recipe.ranks_to_go;
                    match is_finished {
                        true => ranks_to_go == 0,
                        false => (nearest..=farthest).contains(&ranks_to_go),
                    }
                })
                .collect();
            if squares.is_empty() {
                continue;
            }
            let number = bag.swap_remove(random.below(bag.len()));
            let [m, v, w] = recipe.chances;
            let label = match random.below(m + v + w) {
                _ if is_finished => Label::F,
                dice if dice < m => Label::M(number),
                dice if dice < m + v => Label::V(number),
                _ => Label::W,
            };
            let square = squares[random.below(squares.len())];
            self.stones.insert(square, Stone { side, label });
        }
    }

    fn add_to_stats(&self, depth: u32, stats: &mut Stats) {
        if depth == 0 {
            return;
        }
        for m in self.moves() {
            if depth > 1 {
                m.after.add_to_stats(depth - 1, stats);
                continue;
            }
            stats.nodes += 1;
            if m.is_capture {
                let links = m.landings.len() as u64;
                stats.captures += 1;
                stats.chain_links += links;
                stats.longest_chain = stats.longest_chain.max(links);
            }
            stats.retreats += u64::from(m.is_retreat());
            stats.removals += u64::from(m.is_removal());
            stats.finishes += u64::from(m.is_finish());
            if let Some(outcome) = m.after.result() {
                *stats.wins.entry(outcome.reason).or_default() += 1;
            }
        }
    }
}

/// The material that `random_hand_set` sets up for a side; a pair of numbers is the least and the most.
struct Recipe {
    /// All its stones.
    stones: (usize, usize),
    /// Those of them that are finished.
    finished: (usize, usize),
    /// How M, V and W share the others.
    chances: [usize; 3],
    /// How far the others are from the far rank.
    ranks_to_go: (usize, usize),
}

const ENDING: Recipe = Recipe { stones: (1, 5), finished: (0, 2), chances: [3, 2, 2], ranks_to_go: (1, 7) };
const BLOCKED: Recipe = Recipe { stones: (3, 4), finished: (2, 3), chances: [0, 1, 9], ranks_to_go: (1, 1) };
const HUNTERS: Recipe = Recipe { stones: (1, 3), finished: (0, 1), chances: [1, 0, 0], ranks_to_go: (2, 6) };
const PREY: Recipe = Recipe { stones: (7, 12), finished: (0, 1), chances: [3, 1, 5], ranks_to_go: (1, 6) };
const PACK: Recipe = Recipe { stones: (1, 8), finished: (0, 3), chances: [1, 1, 10], ranks_to_go: (1, 7) };
const ANYTHING: Recipe = Recipe { stones: (1, 12), finished: (0, 4), chances: [5, 3, 2], ranks_to_go: (1, 7) };

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

    /// A number from the first to the second, both included.
    fn within(&mut self, (least, most): (usize, usize)) -> usize {
        least + self.below(most - least + 1)
    }
}
