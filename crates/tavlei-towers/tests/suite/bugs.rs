//! Faults that users reported in other libraries: each is tried here, under its number in the collected cases.
//!
//! Those of notation, of Ashtarashki and of the command line are tried where they belong; what is a rule of its own
//! (captures by men and kings together, landings at every distance, blocked lines, promotion of the top only, what a
//! position by hand is refused for, ply 29, 30 and 31 without change) is tried in `rules.rs` under the rule.

use crate::common::{self, all_rules, hand_set, move_error, play, position, reached, texts};
use tavlei_game::{
    ClaimKind, EnterMove, Entry, EntryError, Form, Game, History, Keyed, MoveError, Notation, Side, perft,
    unique_positions,
};
use tavlei_geometry::dark::Square;
use tavlei_towers::{Landing, Position, Rejump, Rules};
use tavlei_verify::models::towers::{self, Model};

#[test]
fn bugs01_captures_are_played_to_their_end() {
    let here = position("w h6=1;g7=0,c5=0,d2=0");
    assert_eq!(texts(&here), ["h6:c1", "h6:f8:b4:e1"]);
    let message = "byte 6: behind c5 the capture must land where it goes on, which it doesn’t from a3 (T-10)";
    assert!(move_error(&here, "h6:f8:a3").starts_with(message));
}

#[test]
fn bugs02_no_capture_is_the_beginning_of_another() {
    // Under landing=free a king may end where it could have landed elsewhere and gone on.
    for rules in all_rules().into_iter().filter(|rules| rules.landing == Landing::MustContinue) {
        for seed in 0..300 {
            let here = hand_set(seed, &rules);
            let captures: Vec<_> = here.moves().into_iter().filter(tavlei_towers::Move::is_capture).collect();
            for one in &captures {
                let longer = captures.iter().find(|other| {
                    let further = other.jumped().len() > one.jumped().len();
                    further && other.from() == one.from() && other.jumped().starts_with(one.jumped())
                });
                assert_eq!(longer, None, "{here:?}: {one:?}");
            }
        }
    }
}

#[test]
fn bugs03_a_king_may_not_stop_early() {
    // The position of the report, in its numbers.
    let square = |number: u8| Square::new((7 - (number - 1) / 4) * 4 + (number - 1) % 4).expect("1 to 32");
    let list = |men: &[u8], kings: &[u8]| {
        let men = men.iter().map(|&number| format!("{}=0", square(number)));
        men.chain(kings.iter().map(|&number| format!("{}=1", square(number)))).collect::<Vec<_>>().join(",")
    };
    let text = format!("b {};{}", list(&[12, 17, 19, 23, 25, 27, 29], &[]), list(&[1, 3, 4, 7, 8, 10, 11, 14], &[13]));
    let here = position(&text);
    let read = |text: &str| here.read_move_as(Form::Numeric, text);
    for early in ["13x22", "13x26"] {
        assert!(read(early).expect_err(early).to_string().contains("(T-"), "{early}");
    }
    assert!(here.moves().iter().any(|mv| mv.from() == square(13)));
}

#[test]
fn bugs05_a_king_never_takes_the_farther_of_two() {
    for text in ["w a1=1;c3=0,d4=0,h8=1", "w a1=1;b2=0,c3=0", "w a1=1;c3=0,e5=0,f6=0"] {
        let here = position(text);
        let taken: Vec<_> = here.moves().iter().flat_map(|mv| mv.jumped().to_vec()).collect();
        assert!(!taken.contains(&Square::D4) && !taken.contains(&Square::E5), "{text}: {taken:?}");
    }
    // A tower, a gap, a tower, a gap: each is jumped from before it.
    assert_eq!(texts(&position("w a1=1;b2=0,d4=0,f6=0")), ["a1:c3:e5:g7", "a1:c3:e5:h8"]);
}

#[test]
fn bugs08_whole_moves_and_single_jumps_agree() {
    // The list names whole moves; step by step the same ones are entered.
    let here = position("w a3=0;b4=0,b6=0,d6=0");
    assert_eq!(texts(&here), ["a3:c5:a7", "a3:c5:e7"]);
    let mut entry = Entry::begin(&here, Side::White, Square::A3).expect("it can capture");
    assert_eq!(entry.choices(), common::squares("c5"));
    entry.choose(Square::C5).expect("legal");
    assert_eq!(entry.choices(), common::squares("a7 e7"));
}

#[test]
fn bugs09_a_capture_under_way_is_a_value() {
    let here = position("w a3=0;b4=0,b6=0,d6=0");
    let mut entry = Entry::begin(&here, Side::White, Square::A3).expect("it can capture");
    let begun = entry.clone();
    assert_eq!(begun.board(), here, "nothing has been moved yet");
    entry.choose(Square::C5).expect("legal");
    assert_ne!(entry, begun);
    let set = std::collections::HashSet::from([begun.clone(), entry.clone()]);
    assert_eq!(set.len(), 2);
    assert_eq!(entry.board().to_string(), "w c5=0/0;b6=0,d6=0");
    assert!(entry.take_back());
    assert!(entry == begun && set.contains(&entry));
    assert_eq!(entry.board(), here);
}

#[test]
fn bugs10_a_capture_is_stored_and_resumed_after_every_jump() {
    let here = position("w e1=10;f2=01,c3=00,c5=1,g5=000");
    let mut entry = Entry::begin(&here, Side::White, Square::E1).expect("it can capture");
    for to in ["h4", "e7", "b4", "e1", "h4", "f6", "a1"] {
        entry = entry.to_string().parse().expect("read as written");
        entry.choose(to.parse().expect("a square")).expect(to);
    }
    assert_eq!(entry.to_string(), "w e1=10;f2=01,c3=00,c5=1,g5=000 e1:h4:e7:b4:e1:h4:f6:a1");
    assert_eq!(here.move_text(&entry.finish().expect("complete")), "e1:h4:e7:b4:e1:h4:f6:a1");
    // Under other rules the same text may not be a capture.
    let once = "rejump=once".parse().expect("rules");
    assert!(Entry::<Position>::read(&entry.to_string(), &once).is_err());
}

#[test]
fn bugs11_the_square_of_departure_counts_as_empty() {
    // The way round ends where it began, and a king passes over the square that it has left.
    assert!(texts(&position("w d2=0;c3=0,e3=0,c5=0,e5=0")).contains(&"d2:b4:d6:f4:d2".into()));
    assert_eq!(texts(&position("w d4=1;f6=0,b2=0")), ["d4:a1:g7", "d4:a1:h8", "d4:g7:a1"]);
}

#[test]
fn bugs12_errors_of_captures_say_why() {
    let here = position("w a3=0,h2=0,a1=1;b4=0,b6=0,g3=0/0");
    let begin = |square| Entry::begin(&here, Side::White, square).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(begin(Square::C1), Err("c1 is empty".into()));
    assert_eq!(begin(Square::B4), Err("the tower on b4 is Black’s, and it is White’s turn (T-3)".into()));
    assert_eq!(begin(Square::A1), Err("capture is compulsory (T-7), and the tower on a1 can’t capture".into()));
    let mut entry = Entry::begin(&here, Side::White, Square::A3).expect("it can capture");
    let message = |result: Result<(), EntryError>| result.expect_err("refused").to_string();
    let missing = "the square that the tower goes to is missing";
    assert_eq!(entry.finish().expect_err("a target is missing").to_string(), missing);
    assert_eq!(
        message(entry.choose(Square::D6)),
        "a man jumps over an adjacent tower to the square right behind it (T-8), not over b4 to d6"
    );
    assert_eq!(entry.squares(), [Square::A3]);
    entry.choose(Square::C5).expect("legal");
    let goes_on = "the capture goes on from c5 and must be played to its end (T-7)";
    assert_eq!(entry.finish().expect_err("a jump is left").to_string(), goes_on);
    assert!(entry.take_back() && entry.squares() == [Square::A3]);
    assert!(entry.take_back() && !entry.take_back());
    let king = Entry::begin(&position("w a1=1;c3=0,g3=00"), Side::White, Square::A1).expect("it can capture");
    assert_eq!(
        message(king.clone().choose(Square::H8)),
        "behind c3 the capture must land where it goes on, which it doesn’t from h8 (T-10)"
    );
    assert_eq!(message(king.clone().choose(Square::B2)), "capture is compulsory (T-7), and a1-b2 takes nothing");
    assert_eq!(Entry::new(&here, Side::Black), Err(EntryError::NotToMove { side: Side::Black }));
    assert_eq!(Entry::new(&position("w ;a1=1"), Side::White), Err(EntryError::Over));
    for (text, message) in [
        ("", "byte 0: expected the side to move, w or b, found the end"),
        ("w a1=1;c3=0", "byte 2: c3=0 is no square"),
        ("w a1=1;c3=0 a2", "byte 12: expected a square of the board, found ‘a2’"),
        ("w a1=1;c3=0 a1:", "byte 15: expected a square of the board, found the end"),
        ("w a1=1;c3=0 a1:b2", "byte 15: capture is compulsory (T-7), and a1-b2 takes nothing"),
        ("w a1=1;c3=0 a1:d4;", "byte 15: expected a square of the board, found ‘d4;’"),
        ("w a1=1;c3=0 --", "byte 12: there is no pass here"),
        ("w a1=1,a1=1;c3=0 a1:d4", "byte 7: a1 is given twice"),
    ] {
        let error = text.parse::<Entry<Position>>().expect_err(text).to_string();
        assert!(error.contains(message) || text == "w a1=1;c3=0", "{text}: {error}");
    }
}

#[test]
fn quiet_moves_are_entered_square_by_square() {
    let here = position("w c3=0,a1=1,d2=0,h6=0;f8=0,a7=1,g7=0");
    let mut entry = Entry::new(&here, Side::White).expect("White moves");
    assert_eq!(entry.choices(), common::squares("a1 d2 c3"));
    assert_eq!(entry.finish().expect_err("nothing yet").to_string(), "a tower must be chosen");
    let message = |entry: &mut Entry<Position>, square| entry.choose(square).expect_err("refused").to_string();
    assert_eq!(message(&mut entry, Square::H6), "the tower on h6 has no free square to go to");
    entry.choose(Square::C3).expect("it can move");
    assert_eq!(entry.choices(), common::squares("b4 d4"));
    assert_eq!(message(&mut entry, Square::D2), "d2 is not empty");
    assert_eq!(message(&mut entry, Square::B2), "a man does not move backward, he only captures so (T-4)");
    assert_eq!(message(&mut entry, Square::E5), "a man moves one square (T-4)");
    entry.choose(Square::D4).expect("it can move");
    assert!(entry.is_complete() && entry.captured().is_empty());
    assert_eq!(entry.to_string(), format!("{here} c3-d4"));
    assert_eq!(entry.to_string().parse(), Ok(entry.clone()));
    assert_eq!(entry.board().tower_at(Square::D4), here.tower_at(Square::C3));
    assert_eq!(entry.choose(Square::E5), Err(EntryError::Complete));
    assert_eq!(here.path(Side::White, &entry.finish().expect("complete")), [Square::C3, Square::D4]);
}

#[test]
fn bugs14_there_are_fewer_distinct_positions_than_paths() {
    // Two orders of the same jumps leave towers in a different order, and stay two; paths that meet again are one.
    assert_eq!(perft(&Position::default(), 6), 37_908);
    let distinct = unique_positions(&Position::default(), 6);
    assert_eq!(distinct, Model::start(towers::Rules::default()).unique(6));
    assert!(distinct < 37_908);
}

#[test]
fn bugs15_taking_back_a_capture_that_crowns_half_way_restores_everything() {
    let start = position("w b6=0/0;c7=01,f6=1/0");
    let mut game = History::new(start.clone());
    let mv = start.read_move("b6:d8:g5").expect("legal");
    game.play(&mv).expect("legal");
    assert_eq!(game.position().to_string(), "b g5=1/001,f6=0;c7=1");
    assert_eq!(game.take_back(), Some(mv));
    assert_eq!(game.position(), &start);
    assert_eq!(game.position().key(), start.key());
    assert_eq!(format!("{:?}", game.position()), format!("{start:?}"));
}

#[test]
fn bugs16_there_are_24_pieces_at_any_time() {
    for seed in 0..200 {
        let here = reached(seed, (seed % 100) as u32, &Rules::default());
        assert_eq!((here.pieces(Side::White), here.pieces(Side::Black)), (12, 12), "{here}");
        let men_on_far_ranks = here.towers().filter(|(square, tower)| {
            let far = if tower.side() == Side::White { 7 } else { 0 };
            square.rank() == far && !tower.is_king()
        });
        assert_eq!(men_on_far_ranks.count(), 0, "{here}");
    }
}

#[test]
fn bugs18_a_start_and_an_end_that_fit_several_moves_are_ambiguous() {
    // Round the windmill both ways, with the same end.
    let here = position("w d2=0;c3=0,e3=0,c5=0,e5=0");
    assert_eq!(move_error(&here, "d2:d2"), "several legal moves fit: d2:b4:d6:f4:d2, d2:f4:d6:b4:d2");
    let error = here.read_move("d2:d2").expect_err("two");
    assert!(matches!(error, MoveError::Ambiguous { fitting } if fitting.len() == 2));
    // Some squares on the way are enough to tell them apart, if they stand in the right order.
    assert_eq!(here.read_move("d2:b4:d6:d2"), here.read_move("d2:b4:d6:f4:d2"));
    // The file alone: two towers on it can go there.
    assert_eq!(move_error(&position("w b2=1,b4=1;"), "bc3"), "several legal moves fit: b2-c3, b4-c3");
}

#[test]
fn bugs19_the_same_ends_with_different_victims_are_different_moves() {
    // A crowded Russian position from a bug report, with single pieces for towers.
    let here = position("w e3=0,g3=0,h4=0,a5=0,b2=0,h2=0,a3=0,f8=1;c5=0,e5=0,g5=0,g7=0,b8=0,h8=0");
    for text in texts(&here) {
        let mv = here.read_move(&text).expect(&text);
        assert_eq!(here.move_text(&mv), text);
    }
}

#[test]
fn bugs20_a_stale_move_is_checked_against_the_present_position() {
    let start = Position::default();
    let mv = start.read_move("c3-b4").expect("legal");
    let mut later = play(&start, "c3-d4 b6-a5");
    let before = later.clone();
    assert!(later.play(&mv).is_err());
    assert_eq!(later, before);
}

#[test]
fn bugs21_positions_with_one_side_are_read_and_lost_for_the_other() {
    for (text, winner) in [("b a1=1;", Side::White), ("w ;a1=1", Side::Black)] {
        let here = position(text);
        assert_eq!(here.to_string(), text);
        assert_eq!(here.outcome().and_then(|outcome| outcome.winner()), Some(winner));
        assert_eq!(here.count_moves(), 0);
    }
    // The side that has towers may be to move, and moves.
    assert_eq!(position("w a1=1;").count_moves(), 7);
}

#[test]
fn bugs25_repetitions_count_over_the_whole_game_and_by_the_side_to_move() {
    let mut game = History::new(position("w c1=1/0;b8=1/01"));
    let mut go = |moves: &str| {
        for text in moves.split(' ') {
            let mv = game.position().read_move(text).expect(text);
            game.play(&mv).expect("legal");
        }
        game.claims().iter().any(|claim| matches!(claim.kind, ClaimKind::Repetition { .. }))
    };
    // Back at the start with Black to move, after a triangle of White’s: that is another position.
    assert!(!go("c1-b2 b8-a7 b2-a3 a7-b8 a3-c1"));
    assert!(!go("b8-a7 c1-a3 a7-b8 a3-c1"));
    // The third time with Black to move, with others in between.
    assert!(go("b8-a7 c1-b2 a7-b8 b2-c1"));
}

#[test]
fn bugs27_the_key_tells_the_side_and_every_captive_apart() {
    let keys: std::collections::HashSet<u64> = [
        "w a1=1/01;h8=1",
        "b a1=1/01;h8=1",
        "w a1=1/10;h8=1",
        "w a1=1/00;h8=1",
        "w a1=1/0;h8=1",
        "w a1=101;h8=1",
        "w c1=1/01;h8=1",
    ]
    .iter()
    .map(|text| position(text).key())
    .collect();
    assert_eq!(keys.len(), 7);
    let rules = all_rules().iter().map(|rules| Position::start(rules).key()).collect::<std::collections::HashSet<_>>();
    assert_eq!(rules.len(), 6);
}

#[test]
fn bugs28_a_last_move_that_wins_is_no_draw() {
    let rules = Rules::default().with_draw_plies(Some(1));
    let start = Position::read_position("b a1=1;b2=0,d4=0", &rules).expect("a position");
    let mut game = History::new(start);
    let mv = game.position().read_move("d4-c3").expect("legal");
    game.play(&mv).expect("legal");
    assert!(game.claim_draw().is_none());
    assert_eq!(
        game.termination().map(|termination| termination.to_string()),
        Some("0-1: the side to move has no legal move".into())
    );
}

#[test]
fn bugs30_every_option_has_its_own_perft() {
    let perft_of = |rules: Rules| perft(&Position::start(&rules), 8);
    assert_eq!(perft_of(Rules::default()), 925_945);
    assert_eq!(perft_of(Rules::default().with_rejump(Rejump::NoReversal)), 925_868);
    let once = Position::start(&Rules::default().with_rejump(Rejump::Once));
    let model = Model::start(towers::Rules { rejump: towers::Rejump::Once, ..towers::Rules::default() });
    assert_eq!(perft(&once, 6), u128::from(model.perft(6)));
}

#[test]
fn bugs31_a_draw_is_claimed_and_does_not_come_by_itself() {
    let mut game = History::new(position("w c1=1/0;b8=1/01"));
    for text in ["c1-a3", "b8-a7", "a3-c1", "a7-b8"].iter().cycle().take(8) {
        let mv = game.position().read_move(text).expect(text);
        game.play(&mv).expect("legal");
    }
    assert!(game.claim().is_some());
    assert_eq!(game.termination(), None);
    // Play may go on.
    let mv = game.position().read_move("c1-a3").expect("legal");
    assert_eq!(game.clone().play(&mv), Ok(()));
    assert!(game.claim_draw().is_some());
    assert_eq!(game.termination().map(|termination| termination.score().to_string()), Some("1/2-1/2".into()));
    assert!(game.play(&mv).is_err());
}
