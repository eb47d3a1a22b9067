//! Every line of the collected cases: positions, vectors, the recorded game.

use crate::common::{position, texts};
use tavlei_game::{Entry, Game, History, Notation, Sequential, perft};
use tavlei_towers::{Landing, Position, Rejump, Rules};

const POSITIONS: &str = include_str!("../../../../cases/towers_positions.tsv");
const VECTORS: &str = include_str!("../../../../cases/towers_vectors.tsv");
const GAME_2005: &str = include_str!("../../../../cases/towers_game_2005.pdn");

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| line.split('\t').collect())
}

fn free() -> Rules {
    Rules::default().with_landing(Landing::Free)
}

fn rejump(rejump: Rejump) -> Rules {
    Rules::default().with_rejump(rejump)
}

#[test]
fn positions_have_these_moves_under_every_option() {
    let mut seen = 0;
    for row in rows(POSITIONS) {
        let [_tag, text, moves, free_count, once, no_reversal, _perft] = row[..] else { panic!("{row:?}") };
        let here = position(text);
        assert_eq!(here.to_string(), text);
        assert_eq!(texts(&here).join(" "), moves, "{text}");
        let count = |rules: &Rules| here.clone().with_rules(rules).count_moves().to_string();
        assert_eq!(count(&free()), free_count, "landing=free: {text}");
        assert_eq!(count(&rejump(Rejump::Once)), once, "rejump=once: {text}");
        assert_eq!(count(&rejump(Rejump::NoReversal)), no_reversal, "rejump=no-reversal: {text}");
        seen += 1;
    }
    assert_eq!(seen, 220);
}

#[test]
fn positions_have_these_perfts() {
    for row in rows(POSITIONS) {
        let (text, counts) = (row[1], row[6]);
        let here = position(text);
        let found: Vec<String> = (1..=4).map(|plies| perft(&here, plies).to_string()).collect();
        assert_eq!(found.join(" "), counts, "{text}");
    }
}

#[test]
fn vectors_tell_the_readings_of_the_rules_apart() {
    let mut seen = 0;
    for row in rows(VECTORS) {
        let here = position(row[0]);
        let options = [Rules::default(), rejump(Rejump::Once), rejump(Rejump::NoReversal), free()];
        for (rules, expected) in options.iter().zip(&row[1..]) {
            let moves = texts(&here.clone().with_rules(rules));
            let mut expected: Vec<_> = expected.split(' ').collect();
            expected.sort_unstable();
            assert_eq!(moves, expected, "{rules}: {}", row[0]);
        }
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
fn the_start_has_the_known_perfts() {
    let start = Position::default();
    let known = [1, 7, 49, 302, 1469, 7482, 37908, 189_912, 925_945, 4_533_893];
    for (plies, known) in (0..).zip(known) {
        assert_eq!(perft(&start, plies), known, "{plies} plies");
    }
    // Every one of the positions after ten plies has been compared with the reference model, or, where there are neither
    // kings nor longer captures, with a plain look at each square.
    assert_eq!(perft(&start, 10), 22_092_783);
    assert_eq!(perft(&start, 11), 107_845_504);
    let no_reversal = Position::start(&rejump(Rejump::NoReversal));
    assert_eq!(perft(&no_reversal, 8), 925_868);
    assert_eq!(perft(&no_reversal, 9), 4_533_214);
    assert_eq!(perft(&Position::start(&free()), 9), 4_533_902);
}

/// The text of the moves of the recorded game.
fn game_2005() -> impl Iterator<Item = &'static str> {
    let (_, moves) = GAME_2005.rsplit_once("]\n").expect("tags, then moves");
    moves.split_whitespace().filter(|token| !token.ends_with('.') && *token != "*")
}

#[test]
fn t12_the_game_of_2005_can_be_played_as_it_was() {
    let mut game = History::<Position>::default();
    for text in game_2005() {
        let mv = game.position().read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.position().move_text(&mv), text);
        game.play(&mv).expect("what is read is legal");
    }
    assert_eq!(game.len(), 97);
    let end = "b a3=0,g3=00;d4=1000/000,c5=0,g5=0000,h6=0/0010,a7=0,c7=1/00";
    assert_eq!(game.position().to_string(), end);
    // 49…c5-b4, as printed, breaks a compulsory capture.
    let error = game.position().read_move("c5-b4").expect_err("c5 stands beside the way");
    assert!(error.to_string().contains("capture is compulsory (T-7)"), "{error}");
}

#[test]
fn the_game_of_2005_is_read_and_written_in_three_notations() {
    let mut position = Position::default();
    let mut lines = [const { String::new() }; 3];
    for text in game_2005() {
        let mv = position.read_move(text).expect("legal");
        for (form, line) in Position::FORMS.iter().zip(&mut lines) {
            let mut written = String::new();
            position.write_move_as(*form, &mv, &mut written).expect("a string takes everything");
            assert_eq!(position.read_move_as(*form, &written), Ok(mv), "{position}: {written}");
            line.push_str(&written);
            line.push(' ');
        }
        position.play_unchecked(&mv);
    }
    let [long, short, numeric] = lines;
    assert_eq!(long.trim_end(), game_2005().collect::<Vec<_>>().join(" "));
    assert!(short.starts_with("cd4 fe5 d:f6 g:e5 gf4 e:g3 h:f4 hg5 "), "{short}");
    assert!(short.ends_with("d:b4:d2:f4 e:g5 f:h6 ba3 ad4 fg3 "), "{short}");
    assert!(numeric.starts_with("22-18 11-15 18x11 8x15 24-19 15x24 28x19 12-16 "), "{numeric}");
    assert!(numeric.ends_with("10x17x26x19 23x16 19x12 25-21 29-18 27-24 "), "{numeric}");
}

#[test]
fn t12_the_game_of_2005_breaks_the_reading_without_a_limit() {
    // Captures that ended although the tower jumped last could have been jumped once more, straight back.
    let mut broken = Vec::new();
    let mut position = Position::default();
    for text in game_2005() {
        let mv = position.read_move(text).expect("legal");
        position.play_unchecked(&mv);
        let Some(&last) = mv.jumped().last() else { continue };
        let again = position.clone().with_side_to_move(!position.side_to_move());
        let back = Entry::begin(&again, again.side_to_move(), mv.to()).map(|entry| entry.choices()).unwrap_or_default();
        if back.iter().any(|to| mv.to().between(to).contains(last)) {
            broken.push(text);
        }
    }
    assert!(!broken.is_empty());
    assert!(broken.len() > 5, "{broken:?}");
}
