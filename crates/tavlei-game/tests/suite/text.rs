//! Reading text character by character, and telling what was wrong with it.

use crate::toys::{Card, Duel, Lane, Slide};
use proptest::prelude::*;
use tavlei_game::text::{FoundChar, Scanner, SyntaxError, fold};
use tavlei_game::{ChoiceNotation, Form, MoveError, Notation, Side};

// ---------------------------------------------------------------------------------------------------
// The scanner

#[test]
fn characters_come_out_folded_and_the_place_is_known() {
    let text = "С3 —Я";
    let mut scanner = Scanner::new(text);
    let mut seen = vec![];
    loop {
        let (offset, raw, folded) = (scanner.offset(), scanner.peek_raw(), scanner.peek());
        assert_eq!((scanner.rest(), scanner.whole()), (&text[offset..], text));
        assert_eq!(scanner.is_at_end(), raw.is_none());
        let next = scanner.next();
        assert_eq!(next, folded);
        let Some(next) = next else { break };
        seen.push((offset, raw, next));
    }
    let expected = [(0, 'С', 'c'), (2, '3', '3'), (3, ' ', ' '), (4, '—', '-'), (7, 'Я', 'Я')];
    assert_eq!(seen, expected.map(|(offset, raw, folded)| (offset, Some(raw), folded)));
    assert_eq!((scanner.next(), scanner.offset(), scanner.rest()), (None, text.len(), ""));
}

#[test]
fn a_byte_order_mark_is_skipped_at_the_start_only() {
    let mut scanner = Scanner::new("\u{feff}a\u{feff}");
    assert_eq!((scanner.offset(), scanner.whole().len()), (3, 7));
    assert_eq!((scanner.next(), scanner.next(), scanner.next()), (Some('a'), Some('\u{feff}'), None));
    assert!(Scanner::new("\u{feff}").is_at_end());
    assert_eq!(Scanner::new("a").offset(), 0);
}

#[test]
fn a_character_is_eaten_when_it_is_the_one_expected() {
    let mut scanner = Scanner::new("В:x");
    assert!(!scanner.eat('В'), "what is expected is compared folded");
    assert!(!scanner.eat(':'));
    assert_eq!(scanner.offset(), 0);
    assert!(scanner.eat('b') && scanner.eat(':'));
    assert_eq!(scanner.offset(), 3);
    assert_eq!(scanner.eat_if(|c| c == 'y'), None);
    assert_eq!(scanner.offset(), 3);
    assert_eq!(scanner.eat_if(|c| c == 'x'), Some('x'));
    assert_eq!((scanner.eat_if(|_| true), scanner.eat('x'), scanner.offset()), (None, false, 4));
}

#[test]
fn spaces_of_all_kinds_are_skipped() {
    let mut scanner = Scanner::new(" \t\r\n\u{a0}\u{3000}\u{2009}a b");
    assert!(scanner.skip_spaces());
    assert!(scanner.rest().starts_with("a b"));
    assert!(!scanner.skip_spaces());
    assert_eq!(scanner.next(), Some('a'));
    assert!(scanner.skip_spaces() && scanner.eat('b'));
    assert!(!scanner.skip_spaces());
}

#[test]
fn squares_are_read_in_any_alphabet() {
    for file in 0..8u8 {
        for rank in 0..8u8 {
            let text = format!("{}{}-", char::from(b'a' + file), rank + 1);
            let mut scanner = Scanner::new(&text);
            assert_eq!(scanner.square(), Ok((file, rank)));
            assert_eq!(scanner.rest(), "-");
        }
    }
    let mut scanner = Scanner::new("С3Ｈ８");
    assert_eq!((scanner.square(), scanner.square(), scanner.is_at_end()), (Ok((2, 2)), Ok((7, 7)), true));
}

#[test]
fn what_is_no_square_is_left_unread() {
    let refused = |text: &str, offset, found, expected| {
        let mut scanner = Scanner::new(text);
        scanner.next();
        let place = scanner.offset();
        assert_eq!(scanner.square(), Err(SyntaxError { offset, found, expected }), "{text:?}");
        assert_eq!(scanner.offset(), place, "{text:?}");
    };
    refused("-", 1, None, "a square");
    refused("-i1", 1, Some('i'), "a square");
    refused("-11", 1, Some('1'), "a square");
    refused("-а", 3, None, "a rank, 1 to 8");
    refused("-а9", 3, Some('9'), "a rank, 1 to 8");
    refused("-a0", 2, Some('0'), "a rank, 1 to 8");
    refused("-aА", 2, Some('А'), "a rank, 1 to 8");
}

#[test]
fn reading_goes_back_to_where_it_was() {
    let mut scanner = Scanner::new("Яab");
    scanner.next();
    let place = scanner.offset();
    scanner.next();
    scanner.go_to(place);
    assert_eq!((scanner.offset(), scanner.next()), (2, Some('a')));
    scanner.go_to(4);
    assert!(scanner.is_at_end());
    scanner.go_to(0);
    assert_eq!(scanner.next(), Some('Я'));
}

#[test]
fn only_spaces_may_follow_the_end() {
    let finish = |text: &str| Scanner::new(text).finish("the end of the move");
    assert_eq!((finish(""), finish(" \r\n"), finish("\u{feff}")), (Ok(()), Ok(()), Ok(())));
    let error = finish("  Ж!").expect_err("something follows");
    assert_eq!(error, SyntaxError { offset: 2, found: Some('Ж'), expected: "the end of the move" });
    assert_eq!(error.to_string(), "byte 2: expected the end of the move, found ‘Ж’");
    assert_eq!(Scanner::new("").expected("a move").to_string(), "byte 0: expected a move, found the end");
    assert_eq!(FoundChar(Some('\u{feff}')).to_string(), "‘\\u{feff}’");
}

proptest! {
    #[test]
    fn every_text_is_read_to_its_end(text: String) {
        let mut scanner = Scanner::new(&text);
        let read: String = std::iter::from_fn(|| scanner.next()).collect();
        prop_assert_eq!(read, text.trim_start_matches('\u{feff}').chars().map(fold).collect::<String>());
        prop_assert!(scanner.is_at_end());
    }
}

// ---------------------------------------------------------------------------------------------------
// Moves that are refused

#[test]
fn refused_moves_are_explained() {
    let syntax = MoveError::from(SyntaxError { offset: 3, found: None, expected: "a square" });
    assert_eq!((syntax.offset(), syntax.to_string()), (3, "byte 3: expected a square, found the end".into()));

    let illegal = |meant: &[&str]| MoveError::Illegal {
        offset: 2,
        reason: "capture is compulsory".into(),
        meant: meant.iter().map(ToString::to_string).collect(),
    };
    assert_eq!((illegal(&[]).offset(), illegal(&[]).to_string()), (2, "byte 2: capture is compulsory".into()));
    assert_eq!(illegal(&["a1:c3"]).to_string(), "byte 2: capture is compulsory; a1:c3 would be legal");
    assert_eq!(illegal(&["a1:c3", "c1:a3"]).to_string(), "byte 2: capture is compulsory; legal would be a1:c3, c1:a3");

    let over = MoveError::GameOver { outcome: "1-0: blocked".into() };
    assert_eq!((over.offset(), over.to_string()), (0, "the game is over (1-0: blocked)".into()));
}

#[test]
fn a_long_list_of_moves_is_cut() {
    let fitting =
        |count: u8| MoveError::Ambiguous { fitting: (b'a'..b'a' + count).map(|c| char::from(c).into()).collect() };
    assert_eq!((fitting(2).offset(), fitting(2).to_string()), (0, "several legal moves fit: a, b".into()));
    let twelve = "several legal moves fit: a, b, c, d, e, f, g, h, i, j, k, l";
    assert_eq!(fitting(12).to_string(), twelve);
    assert_eq!(fitting(13).to_string(), format!("{twelve} and 1 more"));
    assert_eq!(fitting(20).to_string(), format!("{twelve} and 8 more"));
}

// ---------------------------------------------------------------------------------------------------
// What the traits of notation provide

#[test]
fn a_move_has_a_text() {
    let lane = Lane::default();
    assert_eq!(lane.move_text(&Slide(2)), "a-c");
    assert_eq!((lane.read_move("A–С"), lane.read_move("c")), (Ok(Slide(2)), Ok(Slide(2))));
    let duel = Duel::default();
    assert_eq!(duel.move_text(&duel.read_move("3 1").expect("a move")), "3 1");
    assert_eq!(duel.choice_text(Side::Black, &Card(4)), "4");
}

#[test]
fn a_game_of_one_form_writes_and_reads_every_form_as_that() {
    assert_eq!((Duel::FORMS, Duel::MOVE_WORDS, Lane::MOVE_WORDS), (&[Form::Long][..], 2, 1));
    let duel = Duel::default();
    let mv = duel.read_move("3 1").expect("a move");
    for form in [Form::Long, Form::Short, Form::Author, Form::Numeric] {
        let mut text = String::new();
        assert_eq!(duel.write_move_as(form, &mv, &mut text), Ok(()));
        assert_eq!(text, "3 1");
        assert_eq!(duel.read_move_as(form, &text), Ok(mv));
        assert_eq!(duel.read_move_as(form, "3 5"), duel.read_move("3 5"));
    }
}
