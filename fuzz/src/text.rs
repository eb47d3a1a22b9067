//! Any text is read or refused, with a place that lies in it; what is read is written and read again as the same.

use tavlei_game::{ChoiceNotation, EnterMove, Entry, Form, MoveError, Notation, Side, laws};

use crate::bytes::Bytes;
use crate::play::{ashtarashki_position, proryv_unfinished, towers_position};

/// Texts of positions, rules, moves being entered, choices, commitments, sealed moves and squares.
pub fn parse_position(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    sealed_move(text);
    // A text may begin with rules, up to a line feed.
    let (rules, text) = text.split_once('\n').unwrap_or(("", text));
    position::<tavlei_towers::Position>(rules, text);
    position::<tavlei_ashtarashki::Position>(rules, text);
    position::<tavlei_proryv::Position>(rules, text);

    entry::<tavlei_towers::Position>(rules, text);
    entry::<tavlei_ashtarashki::Position>(rules, text);
    entry::<tavlei_proryv::Position>(rules, text);
    if let Ok(square) = text.parse::<tavlei_geometry::dark::Square>() {
        assert_eq!(square.to_string().parse(), Ok(square), "{text:?}");
    }
    if let Ok(square) = text.parse::<tavlei_geometry::rect::Square>() {
        assert_eq!(square.to_string().parse(), Ok(square), "{text:?}");
    }
    if let Ok(score) = text.parse::<tavlei_game::Score>() {
        assert_eq!(score.to_string().parse(), Ok(score), "{text:?}");
    }
    if let Ok(commitment) = text.parse::<tavlei_proryv::commitment::Commitment>() {
        assert_eq!(commitment.to_string().parse(), Ok(commitment), "{text:?}");
    }
    if let Ok(opening) = text.parse::<tavlei_proryv::commitment::Opening>() {
        let again = opening.to_string().parse::<tavlei_proryv::commitment::Opening>().expect("read as written");
        assert_eq!((again.choice(), again.secret()), (opening.choice(), opening.secret()), "{text:?}");
    }
}

/// Texts of sealed moves: terms, messages, parties, stored seats.
fn sealed_move(text: &str) {
    use tavlei_proryv::sealed_move::{Message, Party, Seat, StoredSeat, Terms};
    if let Ok(terms) = text.parse::<Terms>() {
        assert_eq!(terms.to_string(), text);
    }
    if let Ok(message) = text.parse::<Message>() {
        assert_eq!(message.to_string().parse(), Ok(message), "{text:?}");
    }
    if let Ok(party) = text.parse::<Party>() {
        assert_eq!(party.to_string().parse(), Ok(party), "{text:?}");
    }
    if let Ok(mut seat) = Seat::restore(&StoredSeat::from_secret_text(text.into())) {
        assert!(seat.publish(|_| Ok::<(), ()>(())).is_ok());
    }
}

fn entry<G: EnterMove>(rules: &str, text: &str) {
    let Ok(rules) = rules.parse() else { return };
    if let Ok(entry) = Entry::<G>::read(text, &rules) {
        assert_eq!(Entry::read(&entry.to_string(), &rules), Ok(entry), "{text:?}");
    }
}

fn position<G: Notation>(rules: &str, text: &str) {
    let rules = match rules.parse::<G::Rules>() {
        Ok(rules) => rules,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            G::Rules::default()
        }
    };
    assert_eq!(rules.to_string().parse::<G::Rules>().as_ref(), Ok(&rules));
    match G::read_position(text, &rules) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(position) => {
            if position.nth_move(100).is_none() {
                laws::of_notation(&position).unwrap_or_else(|broken| panic!("{text:?}: {broken}"));
            }
        }
    }
}

/// Texts of moves, in positions of all games.
pub fn parse_move(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.below(3) {
        0 => {
            if let Some(position) = towers_position(&mut bytes) {
                read_moves(&position, bytes);
            }
        }
        1 => {
            if let Some(position) = ashtarashki_position(&mut bytes) {
                read_moves(&position, bytes);
            }
        }
        _ => {
            if let Some(position) = proryv_unfinished(&mut bytes) {
                let text = read_moves(&position, bytes);
                for side in Side::BOTH {
                    if let Ok(choice) = position.read_choice(side, &text) {
                        let written = position.choice_text(side, &choice);
                        assert_eq!(position.read_choice(side, &written), Ok(choice), "{position:?}: {text:?}");
                    }
                }
            }
        }
    }
}

/// Plays up to three moves, then reads what is left as a move in every form.
fn read_moves<G: Notation>(start: &G, mut bytes: Bytes<'_>) -> String {
    let mut position = start.clone();
    for _ in 0..bytes.below(4) {
        if position.nth_move(1000).is_some() {
            break;
        }
        let Some(mv) = bytes.legal_move(&position) else { break };
        position = position.after(&mv);
    }
    let text = String::from_utf8_lossy(bytes.rest()).into_owned();
    check(&position, &text, position.read_move(&text));
    for form in [Form::Long, Form::Short, Form::Author, Form::Numeric] {
        check(&position, &text, position.read_move_as(form, &text));
    }
    text
}

fn check<G: Notation>(position: &G, text: &str, read: Result<G::Move, MoveError>) {
    match read {
        Ok(mv) => {
            assert!(position.is_legal(&mv), "{position:?}: {text:?}: {mv:?}");
            assert_eq!(position.read_move(&position.move_text(&mv)), Ok(mv), "{position:?}: {text:?}");
        }
        Err(error) => {
            let offset = error.offset();
            assert!(text.is_char_boundary(offset), "{position:?}: {text:?}: {error}");
            // What is said to be legal is, and what is said to fit is several moves.
            let (meant, least) = match &error {
                MoveError::Illegal { meant, .. } => (meant.as_slice(), 0),
                MoveError::Ambiguous { fitting } => (fitting.as_slice(), 2),
                _ => (&[][..], 0),
            };
            assert!(meant.len() >= least, "{position:?}: {text:?}: {error}");
            for legal in meant {
                // Where a move is two choices, one of them may be meant.
                let is_part = |mv| position.move_text(&mv).split(' ').any(|choice| choice == legal);
                let is_legal = position.read_move(legal).is_ok()
                    || G::MOVE_WORDS == 2 && position.moves().into_iter().any(is_part);
                assert!(is_legal, "{position:?}: {text:?}: {legal}");
            }
            assert!(!error.to_string().is_empty());
        }
    }
}
