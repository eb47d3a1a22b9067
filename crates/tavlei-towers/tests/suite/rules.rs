//! The rules one by one: each test is named after the rule that it would see broken.

use crate::common::{self, play, position, squares, texts, under};
use tavlei_game::{
    ClaimKind, Game, History, MoveStats, Notation, Outcome, Sequential, Side, Symmetric, Termination, perft,
};
use tavlei_geometry::dark::{Bitboard, Square};
use tavlei_towers::{Piece, PlaceInText, Position, PositionError, Reason, Rules, Symmetry, Tower, TowerError};

/// Asserts that exactly these moves are legal, given as texts in any order.
#[track_caller]
fn assert_moves(position: &Position, expected: &str) {
    let mut expected: Vec<_> = expected.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(texts(position), expected, "{position}");
}

/// Asserts that a move is refused, and that the message says this.
#[track_caller]
fn assert_refused(position: &Position, text: &str, reason: &str) {
    let error = position.read_move(text).expect_err(text).to_string();
    assert!(error.contains(reason), "{position}: {text}: expected ‘{reason}’ in ‘{error}’");
}

#[track_caller]
fn refused(text: &str) -> PositionError {
    Position::read_position(text, &Rules::default()).expect_err(text)
}

fn place(square: Square, offset: usize) -> PlaceInText {
    PlaceInText { square, offset: Some(offset) }
}

fn black_to_move(position: &str) -> Position {
    common::position(position).with_side_to_move(Side::Black)
}

// T-1 and T-2: board and start.

#[test]
fn t01_only_the_dark_squares_are_played_on_and_a1_is_dark() {
    assert_eq!(position("w a1=0;h8=1").occupied(), squares("a1 h8"));
    for (file, rank) in (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
        let name = format!("{}{}", char::from(b'a' + file), rank + 1);
        let read = Position::read_position(&format!("w {name}=1;"), &Rules::default());
        if (file + rank) % 2 == 0 {
            assert!(read.is_ok(), "{name} is dark: {read:?}");
        } else {
            let light =
                PositionError::Light { offset: 2, file: char::from(b'a' + file), rank: char::from(b'1' + rank) };
            assert_eq!(read, Err(light));
        }
    }
}

#[test]
fn t02_twelve_men_a_side_on_three_ranks_and_white_begins() {
    let start = Position::default();
    let white = "a1=0,c1=0,e1=0,g1=0,b2=0,d2=0,f2=0,h2=0,a3=0,c3=0,e3=0,g3=0";
    let black = "b6=0,d6=0,f6=0,h6=0,a7=0,c7=0,e7=0,g7=0,b8=0,d8=0,f8=0,h8=0";
    assert_eq!(start.to_string(), format!("w {white};{black}"));
    assert_eq!((start.pieces(Side::White), start.pieces(Side::Black)), (12, 12));
    assert_eq!(start.side_to_move(), Side::White);
    assert_eq!(start, position("start"));
    assert_moves(&start, "a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4");
}

// T-3: towers.

#[test]
fn t03_a_tower_is_its_top_pieces_and_moves_as_a_whole() {
    let here = position("w c3=0/11;h6=0/00");
    assert_eq!((here.side_of(Square::C3), here.side_of(Square::H6)), (Some(Side::White), Some(Side::Black)));
    // White's two men below h6 cannot move, and the king prisoners on c3 do not make it a king.
    assert_moves(&here, "c3-b4 c3-d4");
    assert_eq!(play(&here, "c3-d4").to_string(), "b d4=0/11;h6=0/00");
    assert_refused(&here, "h6-g5", "the tower on h6 is Black’s, and it is White’s turn (T-3)");
    assert_refused(&here, "e3-d4", "e3 is empty");
}

#[test]
fn t03_the_kings_of_a_tower_are_counted_on_either_side() {
    for (owners, height) in (1u32..=8).flat_map(|height| (1..=height).map(move |owners| (owners, height))) {
        for ranks in 0u32..1 << height {
            for side in Side::BOTH {
                let piece = |depth| Piece {
                    side: if depth < owners { side } else { side.opponent() },
                    king: ranks >> depth & 1 == 1,
                };
                let tower = Tower::from_pieces((0..height).map(piece)).expect("a tower of two runs");
                let kings = |of| tower.pieces().filter(|piece| piece.king && piece.side == of).count();
                let counted = [tower.owner_kings(), tower.prisoner_kings()].map(usize::from);
                assert_eq!(counted, [kings(side), kings(side.opponent())], "{tower:?}");
            }
        }
    }
}

// T-4 to T-6: quiet moves.

#[test]
fn t04_a_man_moves_one_step_forward_to_an_empty_square() {
    let here = position("w d4=0,a3=0,b4=0,e5=0,f6=0;d8=0,h8=0");
    assert_moves(&here, "b4-a5 b4-c5 d4-c5 e5-d6 f6-e7 f6-g7");
    assert_refused(&here, "d4-c3", "a man does not move backward, he only captures so (T-4)");
    assert_refused(&here, "d4-b6", "a man moves one square (T-4)");
    assert_refused(&here, "d4-e5", "e5 is not empty");
    assert_refused(&here, "d4-d6", "d6 is not on a diagonal with d4");
    assert_moves(&position("b ;d4=0"), "d4-c3 d4-e3");
    assert_moves(&position("b ;a5=0"), "a5-b4");
    assert_moves(&position("w h4=000;"), "h4-g5");
}

#[test]
fn t05_a_king_moves_any_way_along_the_empty_squares() {
    let here = position("w d4=1/0,f6=00;b2=1,a1=1/0,h8=0");
    assert_moves(&here, "d4-c3 d4-c5 d4-b6 d4-a7 d4-e3 d4-f2 d4-g1 d4-e5 f6-e7 f6-g7");
    assert_refused(&here, "d4-g7", "the way from d4 to g7 is not empty (T-5)");
    // The king on b2 cannot be jumped, for a1 behind it is taken.
    assert_refused(&here, "d4-b2", "b2 is not empty");
    assert_moves(&position("b g1=0;a1=1,d4=0"), "a1-b2 a1-c3 d4-c3 d4-e3");
}

#[test]
fn t06_a_man_on_the_far_rank_becomes_a_king_and_nothing_below_him_does() {
    assert_eq!(play(&position("w a7=00/0;"), "a7-b8").to_string(), "b b8=10/0;");
    assert_eq!(play(&position("b ;b2=0/00"), "b2-a1").to_string(), "w ;a1=1/00");
    // A near rank is not the far one, and a king stays what it is.
    assert_eq!(play(&position("b ;b8=0"), "b8-a7").to_string(), "w ;a7=0");
    let here = position("w g7=1,c7=0;");
    let flags = |text| here.read_move(text).expect(text).is_promotion();
    assert!(flags("c7-b8") && !flags("g7-h8"));
}

// T-7 to T-10: captures.

#[test]
fn t07_capture_is_compulsory_on_the_whole_board() {
    let here = position("w c3=0,h2=0;d4=0,h8=0");
    assert_moves(&here, "c3:e5");
    assert_refused(&here, "h2-g3", "capture is compulsory (T-7), and the tower on h2 can’t capture");
    assert_refused(&here, "c3-b4", "capture is compulsory (T-7), and c3-b4 takes nothing; c3:e5 would be legal");
}

#[test]
fn t07_any_capture_may_be_chosen_but_it_is_played_to_its_end() {
    let here = position("w c3=0;b4=0,d4=0,f6=0");
    assert_moves(&here, "c3:a5 c3:e5:g7");
    assert_refused(&here, "c3:e5", "the capture goes on from e5 and must be played to its end (T-7)");
    // Captures by men and by kings are offered together.
    assert_moves(&position("w c3=0,h8=1;d4=0,g7=0"), "c3:e5 h8:f6 h8:e5");
}

#[test]
fn t08_a_man_jumps_the_adjacent_tower_forward_and_backward() {
    assert_moves(&position("w d4=0;c3=0,c5=0,e3=0,e5=0"), "d4:b2 d4:b6 d4:f2 d4:f6");
    assert_moves(&black_to_move("w c3=0,c5=0,e3=0,e5=0;d4=0"), "d4:b2 d4:b6 d4:f2 d4:f6");
    // The square behind is not empty, or the tower not adjacent, or not the enemy's.
    assert_moves(&position("w c3=0,b4=0;d4=0,e5=0,f6=0"), "b4-a5 b4-c5");
    assert_moves(&position("w a1=0;c3=0"), "a1-b2");
    assert_refused(&position("w b2=0,h2=0;c3=0,f6=0"), "b2:e5", "over c3 to e5");
}

#[test]
fn t08_a_tower_on_the_edge_cannot_be_jumped() {
    assert_moves(&position("w b4=0,g3=0;a5=0,h4=0"), "b4-c5 g3-f4");
    assert_moves(&position("w g7=1,b2=1;h8=1,a1=1,h6=0,a3=0"), {
        "b2-c1 b2-c3 b2-d4 b2-e5 b2-f6 g7-f8 g7-f6 g7-e5 g7-d4 g7-c3"
    });
}

#[test]
fn t09_a_king_jumps_the_first_tower_at_any_distance_and_lands_anywhere_behind() {
    assert_moves(&position("w a1=1;b2=0"), "a1:c3 a1:d4 a1:e5 a1:f6 a1:g7 a1:h8");
    assert_moves(&position("w a1=1;d4=0"), "a1:e5 a1:f6 a1:g7 a1:h8");
    assert_moves(&position("w a1=1;f6=0"), "a1:g7 a1:h8");
    assert_moves(&position("w a1=1;g7=0"), "a1:h8");
    assert_moves(&position("w a1=1;h8=1"), "a1-b2 a1-c3 a1-d4 a1-e5 a1-f6 a1-g7");
    // Up to the next tower, whosever it is.
    assert_moves(&position("w a1=1,f6=0;c3=0"), "a1:d4 a1:e5");
    assert_moves(&position("w a1=1;c3=0,f6=0,g7=0"), "a1:d4 a1:e5");
}

#[test]
fn t09_a_king_jumps_no_second_tower_in_a_row_and_none_behind_its_own() {
    assert_moves(&position("w a1=1;c3=0,d4=0"), "a1-b2");
    assert_moves(&position("w a1=1,b2=00;d4=0"), "b2-a3 b2-c3");
    assert_refused(&position("w a1=1;c3=0,e5=0,f6=0"), "a1:g7", "two towers stand between a1 and g7 (T-9)");
    // A tower, a gap, a tower: the second can be jumped from within the gap only.
    assert_moves(&position("w a1=1;c3=0,e5=0"), "a1:d4:f6 a1:d4:g7 a1:d4:h8");
}

#[test]
fn t10_a_king_lands_where_the_capture_goes_on() {
    // From e5 alone the capture goes on.
    let here = position("w a1=1;c3=0,g3=00");
    assert_moves(&here, "a1:e5:h2");
    assert_refused(&here, "a1:h8", "behind c3 the capture must land where it goes on, which it doesn’t from h8 (T-10)");
    assert_moves(&under("landing=free", "w a1=1;c3=0,g3=00"), "a1:d4 a1:e5:h2 a1:f6 a1:g7 a1:h8");
}

#[test]
fn t10_the_choice_is_for_each_jumped_tower() {
    // Over b4 it must land on e1, where it goes on; over c7 nothing goes on, and that may be chosen all the same.
    let here = position("w a5=1;b4=0,c7=0,g3=0");
    assert_moves(&here, "a5:d8 a5:e1:h4");
    assert_refused(&here, "a5:c3", "behind b4 the capture must land where it goes on, which it doesn’t from c3 (T-10)");
    assert_moves(&position("w h6=1;d2=0,c5=0,g7=0"), "h6:c1 h6:f8:b4:e1");
}

// T-11 to T-14: what a jump does.

#[test]
fn t11_the_top_of_the_jumped_tower_goes_under_and_the_rest_stays() {
    assert_eq!(play(&position("w c3=0;d4=00"), "c3:e5").to_string(), "b e5=0/0;d4=0");
    // A prisoner comes to the top, and the tower changes hands.
    assert_eq!(play(&position("w c3=0;d4=0/01"), "c3:e5").to_string(), "b d4=01,e5=0/0;");
    // The new prisoner goes below those taken before.
    assert_eq!(play(&position("w c3=01/0;d4=1/0"), "c3:e5").to_string(), "b d4=0,e5=01/01;");
    assert_eq!(play(&position("w a3=0/0;b4=10,b6=0"), "a3:c5:a7").to_string(), "b a7=0/010;b4=0");
}

#[test]
fn t11_a_square_that_a_jump_empties_is_empty_at_once() {
    // The man comes back over the square that he took off from, and the king turns back over emptied squares.
    assert_moves(&position("w d2=0;c3=0,e3=0,c5=0,e5=0"), "d2:b4:d6:f4:d2 d2:f4:d6:b4:d2");
    let turn = position("w c3=1;f6=0,b2=0,h8=1");
    // Back from g7, over f6 and the departure square, on to b2: no Turkish strike.
    assert_moves(&turn, "c3:a1:g7 c3:g7:a1");
    assert_eq!(play(&turn, "c3:g7:a1").to_string(), "b a1=1/00;h8=1");
}

#[test]
fn t11_a_liberated_tower_blocks_the_way() {
    // b6 becomes White's own by the first jump, so the second is not over it.
    let here = position("w a5=0;b6=0/0,d8=0");
    assert_eq!(play(&here, "a5:c7").to_string(), "b b6=0,c7=0/0;d8=0");
}

#[test]
fn t12_a_tower_is_not_jumped_twice_in_a_row() {
    let here = position("w c3=0;d4=000");
    assert_moves(&here, "c3:e5");
    assert_refused(&here, "c3:e5:c3", "the tower on d4 can’t be jumped again here (T-12)");
    assert_moves(&position("w a1=1;b2=00"), "a1:c3 a1:d4 a1:e5 a1:f6 a1:g7 a1:h8");
}

#[test]
fn t12_a_tower_may_be_jumped_again_with_another_in_between() {
    let text = "w d2=0;c3=00,e3=0,c5=0,e5=0";
    assert_moves(&position(text), "d2:b4:d6:f4:d2:b4 d2:f4:d6:b4:d2");
    let after = play(&position(text), "d2:b4:d6:f4:d2:b4");
    assert_eq!(after.to_string(), "b b4=0/00000;");
    assert_moves(&under("rejump=once", text), "d2:b4:d6:f4:d2 d2:f4:d6:b4:d2");
    assert_refused(&under("rejump=once", text), "d2:b4:d6:f4:d2:b4", "c3 can’t be jumped again here");
}

#[test]
fn t12_turning_back_over_an_emptied_square_on_to_another_tower_is_allowed() {
    let text = "b e1=0,b2=0,f2=0,h2=0,a3=0/0,g3=0,h4=0,a5=0/00,c5=00/0;a1=1/0,f6=0/0,a7=0,g7=00,b8=0,d8=0,f8=0";
    assert_moves(&position(text), "a1:d4:b6 a1:d4:g1:b6");
    assert_moves(&under("rejump=no-reversal", text), "a1:d4:b6 a1:d4:g1");
    // Under no-reversal a tower may return by another way.
    let windmill = "w d2=0;c3=00,e3=0,c5=0,e5=0";
    assert_moves(&under("rejump=no-reversal", windmill), "d2:b4:d6:f4:d2:b4 d2:f4:d6:b4:d2");
}

#[test]
fn t13_a_man_who_lands_on_the_far_rank_goes_on_as_a_king() {
    // As a king he reaches f4 at a distance; as a man he would stop on d8.
    let here = position("w b6=0;c7=0,f6=0");
    assert_moves(&here, "b6:d8:g5 b6:d8:h4");
    assert_eq!(play(&here, "b6:d8:g5").to_string(), "b g5=1/00;");
    // If he can't go on, he stays a king.
    assert_eq!(play(&position("w b6=0/0;c7=01,h2=0"), "b6:d8").to_string(), "b d8=1/00;h2=0,c7=1");
    assert_eq!(play(&position("b b2=0,d2=0;a3=0"), "a3:c1:e3").to_string(), "w ;e3=1/00");
    // The rules of a crowning in the middle hold for the tower under way, also where it ends off the far rank.
    let mv = position("b b2=0,d2=0;a3=0").read_move("a3:c1:e3").expect("legal");
    assert!(mv.is_promotion());
}

#[test]
fn t13_the_new_king_may_turn_back() {
    // Over the square that his last jump emptied, 180° back, on to a different tower.
    let here = position("w e5=0;f6=0,d4=0,h8=0");
    assert_moves(&position("w f6=0;g7=0,c3=0"), "f6:h8:b2 f6:h8:a1");
    assert_moves(&under("rejump=no-reversal", "w f6=0;g7=0,c3=0"), "f6:h8");
    assert_moves(&here, "e5:c3 e5:g7");
}

#[test]
fn t14_a_king_in_prison_stays_a_king() {
    let here = play(&position("w c3=0;d4=1,f8=0,h2=0"), "c3:e5");
    assert_eq!(here.to_string(), "b e5=0/1;h2=0,f8=0");
    // Freed, it is the commander, and moves as a king at once.
    let freed = play(&position("b e5=0/1;f6=0"), "f6:d4");
    assert_eq!(freed.to_string(), "w ;d4=0/0,e5=1");
    assert_eq!(freed.tower_at(Square::E5).map(Tower::commander), Some(Piece::king(Side::Black)));
    assert!(freed.kings().contains(Square::E5));
    let moves = texts(&freed.with_side_to_move(Side::Black));
    assert!(moves.contains(&"e5-h8".to_string()) && moves.contains(&"e5-h2".to_string()), "{moves:?}");
}

// T-15: which moves are the same.

#[test]
fn t15_landing_squares_in_between_do_not_tell_moves_apart() {
    let here = position("w a1=1;b2=0,g7=0");
    assert_moves(&here, "a1:c3:h8");
    let mv = here.read_move("a1:c3:h8").expect("legal");
    for text in ["a1:d4:h8", "a1:e5:h8", "a1:f6:h8"] {
        assert_eq!(here.read_move(text), Ok(mv), "{text}");
    }
    assert_eq!(mv.jumped(), [Square::B2, Square::G7]);
    assert_refused(&here, "a1:g7:h8", "g7 is not empty");
}

#[test]
fn t15_the_order_of_the_jumps_and_the_end_tell_moves_apart() {
    let here = position("w d2=0;c3=00,e3=0,c5=0,e5=0");
    let moves = here.moves();
    assert_eq!(moves.len(), 2);
    let round = position("w d2=0;c3=0,e3=1,c5=0,e5=0");
    // Both ways round take the same and end on the same square, but the prisoners lie in another order.
    let [one, other] = round.moves()[..] else { panic!("two moves") };
    assert_eq!((one.from(), one.to()), (other.from(), other.to()));
    assert_ne!(round.after(&one), round.after(&other));
}

#[test]
fn t15_perft_counts_paths_and_there_are_fewer_results() {
    // Eight plies from the start: 925,945 lines of play.
    assert_eq!(perft(&Position::default(), 8), 925_945);
}

// T-16: facts that follow (more of them along random games in `chains.rs`).

#[test]
fn t16_a_capture_of_twelve_jumps_takes_everything() {
    // Round and round the windmill: three men on each of four squares.
    let here = position("w d2=0;c3=000,e3=000,c5=000,e5=000");
    let longest = here.moves().into_iter().max_by_key(|mv| mv.jumped().len()).expect("a move");
    assert_eq!(longest.jumped().len(), 12);
    assert_eq!(here.after(&longest).to_string(), "b d2=0/000000000000;");
}

// T-17: the end.

#[test]
fn t17_who_cannot_move_has_lost() {
    let lost = |winner| Some(Outcome::win(winner, 1, Reason::NoMoves));
    // Without towers.
    assert_eq!(position("w ;b2=00").outcome(), lost(Side::Black));
    assert_eq!(position("b b2=00;").outcome(), lost(Side::White));
    // All pieces covered.
    assert_eq!(position("w ;c5=0/000,e5=1/1").outcome(), lost(Side::Black));
    // Men blocked.
    assert_eq!(position("w a3=0,b2=0,c3=0;b4=0,c5=0,d4=0,e5=0,a5=0,a7=0").outcome(), lost(Side::Black));
    // A king walled in.
    assert_eq!(position("w a1=1;b2=0,c3=0").outcome(), lost(Side::Black));
    // Who can move has not lost yet.
    assert_eq!(position("b ;b2=00").outcome(), None);
    assert_eq!(Position::default().outcome(), None);
    assert_eq!(position("w ;b2=00").outcome().map(|outcome| outcome.to_string()), {
        Some("0-1: the side to move has no legal move".to_string())
    });
    assert!(matches!(position("w ;b2=00").read_move("b2-a1"), Err(tavlei_game::MoveError::GameOver { .. })));
}

#[test]
fn t17_a_loss_comes_before_any_draw() {
    // The last of thirty quiet plies leaves White without a move.
    let rules: Rules = "draw_plies=1".parse().expect("rules");
    let start = Position::read_position("b a1=1;b2=0,d4=0", &rules).expect("a position");
    let mut game = History::new(start);
    let mv = game.position().read_move("d4-c3").expect("legal");
    game.play(&mv).expect("legal");
    assert_eq!(game.plies_since_progress(), 1);
    assert_eq!(game.claims(), []);
    assert_eq!(game.termination(), Some(Termination::OnBoard(Outcome::win(Side::Black, 1, Reason::NoMoves))));
}

// T-18: draws by history.

/// Plays the moves over and over, from the first again when the last is played, until so many plies have been played.
fn shuttle(game: &mut History<Position>, moves: &[&str], plies: usize) {
    for text in moves.iter().cycle().take(plies) {
        let mv = game.position().read_move(text).expect(text);
        game.play(&mv).expect("legal");
    }
}

#[test]
fn t18_thirty_plies_without_change_are_a_draw_and_not_one_less() {
    let mut game = History::new(position("w c1=1/0;b8=1/01"));
    let mut since = None;
    for ply in 1..=31 {
        shuttle(&mut game, &[["a7-b8", "c1-a3", "b8-a7", "a3-c1"][ply % 4]], 1);
        let claim = game.claims().into_iter().find(|claim| matches!(claim.kind, ClaimKind::Unchanged { .. }));
        assert_eq!(claim.is_some(), ply >= 30, "{ply} plies");
        since = claim.map(|claim| claim.since).or(since);
    }
    assert_eq!(since, Some(30));
    // Taking back takes the claim back.
    game.take_back();
    game.take_back();
    assert!(!game.claims().iter().any(|claim| matches!(claim.kind, ClaimKind::Unchanged { .. })));
}

#[test]
fn t18_captures_and_promotions_are_progress_and_a_mans_step_is_not() {
    let is_irreversible =
        |position: &Position, text: &str| position.is_irreversible(&position.read_move(text).expect(text));
    let here = position("w c3=0,a7=0,e1=1;h8=0");
    assert!(!is_irreversible(&here, "c3-d4"));
    assert!(!is_irreversible(&here, "e1-h4"));
    assert!(is_irreversible(&here, "a7-b8"));
    assert!(is_irreversible(&position("w c3=0;d4=0"), "c3:e5"));
}

#[test]
fn t18_the_number_of_plies_is_an_option() {
    let limit = |rules: &str| under(rules, "start").history_rules();
    assert_eq!((limit("").plies_since_progress, limit("").repetition), (Some(30), Some(3)));
    assert_eq!(limit("draw_plies=40").plies_since_progress, Some(40));
    assert_eq!(limit("draw_plies=none").plies_since_progress, None);
    assert_eq!(limit("draw_plies=none").repetition, Some(3));
}

#[test]
fn t18_the_third_occurrence_of_a_position_is_a_draw() {
    let moves = ["c1-a3", "b8-a7", "a3-c1", "a7-b8"];
    let mut game = History::new(position("w c1=1/0;b8=1/01"));
    shuttle(&mut game, &moves, 7);
    assert_eq!(game.claims(), []);
    shuttle(&mut game, &moves[3..], 1);
    let claim = game.claim().expect("the start position for the third time");
    assert_eq!((claim.kind, claim.since), (ClaimKind::Repetition { occurrences: 3 }, 8));
    game.take_back();
    assert_eq!(game.claims(), []);
}

#[test]
fn t18_the_same_position_means_side_to_move_and_every_prisoner() {
    let one = position("w a1=1/01;h8=1");
    assert_ne!(one, position("b a1=1/01;h8=1"));
    assert_ne!(one, position("w a1=1/10;h8=1"));
    assert_ne!(one, position("w a1=1/0;h8=1"));
    assert_ne!(one, position("w a1=11/1;h8=1"));
    assert_ne!(one, under("landing=free", "w a1=1/01;h8=1"));
    // The way by which it was reached does not matter.
    let there_and_back = play(&position("w c1=1/0;b8=1/01"), "c1-a3 b8-a7 a3-c1 a7-b8");
    assert_eq!(there_and_back, position("w c1=1/0;b8=1/01"));
}

// Positions given by hand.

#[test]
fn a_position_by_hand_is_refused_for_each_reason() {
    assert_eq!(refused("w c1=0,d1=0;"), PositionError::Light { offset: 7, file: 'd', rank: '1' });
    assert_eq!(refused("w c1=0,i9=0;"), PositionError::OffBoard { offset: 7, file: 'i', rank: '9' });
    assert_eq!(refused("w c1=0;c1=0"), PositionError::Twice { at: place(Square::C1, 7) });
    let empty = PositionError::Tower { at: place(Square::C1, 2), reason: TowerError::Empty };
    assert_eq!(refused("w c1=;b2=0"), empty);
    let runs = PositionError::Tower { at: place(Square::C1, 2), reason: TowerError::Runs { height: 2 } };
    assert_eq!(refused("w c1=0/0/0;"), runs);
    let high = PositionError::Tower { at: place(Square::C1, 2), reason: TowerError::TooHigh };
    assert_eq!(refused("w c1=0000000000000/000000000000;"), high);
    let many = |square, offset, side| PositionError::TooManyPieces { at: place(square, offset), side };
    assert_eq!(refused("w c1=0000000000000;"), many(Square::C1, 2, Side::White));
    assert_eq!(refused("w c1=000000,a1=0;c3=0/0000,e3=0/00"), many(Square::E3, 27, Side::White));
    assert_eq!(refused("w c3=0/00;a7=00000000000"), many(Square::A7, 10, Side::Black));
    let on_far_rank = |square, offset, side| PositionError::ManOnFarRank { at: place(square, offset), side };
    assert_eq!(refused("w b8=0;"), on_far_rank(Square::B8, 2, Side::White));
    assert_eq!(refused("w b8=1;a1=0/1"), on_far_rank(Square::A1, 7, Side::Black));
    // Men below the top are fine there, and so is everybody on his own near rank.
    assert!(Position::read_position("w b8=100/0,a1=0;a7=0,h8=0", &Rules::default()).is_ok());
}

#[test]
fn a_position_from_parts_is_refused_for_the_same_reasons() {
    let man = |side| Tower::new(Piece::man(side));
    let new = |towers: &[(Square, Tower)]| {
        Position::builder(Side::White, &Rules::default()).towers(towers.iter().copied()).build()
    };
    let at = |square| PlaceInText { square, offset: None };
    let (white, black) = (man(Side::White), man(Side::Black));
    assert_eq!(new(&[(Square::C1, white), (Square::C1, black)]), Err(PositionError::Twice { at: at(Square::C1) }));
    assert_eq!(new(&[(Square::H8, white)]), Err(PositionError::ManOnFarRank { at: at(Square::H8), side: Side::White }));
    let thirteen: Vec<_> = (0..13).filter_map(Square::new).map(|square| (square, white)).collect();
    let too_many = Err(PositionError::TooManyPieces { at: at(Square::B4), side: Side::White });
    assert_eq!(new(&thirteen), too_many);
    assert_eq!(new(&thirteen[..12]).map(|position| position.pieces(Side::White)), Ok(12));
    assert_eq!(
        new(&[(Square::C1, black)]).unwrap_err().to_string(),
        "c1: a man of Black’s can’t command a tower on the far rank, where he would be a king"
    );
}

#[test]
fn t16_a_tower_of_all_pieces_grows_no_more() {
    let piece = |n| Piece::man(if n == 0 { Side::White } else { Side::Black });
    let whole = Tower::from_pieces((0..24).map(piece)).expect("24 pieces");
    assert_eq!((whole.height(), whole.prisoners()), (24, 23));
    assert_eq!((whole.with_prisoner(false), whole.with_prisoner(true)), (whole, whole));
}

#[test]
fn a_tower_from_pieces_is_refused_for_each_reason() {
    let (white, black) = (Piece::man(Side::White), Piece::king(Side::Black));
    assert_eq!(Tower::from_pieces([]), Err(TowerError::Empty));
    assert_eq!(Tower::from_pieces([white; 25]), Err(TowerError::TooHigh));
    assert_eq!(Tower::from_pieces([white, black, white]), Err(TowerError::Runs { height: 2 }));
    let tallest = Tower::from_pieces([white; 12].into_iter().chain([black; 12])).expect("a tower");
    assert_eq!((tallest.height(), tallest.owners(), tallest.prisoners()), (24, 12, 12));
    assert_eq!(tallest.to_string(), "000000000000/111111111111");
    assert!(tallest.pieces().eq([white; 12].into_iter().chain([black; 12])));
}

#[test]
fn a_move_of_another_position_is_refused_and_changes_nothing() {
    let mut here = position("w c3=0;h8=0");
    let before = here.clone();
    // A man's move on a square where a king of the enemy stands now, a capture of nothing, a crowning that is none.
    let strangers = ["w a1=1;b2=0", "w c3=0;d4=0", "b ;h8=0", "w c3=1;h8=0"].map(|text| position(text).moves());
    let mut seen = 0;
    for mv in strangers.iter().flatten().filter(|mv| !before.moves().contains(mv)) {
        assert!(!here.is_legal(mv), "{mv:?}");
        assert!(here.play(mv).is_err(), "{mv:?}");
        assert_eq!(here, before);
        seen += 1;
    }
    assert!(seen > 10);
}

#[test]
fn the_layout_is_small() {
    assert!(size_of::<Position>() <= 160, "{}", size_of::<Position>());
    assert_eq!(size_of::<tavlei_towers::Move>(), 16);
    assert_eq!(size_of::<Option<Tower>>(), 4);
    assert_eq!(Bitboard::ALL.len(), 32);
}

#[test]
fn t11_captures_of_two_men_that_go_on_to_the_same_square_both_go_on() {
    let here = position("w e1=0,a5=0;f2=0,f4=0,b6=0,d6=0");
    assert_eq!(texts(&here), ["a5:c7:e5:g3", "e1:g3:e5:c7"]);
    assert_eq!(texts(&here.transform(Symmetry::Turn)), ["d8:b6:d4:f2", "h4:f2:d4:b6"]);
    let here = position("w a5=0,a1=0;b6=0,d6=0,b2=0,d4=0");
    assert_eq!(texts(&here), ["a1:c3:e5:c7", "a5:c7:e5:c3"]);
    assert_eq!(texts(&here.transform(Symmetry::Turn)), ["h4:f2:d4:f6", "h8:f6:d4:f2"]);
}

/// T-3, T-14: who commands a tower, and how many kings its owner and its prisoners have.
#[test]
fn t14_kings_are_counted_on_either_side_of_a_tower() {
    for (text, king, owner_kings, prisoner_kings) in
        [("0", false, 0, 0), ("1", true, 1, 0), ("01/10", false, 1, 1), ("10/011", true, 1, 2), ("00/00", false, 0, 0)]
    {
        let tower = position(&format!("w ;c3={text}")).tower_at(Square::C3).expect("a tower");
        assert_eq!(tower.commander(), Piece { side: Side::Black, king }, "{text}");
        assert_eq!((tower.owner_kings(), tower.prisoner_kings()), (owner_kings, prisoner_kings), "{text}");
    }
    assert_eq!(position("w c3=0;d4=0").side_to_move(), Side::White);
    assert_eq!(position("b c3=0;d4=0").side_to_move(), Side::Black);
}

#[test]
fn t06_a_crowned_king_stays_a_king() {
    for text in ["0", "1", "01/10", "10/01"] {
        let tower = position(&format!("w c3={text};")).tower_at(Square::C3).expect("a tower");
        let crowned = format!("1{}", &text[1..]);
        assert_eq!(tower.promoted().to_string(), crowned);
        assert_eq!(tower.promoted().promoted(), tower.promoted());
    }
}

/// What statistics count: captures (T-7), the jumps in them, and promotions (T-6).
#[test]
fn t06_t07_statistics_count_captures_jumps_and_promotions() {
    assert_eq!(Position::COUNTS, ["captures", "jumps", "promotions"]);
    for (before, text, expected) in [
        ("w c3=0;h8=0", "c3-d4", [0, 0, 0]),
        ("w a7=0;h8=0", "a7-b8", [0, 0, 1]),
        ("w c3=0;d4=0,f6=0", "c3:e5:g7", [1, 2, 0]),
        ("w c5=0;d6=0", "c5:e7", [1, 1, 0]),
        ("w d6=0;e7=0", "d6:f8", [1, 1, 1]),
    ] {
        let here = position(before);
        let mv = here.read_move(text).expect(text);
        // What is counted is added to what there was, and what finds no place is left out.
        let mut counts = [10, 20, 30];
        here.add_stats(&mv, &mut counts);
        here.add_stats(&mv, &mut counts[..1]);
        assert_eq!(counts, [10 + 2 * expected[0], 20 + expected[1], 30 + expected[2]], "{text}");
        assert_eq!(u64::from(here.chain_length(&mv)), expected[1], "{text}");
    }
}
