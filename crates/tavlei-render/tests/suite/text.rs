//! Boards for a terminal: the grid stands still, and nothing is left out.

use tavlei_game::{ChoiceNotation, Notation, Side};
use tavlei_render::{Mark, Picture, Scene, TextStyle};
use tavlei_towers::Position;

use crate::{Case, cases};

fn towers(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The text without its escape sequences.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().expect("one part").to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').expect("the end of a sequence").1)
}

/// The texts of the squares of a board, by the names of the squares.
fn squares(text: &str, ranks: usize) -> Vec<(String, String)> {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let cell = |line: &[char], number: usize| -> String {
        let cell: String = line.iter().skip(2 + 6 * number).take(6).collect();
        cell.trim().to_owned()
    };
    let names = &lines[ranks];
    let files: Vec<_> = (0..8).map(|file| cell(names, file)).take_while(|name| name.len() == 1).collect();
    let rank = |line: &[char]| line.first().expect("a rank").to_string();
    let named = |line: &[char]| -> Vec<(String, String)> {
        let rank = rank(line);
        files.iter().enumerate().map(|(number, file)| (format!("{file}{rank}"), cell(line, number))).collect()
    };
    lines[..ranks].iter().flat_map(|line| named(line)).collect()
}

#[test]
fn the_grid_stands_still_for_towers_of_any_height() {
    for height in 1..=11 {
        let own = "0".repeat(height);
        let prisoners = "1".repeat(12 - height);
        let text = Scene::of(&towers(&format!("w d4={own}/{prisoners};h8=0"))).text(&TextStyle::default());
        let expected = format!("w{height}/{}", 12 - height);
        for (name, found) in squares(&text, 8) {
            let is_dark = (name.as_bytes()[0] + name.as_bytes()[1]).is_multiple_of(2);
            let expected = match name.as_str() {
                "d4" => expected.as_str(),
                "h8" => "b",
                _ if is_dark => "·",
                _ => "",
            };
            assert_eq!(found, expected, "{name} in\n{text}");
        }
        assert!(text.contains(&format!("d4  {expected:6}  {own}/{prisoners}\n")), "{text}");
        let longest = text.lines().take(9).map(|line| line.chars().count()).max();
        assert!(longest <= Some(80), "{text}");
    }
}

#[test]
fn squares_of_arrows_and_marks_are_in_brackets_and_the_grid_stands_still() {
    for (position, square, expected) in [
        ("w a1=0;h8=0", "a1", "[w]"),
        ("w a1=000/00;h8=0", "a1", "[w3/2]"),
        ("w a1=0000000000/00;h8=0", "a1", "[w10/2"),
        ("w a1=0000000000/0000000000;h8=0", "a1", "w10/10"),
        ("w a1=0;h8=0", "c3", "[·]"),
    ] {
        let scene = Scene::of(&towers(position)).with_marks(Mark::Tint, &[square]);
        let found = squares(&scene.text(&TextStyle::default()), 8);
        assert!(found.contains(&(square.to_owned(), expected.to_owned())), "{position}: {found:?}");
        assert!(found.contains(&("h8".to_owned(), "b".to_owned())), "{position}: {found:?}");
    }
    let path = Scene::of(&towers("w a3=0;b4=0,d6=0")).with_path(&["a3", "c5", "e7"]).text(&TextStyle::default());
    assert_eq!(path.matches('[').count(), 3, "{path}");
}

/// In every style the same squares hold the same pieces, and every piece of a position is on the board or in the list.
fn assert_complete<G: Notation + Picture>(position: &str, rules: &str) {
    let rules: G::Rules = rules.parse().unwrap_or_else(|error| panic!("{rules}: {error}"));
    let position = G::read_position(position, &rules).unwrap_or_else(|error| panic!("{position}: {error}"));
    let scene = Scene::of(&position);
    let plain = scene.text(&TextStyle::default());
    let ranks = plain.lines().take_while(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    let expected = squares(&plain, ranks);
    let occupied = expected.iter().filter(|(_, text)| !text.is_empty() && text != "·").count();
    let written = position.to_string();
    let pieces = written.split_once(' ').map_or("", |(_, pieces)| pieces);
    let stated = pieces.split([',', ';']).filter(|piece| !piece.is_empty()).count();
    assert_eq!(occupied, stated, "{written}\n{plain}");
    for tower in pieces.split([',', ';']).filter_map(|piece| piece.split_once('=')) {
        let listed = plain.lines().any(|line| line.contains(&format!("{}  ", tower.0)) && line.ends_with(tower.1));
        assert!(tower.1.len() == 1 || listed, "{written}\n{plain}");
    }
    for flip in [false, true] {
        for ascii in [false, true] {
            for colours in [false, true] {
                let style = TextStyle::default().with_flip(flip).with_ascii(ascii).with_colours(colours);
                let text = scene.text(&style);
                assert_eq!(text.contains('\x1b'), colours);
                assert!(!ascii || text.is_ascii(), "{text}");
                assert!(text.ends_with('\n'));
                let mut found = squares(&without_colours(&text), ranks);
                let mut expected = expected.clone();
                for (_, square) in &mut expected {
                    match square.as_str() {
                        "·" if colours => square.clear(),
                        "·" if ascii => *square = ".".to_owned(),
                        _ => {}
                    }
                }
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{text}");
            }
        }
    }
}

#[test]
fn every_position_of_the_cases_is_written_in_every_style() {
    let cases = cases();
    assert!(cases.len() >= 400);
    for Case { is_towers, position, rules } in &cases {
        if *is_towers {
            assert_complete::<Position>(position, rules);
        } else {
            assert_complete::<tavlei_ashtarashki::Position>(position, rules);
        }
    }
    assert_complete::<tavlei_proryv::Position>("w a1,b2;c3,d5", "board=4x5");
    assert_complete::<tavlei_proryv::Position>("b a1,h1;h8", "board=8x8");
}

#[test]
fn a_turn_of_proryv_shows_both_steps_and_where_they_meet() {
    use tavlei_proryv::{Position, Turn};
    let position = Position::default();
    let turn = Turn {
        white: position.read_choice(Side::White, "b2-c3").expect("legal"),
        black: position.read_choice(Side::Black, "c4-c3").expect("legal"),
    };
    let text = Scene::of_turn(&position, &turn).text(&TextStyle::default());
    let found = squares(&text, 5);
    for (square, expected) in [("b2", "[w]"), ("c4", "[b]"), ("c3", "x"), ("a3", "·")] {
        assert!(found.contains(&(square.to_owned(), expected.to_owned())), "{text}");
    }
}
