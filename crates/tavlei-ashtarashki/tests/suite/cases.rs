//! The positions, endings and studies collected in `cases/`.

use std::collections::HashMap;

use crate::common::{FORCED, FREE, after, moves, position, result, under};
use tavlei_ashtarashki::Position;
use tavlei_game::{Game, Keyed, Notation, Sequential, Side, perft};

const POSITIONS: &str = include_str!("../../../../cases/ashtarashki_positions.tsv");
const ENDINGS: &str = include_str!("../../../../cases/ashtarashki_endings.tsv");

/// The lines of a table without its heading, split into their columns.
fn rows<const N: usize>(table: &str) -> Vec<[&str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect("the columns")).collect()
}

#[test]
fn positions_of_random_play() {
    let rows = rows::<5>(POSITIONS);
    assert_eq!(rows.len(), 220);
    for [_tag, text, listed, ends, counts] in rows {
        let position = position(text);
        assert_eq!(position.to_string(), text);
        assert_eq!(moves(&position), listed, "{text}");
        assert_eq!(result(&position), ends, "{text}");
        let perft = (1..=4).map(|plies| perft(&position, plies).to_string()).collect::<Vec<_>>();
        assert_eq!(perft.join(" "), counts, "{text}");
    }
}

#[test]
fn a13_to_a16_endings_where_the_rules_meet() {
    let rows = rows::<3>(ENDINGS);
    assert_eq!(rows.len(), 9);
    for [text, listed, ends] in rows {
        let position = position(text);
        assert_eq!(position.to_string(), text);
        assert_eq!(moves(&position), listed, "{text}");
        assert_eq!(result(&position), ends, "{text}");
    }
}

/// Whether White can force a win, by trying everything.
#[derive(Default)]
struct Solver {
    known: HashMap<u64, bool>,
}

impl Solver {
    fn white_wins(&mut self, position: &Position) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner() == Some(Side::White);
        }
        if let Some(&known) = self.known.get(&position.key()) {
            return known;
        }
        let mut children = position.moves().iter().map(|mv| position.after(mv)).collect::<Vec<_>>();
        children.sort_by_cached_key(Game::count_moves);
        let wins = match position.side_to_move() {
            Side::White => children.iter().any(|child| self.white_wins(child)),
            Side::Black => children.iter().all(|child| self.white_wins(child)),
        };
        self.known.insert(position.key(), wins);
        wins
    }
}

#[test]
fn study_10_the_authors_line_is_legal() {
    let start = position("w M1c1,M1e3,M1g3,M3h4;Fa1,Fe1,Fg1,Wa3,M1b4,M1h6");
    assert_eq!(start.moves().len(), 10);
    let end = position(&after(&start, "M1gf4 M1g5 M3g3V M1h4 V3h2W M1g3 M1d2"));
    // Black must take.
    assert_eq!(moves(&end), "g3:h2");
}

#[test]
fn study_10_only_the_authors_third_move_wins() {
    let mut solver = Solver::default();
    let start = position("w M1c1,M1e3,M1g3,M3h4;Fa1,Fe1,Fg1,Wa3,M1b4,M1h6");
    let third = position(&after(&start, "M1gf4 M1g5 M3g3V M1h4"));
    let mut winning = third.moves();
    winning.retain(|mv| solver.white_wins(&third.after(mv)));
    assert_eq!(winning, [third.read_move("V3h2W").expect("legal")]);
}

#[test]
fn problem_8_2_begins_with_a_choice_of_seven() {
    let text = "b M1c5,V1g5,M2d4,M3d6;M3c7,V1e7,M1g7,Wf8,Wh8";
    for rules in [FREE, FORCED] {
        assert_eq!(moves(&under(rules, text)), "c7-b6 c7-b8 c7-d8 e7-d8 e7-f6 g7-f6 g7-h6");
    }
}

#[test]
fn perft_from_the_start() {
    let counts = (0..=7).map(|plies| perft(&Position::default(), plies)).collect::<Vec<_>>();
    assert_eq!(counts, [1, 7, 49, 382, 2659, 20742, 154929, 1_203_660]);
}
