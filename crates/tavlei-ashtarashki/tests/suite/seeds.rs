//! The sample game that the rules were published with, in the author's own text.

use crate::common::{moves, result};
use tavlei_ashtarashki::Position;
use tavlei_game::{Form, Game, Notation, Side};

/// The move lines of the publication as they stand there, comments and odd spaces included.
const SAMPLE_GAME: &str = include_str!("../data/sample_game.txt");

/// The same game in the long form.
const LONG_FORM: &str = "
    c3-d4 d6-e5   e3-f4 b6-a5   a3-b4 f6-g5   d2-c3 g7-f6   c1-d2 e5-d6   d2-e3 d6-c5   e1-d2 e7-d6
    g3-h4 g5:h4   h2-g3 d6-e5   g3:h4 d8-e7   f4:e5 f6:e5:d4   c3:d4 h6-g5   g1-h2 g5:h4   h2-g3 h4-g5
    d4-e5 h8-g7   e5-d6 e7-f6   e3-d4 c7-b6   d4:c5 b6:c5   d2-e3 c5-d4   e3-f4 d4-c3   f4-e5 c3:b2
    a1:b2 a7-b6   d6-e7 g5-f4   g3:f4 f6-g5   e7:f8 g5:f4   b2-c3 b8-a7   e5-f6 g7-h6   b4-c5 b6-c7
    c5-d6 a7-b6   d6:c7 b6:c7   c3-b4 a5-b6   f2-g3 f4-e3   g3-f4 e3-d2   f6-e7 h6-g5   f4-e5 g5-f4
    e5-d6 c7:d6   e7:d6 f4-e3   d6-c5 e3-d4   b4-a5 b6-c7   c5-d6 d2-c1   a5-b6 d4-e3   b6:c7 e3-f2
    c7-b8 f2-e1";

/// The plies of the published game: on each line the words behind the move number, up to the comment.
fn plies(text: &str) -> Vec<&str> {
    let is_number = |word: &str| word.ends_with('.') && word.starts_with(|c: char| c.is_ascii_digit());
    let is_move = |word: &&str| word.starts_with(['M', 'V', 'W']) && word.chars().any(|c| c.is_ascii_digit());
    let numbered = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        words.next().filter(|word| is_number(word)).map(|_| words)
    });
    numbered.flat_map(|words| words.skip_while(|word| *word == "…").take_while(is_move)).collect()
}

#[test]
fn sample_game_is_played_through_from_the_long_form() {
    let mut position = Position::default();
    let mut played = 0;
    for text in LONG_FORM.split_whitespace() {
        assert_eq!(result(&position), "-", "before {text}");
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{position}: {text}: {error}"));
        assert_eq!(position.move_text(&mv), text);
        let weight = position.weight();
        position.play(&mv).expect("legal");
        assert!(position.weight() < weight, "A-18");
        played += 1;
    }
    assert_eq!(played, 86);
    // Black's last stone has finished, but White has three stones against two.
    assert_eq!(position.to_string(), "w V1d6,Fb8,Ff8;Fc1,Fe1");
    assert_eq!((result(&position).as_str(), moves(&position).as_str()), ("W1 More", ""));
    let outcome = position.outcome().expect("over");
    assert_eq!((outcome.score().to_string().as_str(), outcome.payoff(Side::Black)), ("1-0", -1));
}

#[test]
fn sample_game_is_read_and_written_as_the_author_does() {
    let mut position = Position::default();
    let texts = plies(SAMPLE_GAME);
    assert_eq!(texts.len(), 86);
    let mut differences = Vec::new();
    for (text, long) in texts.iter().zip(LONG_FORM.split_whitespace()) {
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{position}: {text}: {error}"));
        assert_eq!(position.move_text(&mv), long);
        let mut written = String::new();
        position.write_move_as(Form::Author, &mv, &mut written).expect("a string takes everything");
        if written != *text {
            differences.push(format!("{text} {written}"));
        }
        position.play(&mv).expect("legal");
    }
    assert_eq!(differences, EXPLAINED);
}

/// Where the author's text and the canonical one differ: in the full stop that ends his sentence.
const EXPLAINED: [&str; 1] = ["V3e1. V3e1"];
