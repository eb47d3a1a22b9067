//! The effect of keys, clicks, bots and clocks.

use super::*;

#[test]
fn a_move_is_entered_by_keys() {
    let mut play = towers("start", "both");
    play.key(Key::Tab);
    assert_eq!(play.app.cursor.to_string(), "g3");
    play.key(Key::Enter);
    play.key(Key::Char('k'));
    play.key(Key::Left);
    play.key(Key::Right);
    play.key(Key::Enter);
    assert_eq!(play.moves(), "g3-h4");
    // After a move nothing can be chosen that is not the side’s.
    play.click("a3");
    assert!(play.text().contains("a3: "), "{}", play.text());
}

/// A capture is entered square by square (T-7); each is taken back by itself.
#[test]
fn t7_squares_are_taken_back_one_by_one_or_all() {
    let mut play = towers("w a3=0;b4=00,b6=0,d8=0", "both");
    play.click("a3");
    play.click("c5");
    assert_eq!((play.moves().as_str(), play.app.game.entry().map(|entry| entry.squares().len())), ("", Some(2)));
    play.key(Key::Backspace);
    assert_eq!(play.app.game.entry().map(|entry| entry.squares().len()), Some(1));
    play.click("c5");
    play.key(Key::Esc);
    assert_eq!(play.app.game.entry().map(|entry| entry.squares().len()), Some(0));
    for square in ["a3", "c5", "a7"] {
        play.click(square);
    }
    assert_eq!(play.moves(), "a3:c5:a7");
}

#[test]
fn another_piece_can_be_chosen_instead() {
    let mut play = towers("start", "both");
    play.click("c3");
    play.click("e3");
    play.click("d4");
    assert_eq!(play.moves(), "e3-d4");
}

#[test]
fn moves_are_typed_in_any_notation() {
    let mut play = towers("start", "both");
    play.line("cd4");
    play.line(":f6-e5");
    play.line("d4f6");
    assert_eq!(play.moves(), "c3-d4 f6-e5 d4:f6");
    // What is refused stays to be mended.
    play.line("a1-a2");
    assert_eq!(play.app.input.as_deref(), Some("a1-a2"));
    play.key(Key::Esc);
    // The letter of a file and of the cursor.
    let mut play = towers("start", "both");
    let cursor = play.app.cursor;
    play.line("h2-g3");
    assert!(play.app.message.as_ref().is_some_and(|(_, is_refused)| *is_refused));
    assert_eq!((play.app.cursor, play.app.input.as_deref()), (cursor, Some("h2-g3")));
}

#[test]
fn moves_are_taken_back_with_the_answer_of_the_bot() {
    let mut play = towers("start", "white");
    play.line("c3-d4");
    play.answer("f6-e5");
    play.key(Key::Char('u'));
    assert_eq!((play.moves().as_str(), play.app.game.stage()), ("", Stage::Enter(Side::White)));
    play.key(Key::Char('r'));
    assert_eq!(play.moves(), "c3-d4 f6-e5");
    play.key(Key::Char('u'));
    play.key(Key::Char('u'));
    assert!(play.text().contains("There is no move to take back."));
}

#[test]
fn an_answer_that_is_not_wanted_any_more_is_ignored() {
    let mut play = towers("start", "white");
    play.line("c3-d4");
    let number = play.question();
    play.key(Key::Char('u'));
    assert!(play.effects.iter().any(|effect| matches!(effect, Effect::StopThinking)));
    play.event(Event::Bot(Answer { number, thought: Thought::Move("f6-e5".to_owned()) }));
    assert_eq!(play.moves(), "");
    play.line("c3-b4");
    play.event(Event::Bot(Answer { number, thought: Thought::Move("f6-e5".to_owned()) }));
    assert_eq!(play.moves(), "c3-b4");
}

#[test]
fn a_hint_is_shown_and_not_played() {
    let mut play = towers("start", "white");
    play.key(Key::Char('i'));
    play.answer("c3-d4");
    assert_eq!((play.moves().as_str(), play.app.hint.len()), ("", 2));
    assert!(play.text().contains("The bot would play c3-d4."));
}

#[test]
fn the_game_is_saved_whenever_it_is_left() {
    for event in [Event::Key(Key::Interrupt), Event::Hangup] {
        let mut play = towers("start", "white");
        play.line("c3-d4");
        play.event(event);
        assert!(play.saved().contains("1. c3-d4 *"), "{}", play.saved());
        assert_eq!(play.departure(), Some(Departure::Interrupted));
    }
    // A game without a move needs no file.
    let mut play = towers("start", "white");
    play.key(Key::Interrupt);
    assert!(!play.effects.iter().any(|effect| matches!(effect, Effect::Save(..))));
    // Whoever quits is asked.
    let mut play = towers("start", "both");
    play.line("c3-d4");
    play.key(Key::Char('q'));
    assert_eq!(play.departure(), None);
    play.key(Key::Char('d'));
    assert_eq!(play.departure(), Some(Departure::Quit));
    assert!(!play.effects.iter().any(|effect| matches!(effect, Effect::Save(..))));
}

#[test]
fn a_file_that_is_named_is_written_after_every_move() {
    let mut play = towers("start", "both");
    play.line(":save game.txt");
    play.event(Event::Saved(Ok("game.txt".into())));
    play.line("c3-d4");
    assert!(play.saved().contains("c3-d4"));
    play.event(Event::Saved(Err("the disk is full".to_owned())));
    assert!(play.text().contains("the disk is full"));
    // What is not saved is not left without a question.
    play.key(Key::Char('q'));
    assert_eq!(play.departure(), None);
}

#[test]
fn a_flag_that_falls_loses_the_game_and_is_recorded() {
    let mut play = towers("start", "both");
    let control = TimeControl { base: Duration::from_secs(60), increment: Duration::from_secs(5) };
    play.app.game.clocks = Some(Clocks::new(control));
    play.event(Event::Tick);
    play.now = Duration::from_secs(20);
    play.line("c3-d4");
    let screen = play.text();
    assert!(screen.contains("0:45") && screen.contains("1:00"), "{screen}");
    play.now = Duration::from_secs(79);
    play.event(Event::Tick);
    assert_eq!(play.app.game.stage(), Stage::Enter(Side::Black));
    play.now = Duration::from_secs(80);
    play.event(Event::Tick);
    assert_eq!(play.app.game.stage(), Stage::Over);
    play.key(Key::Interrupt);
    for part in ["[TimeControl \"60+5\"]", "[Termination \"time forfeit\"]", "out of time", "1-0"] {
        assert!(play.saved().contains(part), "{part}: {}", play.saved());
    }
}

#[test]
fn a_bot_is_given_a_share_of_its_clock() {
    let mut play = towers("start", "white");
    let control = TimeControl { base: Duration::from_secs(60), increment: Duration::ZERO };
    play.app.game.clocks = Some(Clocks::new(control));
    play.line("c3-d4");
    let time = play.effects.iter().find_map(|effect| match effect {
        Effect::Ask(question) => question.time,
        _ => None,
    });
    assert_eq!(time, Some(Duration::from_secs(2)));
}

#[test]
fn bots_that_are_watched_pause_and_change_colours() {
    let mut play = towers("w g7=0;a3=0", "watch");
    play.app.game.names = ["one".to_owned(), "two".to_owned()];
    play.key(Key::Char(' '));
    let number = play.question();
    play.event(Event::Bot(Answer { number, thought: Thought::Move("g7-h8".to_owned()) }));
    assert_eq!(play.moves(), "");
    play.key(Key::Char(' '));
    play.answer("g7-h8");
    play.answer("a3-b2");
    play.answer("h8:a1");
    assert_eq!(play.app.game.stage(), Stage::Over);
    play.key(Key::Char('n'));
    assert_eq!((play.moves().as_str(), play.app.game.names[0].as_str()), ("", "two"));
    // White’s first move is asked of the bot that was named for Black.
    let asked = play.effects.iter().rev().find_map(|effect| match effect {
        Effect::Ask(question) => Some((question.side, question.bot)),
        _ => None,
    });
    assert_eq!(asked, Some((Side::White, Side::Black)));
}

#[test]
fn proryv_passes_by_a_key_and_takes_a_hidden_choice_back() {
    let mut play = proryv("both", LOOK);
    play.key(Key::Enter);
    play.key(Key::Char('p'));
    assert_eq!(play.app.game.stage(), Stage::HandOver(Side::Black));
    play.key(Key::Char('u'));
    assert_eq!(play.app.game.stage(), Stage::HandOver(Side::White));
    for _ in 0..2 {
        play.key(Key::Enter);
        play.line("--");
    }
    // Two passes end the game (P-8).
    assert_eq!(play.app.game.stage(), Stage::Over);
}

#[test]
fn pasted_text_is_a_line_without_control_characters() {
    let mut play = towers("start", "both");
    play.event(Event::Paste("c3\u{1b}-\nd4".to_owned()));
    play.key(Key::Enter);
    assert_eq!(play.moves(), "c3-d4");
}
