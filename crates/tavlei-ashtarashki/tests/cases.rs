//! The positions, endings and studies collected in `cases/`.

mod common;

use std::collections::HashMap;

use common::{position, result_text};
use tavlei_ashtarashki::{Position, Rules, ThirdRetreat};
use tavlei_game::{Game, Notation, Sequential, Side, perft};

const POSITIONS: &str = include_str!("../../../cases/ashtarashki_positions.tsv");
const ENDINGS: &str = include_str!("../../../cases/ashtarashki_endings.tsv");

/// The lines of a table without its heading, split into their columns.
fn rows<const N: usize>(table: &str) -> Vec<[&str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect("the columns")).collect()
}

fn sorted_moves(position: &Position) -> String {
    let mut texts = position.moves().iter().map(|mv| position.move_text(mv)).collect::<Vec<_>>();
    texts.sort();
    texts.join(" ")
}

#[test]
fn positions_of_random_play() {
    let rows = rows::<5>(POSITIONS);
    assert_eq!(rows.len(), 220);
    for [_tag, text, moves, result, counts] in rows {
        let position = position(text);
        assert_eq!(position.to_string(), text);
        assert_eq!(sorted_moves(&position), moves, "{text}");
        assert_eq!(result_text(&position), result, "{text}");
        let perft = (1..=4).map(|plies| perft(&position, plies).to_string()).collect::<Vec<_>>();
        assert_eq!(perft.join(" "), counts, "{text}");
    }
}

#[test]
fn a13_to_a16_endings_where_the_rules_meet() {
    let rows = rows::<3>(ENDINGS);
    assert_eq!(rows.len(), 9);
    for [text, moves, result] in rows {
        let position = position(text);
        assert_eq!(position.to_string(), text);
        assert_eq!(sorted_moves(&position), moves, "{text}");
        assert_eq!(result_text(&position), result, "{text}");
    }
}

/// Whether White can bring about what it wants, or Black can't prevent it, by trying everything.
struct Solver {
    white_wants: fn(&Position) -> bool,
    known: HashMap<Position, bool>,
}

impl Solver {
    fn new(white_wants: fn(&Position) -> bool) -> Self {
        Self { white_wants, known: HashMap::new() }
    }

    fn white_succeeds(&mut self, position: &Position) -> bool {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let mut moves = position.moves().into_iter();
        let succeeds = match position.side_to_move() {
            _ if position.outcome().is_some() => (self.white_wants)(position),
            Side::White => moves.any(|mv| self.white_succeeds(&position.after(&mv))),
            Side::Black => moves.all(|mv| self.white_succeeds(&position.after(&mv))),
        };
        self.known.insert(*position, succeeds);
        succeeds
    }

    /// The moves, in the long form, after which White succeeds (or fails).
    fn moves_after_which_white(&mut self, succeeds: bool, position: &Position) -> Vec<String> {
        let mut moves = position.moves();
        moves.retain(|mv| self.white_succeeds(&position.after(mv)) == succeeds);
        let mut texts = moves.iter().map(ToString::to_string).collect::<Vec<_>>();
        texts.sort();
        texts
    }
}

fn white_wins(position: &Position) -> bool {
    position.outcome().and_then(|outcome| outcome.winner()) == Some(Side::White)
}

fn white_wins_totally(position: &Position) -> bool {
    position.outcome().is_some_and(|outcome| outcome.payoff(Side::White) == 2)
}

#[test]
fn study_10_the_authors_line_is_legal_and_its_moves_win() {
    let mut solver = Solver::new(white_wins);
    let mut position = position("w M1c1,M1e3,M1g3,M3h4;Fa1,Fe1,Fg1,Wa3,M1b4,M1h6");
    assert_eq!(position.moves().len(), 10);
    assert_eq!(solver.moves_after_which_white(true, &position), ["g3-f2", "g3-f4"]);
    for (n, text) in ["M1gf4", "M1g5", "M3g3V", "M1h4", "V3h2W", "M1g3", "M1d2"].into_iter().enumerate() {
        let mv = position.read_move(text).expect(text);
        if n == 2 || n == 4 {
            assert_eq!(solver.moves_after_which_white(true, &position), [mv.to_string()], "{text} alone wins");
        }
        position.play(&mv).expect(text);
        assert!(solver.white_succeeds(&position), "{text}");
    }
    assert_eq!(sorted_moves(&position), "g3:h2");
}

#[test]
fn a16_problem_8_2_is_right_only_if_a_third_retreat_is_free() {
    let text = "b M1c5,V1g5,M2d4,M3d6;M3c7,V1e7,M1g7,Wf8,Wh8";
    let escapes = |third_retreat| {
        let position = Position::read_position(text, &Rules { third_retreat }).expect(text);
        Solver::new(white_wins_totally).moves_after_which_white(false, &position)
    };
    assert!(escapes(ThirdRetreat::Free).contains(&"g7-f6".to_string()));
    assert_eq!(escapes(ThirdRetreat::Forced), [""; 0]);
}

#[test]
fn perft_from_the_start() {
    let counts = (0..=7).map(|plies| perft(&Position::default(), plies)).collect::<Vec<_>>();
    assert_eq!(counts, [1, 7, 49, 382, 2659, 20742, 154929, 1_203_660]);
}
