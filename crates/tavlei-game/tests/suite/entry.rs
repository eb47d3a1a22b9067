//! Moves entered square by square.

use crate::toys::{Cards, Duel, Lane, LaneRules, Slide};
use tavlei_game::{EnterMove, Entry, EntryError, Game, Joint, Notation, Side, ToMove};

fn lane(position: &str) -> Lane {
    Lane::read_position(position, &LaneRules::NONE).expect("a position")
}

fn refused<T: std::fmt::Debug>(result: Result<T, EntryError>) -> String {
    result.expect_err("refused").to_string()
}

#[test]
fn a_move_is_entered_and_taken_back() {
    let here = lane("w b;f c,e");
    let mut entry = Entry::new(&here, Side::White).expect("White moves");
    assert_eq!((entry.position(), entry.side(), entry.square()), (&here, Side::White, None));
    assert!(!entry.is_complete() && !entry.can_pass());
    assert_eq!(refused(entry.finish()), "the man has not slid yet");
    assert_eq!(refused(entry.choose('c')), "the man is not on c");
    assert_eq!(refused(entry.pass()), "there is no pass here");
    assert_eq!(entry, Entry::new(&here, Side::White).expect("White moves"), "what is refused changes nothing");
    let begun = Entry::begin(&here, Side::White, 'b').expect("the man is there");
    entry.choose('b').expect("the man is there");
    assert_eq!(entry, begun);
    assert_eq!(entry.choices().into_iter().collect::<String>(), "acd");
    assert_eq!(refused(entry.choose('f')), "the man cannot slide to f");
    entry.choose('c').expect("it is free");
    assert_eq!(entry.squares(), ['b', 'c']);
    assert_eq!(entry.captured().into_iter().collect::<String>(), "c");
    assert_eq!(entry.board().to_string(), "w c;f e", "it is the same side’s turn");
    assert_eq!(entry.choices().into_iter().count(), 0);
    assert_eq!(entry.choose('d'), Err(EntryError::Complete));
    assert_eq!(entry.finish(), Ok(Slide(2)));
    assert!(entry.take_back() && entry == begun);
    assert!(entry.take_back() && !entry.take_back());
    assert_eq!(here.moves_from(Side::White, 'b'), here.moves());
    assert_eq!(here.path(Side::White, &Slide(3)), ['b', 'd']);
    assert!(here.moves_from(Side::White, 'c').is_empty() && here.moves_from(Side::Black, 'f').is_empty());
}

#[test]
fn only_whoever_is_to_move_enters_a_move() {
    assert_eq!(Entry::new(&lane("w b;f c,e"), Side::Black), Err(EntryError::NotToMove { side: Side::Black }));
    let over = lane("w a;b");
    assert!(over.outcome().is_some());
    assert_eq!(Entry::new(&over, Side::White), Err(EntryError::Over));
    assert_eq!(ToMove::One(Side::Black).to_string(), "Black");
    assert_eq!((ToMove::Both.to_string(), ToMove::Both.side()), ("both".into(), None));
    assert_eq!(ToMove::One(Side::White).side(), Some(Side::White));
}

#[test]
fn both_sides_enter_a_choice() {
    let here = Duel::start(&Cards(3));
    let mut white = Entry::new(&here, Side::White).expect("both choose");
    let mut black = Entry::new(&here, Side::Black).expect("both choose");
    white.choose('2').expect("a card");
    assert!(black.can_pass());
    black.pass().expect("the last card");
    assert_eq!(refused(black.choose('1')), "the move is complete");
    assert_eq!(refused(black.pass()), "there is no pass here");
    assert_eq!(black.choices().into_iter().count(), 0);
    assert_eq!(black.to_string(), "123;123 0 black --");
    assert_eq!(Entry::read(&black.to_string(), &Cards(3)), Ok(black.clone()));
    let (white_card, black_card) = (white.finish().expect("complete"), black.finish().expect("complete"));
    let mv = here.combine(Some(&white_card), Some(&black_card)).expect("both have chosen");
    assert_eq!(mv, Joint { white: white_card, black: black_card });
    assert!(here.is_legal(&mv));
    assert_eq!(here.combine(Some(&white_card), None), None);
    assert!(black.take_back() && black.can_pass() && !black.take_back());
    assert_eq!(black, Entry::new(&here, Side::Black).expect("both choose"));
}

#[test]
fn an_entry_is_read_or_refused_with_its_place() {
    let read = |text: &str| Entry::<Lane>::read(text, &LaneRules::NONE);
    for (text, squares) in [
        ("w b;f c,e ?", &[][..]),
        ("w b;f c,e b", &['b']),
        ("w b;f c,e b-c", &['b', 'c']),
        ("w b;f c,e  b – c ", &['b', 'c']),
        ("w b;f c,e b:\nc", &['b', 'c']),
    ] {
        assert_eq!(read(text).expect(text).squares(), squares, "{text}");
    }
    for (text, message) in [
        ("w b;f c,e b:", "byte 12: expected a square of the board, found the end"),
        ("w b;f c,e b-f", "byte 12: the man cannot slide to f"),
        ("w b;f c,e b-c-d", "byte 14: the move is complete"),
        ("w b;f c,e –-", "byte 10: there is no pass here"),
        ("w b;f c,e white b", "byte 10: expected the squares, found ‘white’"),
        ("w b;f c,e bb", "byte 10: expected a square of the board, found ‘bb’"),
        ("w a;b  a", "byte 7: the game is over"),
    ] {
        assert_eq!(read(text).expect_err(text).to_string(), message, "{text}");
    }
    let read = |text: &str| Entry::<Duel>::read(text, &Cards(3)).map_err(|error| error.to_string());
    assert_eq!(read("123;123 0 2"), Err("byte 10: expected ‘white’ or ‘black’ before the squares".into()));
    assert!(read("123;123 0 white 2").is_ok_and(|entry| entry.side() == Side::White));
    assert!(read("").is_err() && read("2").is_err());
    assert!(read(&" ".repeat(1_000_000)).is_err() && read(&"-".repeat(1_000_000)).is_err());
}
