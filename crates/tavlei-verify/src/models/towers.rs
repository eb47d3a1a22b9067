//! Tower checkers, rules T-1 to T-18 of the rulebook, as slowly and as plainly as they can be said.
//!
//! A position is a map from squares to lists of pieces; a move is made by cloning it; a capture is a
//! recursion that clones at every jump. Nothing is looked up in tables, nothing is kept up to date
//! alongside, nothing is shared with the engine. Every function names the rules that it carries out.
//!
//! ```
//! use tavlei_verify::models::towers::{Model, Rules};
//!
//! let start = Model::start(Rules::default());
//! assert_eq!(start.move_texts(), ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"]);
//! assert_eq!(start.perft(3), 302);
//!
//! let position = start.play("c3-d4").unwrap().play("f6-e5").unwrap().play("d4:f6").unwrap();
//! assert_eq!(position.move_texts(), ["e7:g5", "g7:e5"]);
//! assert!(position.text().contains("f6=0/0"));
//! ```

use std::collections::{BTreeMap, HashSet};
use std::fmt;

/// A colour, and the player who has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Moves first (T-2) and up the board.
    White,
    /// Moves down the board.
    Black,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The direction of ranks in which this side's men walk (T-4).
    fn forward(self) -> i8 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }

    /// The rank, counted from 0, on which this side's men become kings (T-6).
    fn far_rank(self) -> i8 {
        match self {
            Side::White => 7,
            Side::Black => 0,
        }
    }
}

/// One piece: a man or a king of either colour, free or in prison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The colour, which never changes.
    pub side: Side,
    /// Whether it is a king. Once a king it stays one, in prison too (T-14).
    pub king: bool,
}

/// A tower, top to bottom (T-3). The first piece is the commander.
pub type Tower = Vec<Piece>;

/// A square of the board. Squares are ordered rank by rank, as positions are written: a1 c1 … b2 … h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// The rank, from 0 (rank 1) to 7 (rank 8).
    pub rank: i8,
    /// The file, from 0 (file a) to 7 (file h).
    pub file: i8,
}

impl Square {
    /// Reads a square from its two characters, such as `c3`.
    ///
    /// # Errors
    /// When it is no square, is off the board, or is light (T-1).
    pub fn parse(text: &str) -> Result<Square, String> {
        let &[file, rank] = text.as_bytes() else {
            return Err(format!("{text:?} is not a square"));
        };
        if !(b'a'..=b'h').contains(&file) || !(b'1'..=b'8').contains(&rank) {
            return Err(format!("{text:?} is off the board"));
        }
        let square = Square { rank: (rank - b'1') as i8, file: (file - b'a') as i8 };
        if !square.is_dark() {
            return Err(format!("{text}: the square is light"));
        }
        Ok(square)
    }

    /// The 32 dark squares in their order.
    pub fn all() -> Vec<Square> {
        let mut squares = Vec::new();
        for rank in 0..8 {
            for file in 0..8 {
                squares.push(Square { rank, file });
            }
        }
        squares.retain(|square| square.is_dark());
        squares
    }

    /// T-1: a1 is dark, and so is every square that can be reached from it diagonally.
    fn is_dark(self) -> bool {
        (self.rank + self.file) % 2 == 0
    }

    /// The squares that follow this one in a direction, as far as the edge of the board.
    fn ray(self, direction: Direction) -> Vec<Square> {
        let mut squares = Vec::new();
        let mut next = self;
        loop {
            next = Square { rank: next.rank + direction.rank, file: next.file + direction.file };
            if !(0..8).contains(&next.rank) || !(0..8).contains(&next.file) {
                return squares;
            }
            squares.push(next);
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file as u8) as char, self.rank + 1)
    }
}

/// The rule option `rejump`: may a tower be jumped again in the same move?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rejump {
    /// A tower may be jumped again, but not twice in a row (T-12).
    #[default]
    NotInSuccession,
    /// A tower may be jumped once in a move.
    Once,
    /// A jump may not go exactly opposite to the jump before it.
    NoReversal,
}

/// The rule option `landing`: where may a king land behind the tower that it jumps?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Landing {
    /// On a square from which the capture goes on, if there is one (T-10).
    #[default]
    MustContinue,
    /// On any empty square behind it.
    Free,
}

/// The rule options that say which moves there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rules {
    /// The option `rejump`.
    pub rejump: Rejump,
    /// The option `landing`.
    pub landing: Landing,
}

impl Rules {
    /// All six combinations, the default first.
    pub fn all() -> Vec<Rules> {
        let mut all = Vec::new();
        for landing in [Landing::MustContinue, Landing::Free] {
            for rejump in [Rejump::NotInSuccession, Rejump::Once, Rejump::NoReversal] {
                all.push(Rules { rejump, landing });
            }
        }
        all
    }
}

/// A position, with the rules that it is played by.
///
/// Two models are equal when the side to move, every tower down to its last piece, and the rules are
/// the same: the sameness of T-18 (b).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Model {
    /// The towers. A square that isn't in the map is empty, and no tower in the map is.
    board: Board,
    to_move: Side,
    rules: Rules,
}

/// Squares and what stands on them.
type Board = BTreeMap<Square, Tower>;

/// A legal move in the sense of T-15.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the tower stands.
    pub start: Square,
    /// The squares that are jumped, in their order; none if the move is quiet.
    pub jumped: Vec<Square>,
    /// Every way to choose the landing squares that fits this move, in the order of their texts. The
    /// last square of each is the square where the move ends.
    pub landings: Vec<Vec<Square>>,
    /// Whether a man becomes a king.
    pub promotes: bool,
    /// The position that results.
    pub after: Model,
}

impl Move {
    /// The canonical text: the alphabetically first of those that fit (T-15).
    pub fn text(&self) -> String {
        self.all_texts().remove(0)
    }

    /// All texts that fit, one for each choice of landing squares, sorted.
    pub fn all_texts(&self) -> Vec<String> {
        let separator = if self.jumped.is_empty() { "-" } else { ":" };
        let mut texts = Vec::new();
        for landings in &self.landings {
            let mut text = self.start.to_string();
            for landing in landings {
                text += separator;
                text += &landing.to_string();
            }
            texts.push(text);
        }
        texts
    }

    /// Returns where the move ends.
    pub fn end(&self) -> Square {
        *self.landings[0].last().expect("a move lands somewhere")
    }
}

/// The statistics over all moves of the last ply of [`Model::stats`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stats {
    /// Moves, as [`Model::perft`] counts them.
    pub moves: u64,
    /// Moves that capture.
    pub captures: u64,
    /// Jumps in all those captures.
    pub jumps: u64,
    /// Moves, quiet or not, in which a man becomes a king.
    pub promotions: u64,
    /// Moves after which the opponent has lost (T-17).
    pub wins: u64,
    /// Jumps in the longest capture.
    pub longest: usize,
    /// The moves of the position that has most of them.
    pub widest: usize,
}

impl Model {
    /// The position at the start of a game (T-2).
    pub fn start(rules: Rules) -> Model {
        let mut board = Board::new();
        for square in Square::all() {
            match square.rank {
                0..=2 => board.insert(square, vec![Piece { side: Side::White, king: false }]),
                5..=7 => board.insert(square, vec![Piece { side: Side::Black, king: false }]),
                _ => None,
            };
        }
        Model { board, to_move: Side::White, rules }
    }

    /// Reads a position from its canonical text, such as `w c1=1/0000,d6=000000;a1=110101/1,b2=00`.
    /// The squares may come in any order; apart from that nothing but the canonical form is read.
    ///
    /// # Errors
    /// When the text has another form, or for one of the reasons of "A position given by hand": a
    /// square is light, off the board or given twice; a tower is empty, has more than two runs of
    /// colour, isn't topped by the side under which it is listed, or is commanded by a man on its far
    /// rank; there are more than 12 pieces of a colour. The error names the square.
    pub fn parse(text: &str, rules: Rules) -> Result<Model, String> {
        let (side, towers) = text.split_once(' ').ok_or("no space after the side to move")?;
        let to_move = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(format!("{side:?} is not a side to move, which is w or b")),
        };
        let (white, black) = towers.split_once(';').ok_or("no semicolon between the sides")?;
        let mut board = Board::new();
        for (side, list) in [(Side::White, white), (Side::Black, black)] {
            if list.is_empty() {
                continue;
            }
            for item in list.split(',') {
                let (square, tower) = item.split_once('=').ok_or_else(|| format!("{item:?} lacks the = of a tower"))?;
                let square = Square::parse(square)?;
                let tower = parse_tower(tower, side).map_err(|reason| format!("{square}: {reason}"))?;
                if !tower[0].king && square.rank == side.far_rank() {
                    return Err(format!("{square}: a man commands a tower on its far rank"));
                }
                if board.insert(square, tower).is_some() {
                    return Err(format!("{square}: the square is given twice"));
                }
                for side in [Side::White, Side::Black] {
                    if board.values().flatten().filter(|piece| piece.side == side).count() > 12 {
                        return Err(format!("{square}: more than 12 pieces are {side:?}'s"));
                    }
                }
            }
        }
        Ok(Model { board, to_move, rules })
    }

    /// The canonical text of the position.
    pub fn text(&self) -> String {
        let side = match self.to_move {
            Side::White => "w",
            Side::Black => "b",
        };
        let list = |side: Side| {
            let mut items = Vec::new();
            for (square, tower) in &self.board {
                if tower[0].side == side {
                    items.push(format!("{square}={}", tower_text(tower)));
                }
            }
            items.join(",")
        };
        format!("{side} {};{}", list(Side::White), list(Side::Black))
    }

    /// The squares that aren't empty, with their towers.
    pub fn board(&self) -> &BTreeMap<Square, Tower> {
        &self.board
    }

    /// The side whose turn it is.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The rules that the position is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The same position, played on by other rules.
    pub fn with_rules(&self, rules: Rules) -> Model {
        Model { rules, ..self.clone() }
    }

    /// All legal moves, in the order of their texts. T-7: if there is a capture, all of them are.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = self.captures();
        if moves.is_empty() {
            moves = self.quiet_moves();
        }
        moves.sort_by_cached_key(Move::text);
        moves
    }

    /// The canonical texts of all legal moves, sorted.
    pub fn move_texts(&self) -> Vec<String> {
        self.moves().iter().map(Move::text).collect()
    }

    /// The position after a move, which may be named by any of its texts.
    ///
    /// # Errors
    /// When no legal move has this text.
    pub fn play(&self, text: &str) -> Result<Model, String> {
        for candidate in self.moves() {
            if candidate.all_texts().iter().any(|fitting| fitting == text) {
                return Ok(candidate.after);
            }
        }
        Err(format!("{text} is not legal in {self}, where these are: {}", self.move_texts().join(" ")))
    }

    /// T-17: the winner, when the side to move has no legal move.
    pub fn winner(&self) -> Option<Side> {
        self.moves().is_empty().then(|| self.to_move.other())
    }

    /// The number of ways to play `depth` plies: 1 at depth 0, and 0 beyond the end of the game.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().iter().map(|candidate| candidate.after.perft(depth - 1)).sum(),
        }
    }

    /// The texts of the legal moves, sorted, each with the number of ways to play `depth` plies that
    /// begin with it. There are none at depth 0.
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        self.moves().iter().map(|candidate| (candidate.text(), candidate.after.perft(depth - 1))).collect()
    }

    /// The number of different positions that can be there after exactly `depth` plies.
    pub fn unique(&self, depth: u32) -> u64 {
        let mut positions = HashSet::from([self.clone()]);
        for _ in 0..depth {
            positions = positions.iter().flat_map(Model::moves).map(|candidate| candidate.after).collect();
        }
        positions.len() as u64
    }

    /// Counts the statistics over the moves of the last of `depth` plies; nothing at depth 0.
    pub fn stats(&self, depth: u32) -> Stats {
        let mut stats = Stats::default();
        self.add_stats(depth, &mut stats);
        stats
    }

    fn add_stats(&self, depth: u32, stats: &mut Stats) {
        if depth == 0 {
            return;
        }
        let moves = self.moves();
        if depth == 1 {
            stats.widest = stats.widest.max(moves.len());
        }
        for candidate in moves {
            if depth > 1 {
                candidate.after.add_stats(depth - 1, stats);
                continue;
            }
            stats.moves += 1;
            stats.captures += u64::from(!candidate.jumped.is_empty());
            stats.jumps += candidate.jumped.len() as u64;
            stats.promotions += u64::from(candidate.promotes);
            stats.wins += u64::from(candidate.after.winner().is_some());
            stats.longest = stats.longest.max(candidate.jumped.len());
        }
    }

    /// T-4, T-5, T-6: the moves without a capture.
    fn quiet_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (&start, tower) in &self.board {
            let commander = tower[0];
            if commander.side != self.to_move {
                continue;
            }
            for direction in DIRECTIONS {
                let empty = start.ray(direction).into_iter().take_while(|square| !self.board.contains_key(square));
                let targets: Vec<Square> = if commander.king {
                    // T-5: any number of empty squares, forward or backward.
                    empty.collect()
                } else if direction.rank == commander.side.forward() {
                    // T-4: one square, forward.
                    empty.take(1).collect()
                } else {
                    Vec::new()
                };
                for target in targets {
                    let mut board = self.board.clone();
                    let mut tower = board.remove(&start).expect("the tower that moves");
                    let promotes = promote(&mut tower, target);
                    board.insert(target, tower);
                    let after = Model { board, to_move: self.to_move.other(), rules: self.rules };
                    moves.push(Move { start, jumped: Vec::new(), landings: vec![vec![target]], promotes, after });
                }
            }
        }
        moves
    }

    /// The captures. All ways to play each one to its end are put together into moves by T-15: one
    /// for each start, list of jumped squares and end.
    fn captures(&self) -> Vec<Move> {
        let mut moves: BTreeMap<(Square, Vec<Square>, Square), Move> = BTreeMap::new();
        for (&start, tower) in &self.board {
            if tower[0].side != self.to_move {
                continue;
            }
            let mut ways = Vec::new();
            Capture::begin(self, start).play_on(&mut ways);
            for way in ways {
                let after = way.position();
                let found = moves.entry((start, way.jumped.clone(), way.square)).or_insert_with(|| Move {
                    start,
                    jumped: way.jumped.clone(),
                    landings: Vec::new(),
                    promotes: way.promotes,
                    after: after.clone(),
                });
                debug_assert_eq!(found.after, after, "T-15: the same move has the same effect");
                found.landings.push(way.landings);
            }
        }
        let mut moves: Vec<Move> = moves.into_values().collect();
        for found in &mut moves {
            found.landings.sort_by_cached_key(|landings| landings.iter().map(Square::to_string).collect::<String>());
        }
        moves
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// A capture under way, after any number of jumps.
#[derive(Clone)]
struct Capture {
    /// The board without the jumping tower, which has left its square of departure (T-11).
    board: Board,
    /// The jumping tower, with the prisoners that it has taken so far.
    tower: Tower,
    /// The square that the jumping tower is on.
    square: Square,
    /// The direction of the last jump.
    direction: Option<Direction>,
    /// The squares jumped so far.
    jumped: Vec<Square>,
    /// The squares landed on so far.
    landings: Vec<Square>,
    /// Whether the commander became a king on the way.
    promotes: bool,
    rules: Rules,
}

impl Capture {
    /// The tower on `start` is lifted and has jumped nothing yet.
    fn begin(model: &Model, start: Square) -> Capture {
        let mut board = model.board.clone();
        let tower = board.remove(&start).expect("the tower that captures");
        Capture {
            board,
            tower,
            square: start,
            direction: None,
            jumped: Vec::new(),
            landings: Vec::new(),
            promotes: false,
            rules: model.rules,
        }
    }

    /// T-7: the capture is played on until that tower can jump no more. Gathers all ways to do so
    /// that jump at all.
    fn play_on(self, ways: &mut Vec<Capture>) {
        let next = self.next();
        if next.is_empty() && !self.jumped.is_empty() {
            ways.push(self);
            return;
        }
        for longer in next {
            longer.play_on(ways);
        }
    }

    /// The capture after one jump more, in each way that is allowed.
    fn next(&self) -> Vec<Capture> {
        let mut next = Vec::new();
        for direction in DIRECTIONS {
            // There is one tower to jump in a direction, so this is the choice "per jumped tower".
            let landings = self.jump(direction);
            let goes_on: Vec<Capture> = landings.iter().filter(|landed| landed.can_jump()).cloned().collect();
            if self.rules.landing == Landing::MustContinue && !goes_on.is_empty() {
                // T-10: it must land where the capture goes on, if it can.
                next.extend(goes_on);
            } else {
                next.extend(landings);
            }
        }
        next
    }

    /// Returns whether the tower can jump at all from where it is.
    fn can_jump(&self) -> bool {
        DIRECTIONS.into_iter().any(|direction| !self.jump(direction).is_empty())
    }

    /// The capture after a jump in this direction, once for each square that can be landed on when
    /// T-10 is left aside.
    fn jump(&self, direction: Direction) -> Vec<Capture> {
        let commander = self.tower[0];
        let ray = self.square.ray(direction);
        // The first tower on the diagonal …
        let Some(distance) = ray.iter().position(|square| self.board.contains_key(square)) else {
            return Vec::new();
        };
        let victim = ray[distance];
        // … is an enemy's …
        if self.board[&victim][0].side == commander.side {
            return Vec::new();
        }
        // … and adjacent, if a man jumps (T-8); a king jumps at any distance (T-9).
        if !commander.king && distance > 0 {
            return Vec::new();
        }
        if !self.may_jump(victim, direction) {
            return Vec::new();
        }
        // The empty squares in a row behind it (T-9), of which a man takes the first (T-8).
        let mut behind: Vec<Square> =
            ray[distance + 1..].iter().copied().take_while(|square| !self.board.contains_key(square)).collect();
        if !commander.king {
            behind.truncate(1);
        }
        behind.into_iter().map(|landing| self.land(victim, direction, landing)).collect()
    }

    /// T-12 and the other choices of the rule option `rejump`.
    fn may_jump(&self, victim: Square, direction: Direction) -> bool {
        match self.rules.rejump {
            Rejump::NotInSuccession => self.jumped.last() != Some(&victim),
            Rejump::Once => !self.jumped.contains(&victim),
            Rejump::NoReversal => self.direction != Some(direction.opposite()),
        }
    }

    /// T-11: the top piece of the jumped tower goes to the bottom of the jumping tower and keeps its
    /// rank (T-14); the rest stays where it is. T-13: a man that lands on the far rank is a king at
    /// once.
    fn land(&self, victim: Square, direction: Direction, landing: Square) -> Capture {
        let mut after = self.clone();
        let mut jumped = after.board.remove(&victim).expect("the tower that is jumped");
        after.tower.push(jumped.remove(0));
        if !jumped.is_empty() {
            after.board.insert(victim, jumped);
        }
        after.square = landing;
        after.direction = Some(direction);
        after.jumped.push(victim);
        after.landings.push(landing);
        after.promotes |= promote(&mut after.tower, landing);
        after
    }

    /// The position when the capture ends here.
    fn position(&self) -> Model {
        let mut board = self.board.clone();
        board.insert(self.square, self.tower.clone());
        Model { board, to_move: self.tower[0].side.other(), rules: self.rules }
    }
}

/// T-6, T-13: a man that arrives on the far rank becomes a king; the top piece only. Says whether one did.
fn promote(tower: &mut Tower, square: Square) -> bool {
    let commander = &mut tower[0];
    let promotes = !commander.king && square.rank == commander.side.far_rank();
    commander.king |= promotes;
    promotes
}

/// A diagonal direction.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Direction {
    rank: i8,
    file: i8,
}

impl Direction {
    fn opposite(self) -> Direction {
        Direction { rank: -self.rank, file: -self.file }
    }
}

const DIRECTIONS: [Direction; 4] = [
    Direction { rank: 1, file: 1 },
    Direction { rank: 1, file: -1 },
    Direction { rank: -1, file: 1 },
    Direction { rank: -1, file: -1 },
];

/// Reads a tower of `owner` from top to bottom: `0` man, `1` king, `/` where the colour changes.
fn parse_tower(text: &str, owner: Side) -> Result<Tower, String> {
    if text.is_empty() {
        return Err("the tower is empty".into());
    }
    let runs: Vec<&str> = text.split('/').collect();
    if runs.len() > 2 {
        return Err("the tower has more than two runs of colour".into());
    }
    if runs[0].is_empty() {
        return Err("the tower's top isn't of the side under which it is listed".into());
    }
    let mut tower = Tower::new();
    for (run, side) in runs.into_iter().zip([owner, owner.other()]) {
        if run.is_empty() {
            return Err("no pieces follow the change of colour".into());
        }
        for piece in run.chars() {
            match piece {
                '0' => tower.push(Piece { side, king: false }),
                '1' => tower.push(Piece { side, king: true }),
                _ => return Err(format!("{piece:?} is neither a man 0 nor a king 1")),
            }
        }
    }
    Ok(tower)
}

/// Writes a tower as [`parse_tower`] reads it.
fn tower_text(tower: &Tower) -> String {
    let mut text = String::new();
    let mut side = tower[0].side;
    for piece in tower {
        if piece.side != side {
            text.push('/');
            side = piece.side;
        }
        text.push(if piece.king { '1' } else { '0' });
    }
    text
}

/// A game: all its positions, from the first to the present one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    positions: Vec<Model>,
    draw_plies: Option<usize>,
}

/// The state of a game after a number of plies. T-17 comes before T-18: when there is a `winner`,
/// a draw that applies has no effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The number of plies played, 0 for the position that the game began with.
    pub ply: usize,
    /// The number of plies since the material last changed, or since the beginning.
    pub no_progress: usize,
    /// How many times the present position has been there, the present time included.
    pub repetitions: usize,
    /// T-18 (a) applies, and since which ply.
    pub no_progress_draw: Option<usize>,
    /// T-18 (b) applies to the present position, and since which ply: that of its third time.
    pub repetition_draw: Option<usize>,
    /// T-17: the winner, when the side to move has no legal move.
    pub winner: Option<Side>,
}

impl Game {
    /// A game from a position. `draw_plies` is the rule option of that name: 30 by default, or none.
    pub fn new(position: Model, draw_plies: Option<usize>) -> Game {
        Game { positions: vec![position], draw_plies }
    }

    /// The present position.
    pub fn position(&self) -> &Model {
        self.positions.last().expect("a game has a position")
    }

    /// The position after each number of plies, from 0.
    pub fn positions(&self) -> &[Model] {
        &self.positions
    }

    /// Plays a move. A draw by T-18 doesn't stop the game, so that what comes after it can be looked at.
    ///
    /// # Errors
    /// When the move isn't legal, as [`Model::play`].
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let next = self.position().play(text)?;
        self.positions.push(next);
        Ok(())
    }

    /// Plays moves one after another.
    ///
    /// # Errors
    /// When one isn't legal. Those before it have been played.
    pub fn play_all<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        texts.into_iter().try_for_each(|text| self.play(text))
    }

    /// Returns the state after each number of plies, from 0 to the present.
    pub fn reports(&self) -> Vec<Report> {
        (0..self.positions.len()).map(|ply| self.report(ply)).collect()
    }

    /// Returns the state after `ply` plies of the game.
    ///
    /// # Panics
    /// When fewer have been played.
    pub fn report(&self, ply: usize) -> Report {
        let present = &self.positions[ply];
        let changed = (1..=ply).rev().find(|&at| material(&self.positions[at]) != material(&self.positions[at - 1]));
        let changed = changed.unwrap_or(0);
        let no_progress = ply - changed;
        let times: Vec<usize> = (0..=ply).filter(|&at| self.positions[at] == *present).collect();
        Report {
            ply,
            no_progress,
            repetitions: times.len(),
            no_progress_draw: self.draw_plies.filter(|&limit| no_progress >= limit).map(|limit| changed + limit),
            repetition_draw: times.get(2).copied(),
            winner: present.winner(),
        }
    }
}

/// T-18 (a): the material, that is the number of towers and what they consist of, wherever they stand.
fn material(model: &Model) -> Vec<Tower> {
    let mut towers: Vec<Tower> = model.board.values().cloned().collect();
    towers.sort();
    towers
}

/// The position after `plies` moves of random play from the start by the default rules, or the lost
/// position in which the game ended before. The same seed always gives the same game.
pub fn random_reachable(seed: u64, plies: u32) -> Model {
    let mut random = SplitMix(seed);
    let mut position = Model::start(Rules::default());
    for _ in 0..plies {
        let mut moves = position.moves();
        if moves.is_empty() {
            break;
        }
        position = moves.swap_remove(random.below(moves.len())).after;
    }
    position
}

/// A position that no game need have led to, but that may be given by hand: rich in kings, tall
/// towers, prisoners and long captures. The same seed always gives the same position, for the default
/// rules.
///
/// Of one to six boards that are drawn, it is the one with the longest capture.
pub fn random_hand_set(seed: u64) -> Model {
    let mut random = SplitMix(seed);
    let longest = |position: &Model| position.moves().iter().map(|candidate| candidate.jumped.len()).max();
    let mut best = draw_hand_set(&mut random);
    for _ in 0..random.below(6) {
        let next = draw_hand_set(&mut random);
        if longest(&next) > longest(&best) {
            best = next;
        }
    }
    best
}

/// By turns one of four kinds of position: a few tall towers; many low ones; towers of the side that
/// waits on squares that one tower can jump; and an endgame of two to four towers.
fn draw_hand_set(random: &mut SplitMix) -> Model {
    let to_move = random.side();
    let mut hand = Hand { left: [12, 12], board: Board::new() };
    match random.below(4) {
        0 => {
            for _ in 0..3 + random.below(6) {
                let side = random.side();
                hand.put(side, random, Build { own: 6, prisoners: 5, kings: 60 }, |_| true);
            }
        }
        1 => {
            for _ in 0..8 + random.below(12) {
                let side = random.side();
                hand.put(side, random, Build { own: 2, prisoners: 2, kings: 20 }, |_| true);
            }
        }
        2 => {
            // A man that stands on a rank of one parity jumps towers on the inner squares of the other.
            let parity = random.below(2) as i8;
            let stand = |square: Square| square.rank % 2 != parity;
            let inner = |square: Square| (1..7).contains(&square.rank) && (1..7).contains(&square.file);
            hand.put(to_move, random, Build { own: 2, prisoners: 3, kings: 50 }, stand);
            for _ in 0..3 + random.below(6) {
                hand.put(to_move.other(), random, Build { own: 4, prisoners: 2, kings: 25 }, |square| {
                    inner(square) && !stand(square)
                });
            }
            for _ in 0..random.below(4) {
                let side = random.side();
                hand.put(side, random, Build { own: 2, prisoners: 2, kings: 30 }, |_| true);
            }
        }
        _ => {
            for side in [Side::White, Side::Black] {
                for _ in 0..1 + random.below(2) {
                    hand.put(side, random, Build { own: 12, prisoners: 8, kings: 75 }, |_| true);
                }
            }
        }
    }
    Model { board: hand.board, to_move, rules: Rules::default() }
}

/// A board on to which towers are put, and the pieces of White and of Black that are left for it.
struct Hand {
    left: [usize; 2],
    board: Board,
}

/// How a random tower is built: at most how many pieces of its owner, over at most how many prisoners,
/// each with which chance, in a hundred, of being a king.
#[derive(Clone, Copy)]
struct Build {
    own: usize,
    prisoners: usize,
    kings: usize,
}

impl Hand {
    /// Puts a tower of `side` on one of the empty squares that are `wanted`, as far as there are such
    /// squares and pieces left for it.
    fn put(&mut self, side: Side, random: &mut SplitMix, build: Build, wanted: impl Fn(Square) -> bool) {
        let own = (1 + random.below(build.own)).min(self.left[side as usize]);
        let prisoners = random.below(build.prisoners + 1).min(self.left[side.other() as usize]);
        let mut squares = Square::all();
        squares.retain(|&square| wanted(square) && !self.board.contains_key(&square));
        if squares.is_empty() || own == 0 {
            return;
        }
        let square = squares[random.below(squares.len())];
        let mut tower = Tower::new();
        for (side, count) in [(side, own), (side.other(), prisoners)] {
            self.left[side as usize] -= count;
            for _ in 0..count {
                tower.push(Piece { side, king: random.below(100) < build.kings });
            }
        }
        // A man doesn't command a tower on its far rank (T-16).
        promote(&mut tower, square);
        self.board.insert(square, tower);
    }
}

/// The generator of random numbers SplitMix64 (Steele, Lea and Flood, 2014): a counter that grows by a
/// constant, each value of it scrambled.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is small enough that the remainder's bias doesn't matter.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn side(&mut self) -> Side {
        if self.below(2) == 0 { Side::White } else { Side::Black }
    }
}
