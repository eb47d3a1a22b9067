//! The content of the screen.

use super::*;

/// Towers of all kinds, in the middle of a capture.
const TALL: &str = "w a3=1/000,c1=0,e1=0000,g1=011/01;b4=00,b6=0/00,d6=0,h8=1/0";

#[test]
fn the_start_of_each_game() {
    check("towers-start", &towers("start", "white").text());
    check("ashtarashki-start", &ashtarashki(LOOK).text());
    check("proryv-start-plain", &proryv("white", PLAIN).text());
    check("ashtarashki-start-plain", &ashtarashki(PLAIN).text());
}

#[test]
fn a_small_screen_says_so_and_the_game_goes_on() {
    let mut play = towers("start", "white");
    check("too-small", &play.screen(60, 20));
    assert_eq!(play.screen(60, 20), proryv("white", LOOK).screen(60, 20));
    play.line("c3-d4");
    assert_eq!(play.moves(), "c3-d4");
    // Any size can be drawn on.
    for size in [(1, 1), (2, 9), (78, 22), (79, 21), (500, 200)] {
        play.screen(size.0, size.1);
    }
}

#[test]
fn a_large_screen_has_large_squares() {
    let mut play = ashtarashki(LOOK);
    play.line("c3-d4");
    play.answer("f6-e5");
    check("ashtarashki-large", &play.screen(120, 40));
    check("towers-large", &towers(TALL, "both").screen(120, 40));
    check("proryv-large", &proryv("white", LOOK).screen(120, 40));
}

#[test]
fn a_capture_square_by_square() {
    let mut play = towers(TALL, "both");
    play.click("a3");
    check("towers-capture", &play.text());
    play.click("c5");
    check("towers-capture-goes-on", &play.text());
    let mut plain: Play<towers::Position> = Play::with(TALL, "both", PLAIN, None);
    plain.click("a3");
    check("towers-capture-plain", &plain.text());
}

#[test]
fn a_hidden_choice_leaves_no_trace_on_the_screen() {
    let mut play = proryv("both", LOOK);
    check("proryv-hand-over", &play.text());
    play.key(Key::Enter);
    let before = play.text();
    play.line("b2-c3");
    assert_eq!(play.app.game.stage(), Stage::HandOver(Side::Black));
    let after = play.text();
    for trace in ["b2-c3", "c3 "] {
        assert!(!after.contains(trace) || before.contains(trace), "{after}");
    }
    // Whatever was chosen, the screen is the same (P-2).
    let mut other = proryv("both", LOOK);
    other.key(Key::Enter);
    other.line("a1-a2");
    assert_eq!(other.text(), after);
    play.key(Key::Enter);
    play.line("c4-c3");
    check("proryv-reveal", &play.text());
}

#[test]
fn a_bot_commits_itself_first() {
    let mut play = proryv("white", LOOK);
    assert!(!play.text().contains("seal"));
    play.answer("c4-c3");
    let sealed = play.text();
    assert!(sealed.contains("Black’s seal: ") && !sealed.contains("c4-c3"), "{sealed}");
    play.line("b2-c3");
    let shown = play.text();
    assert!(shown.contains("White b2-c3, Black c4-c3 (the seal fits, secret "), "{shown}");
    assert_eq!(play.moves(), "b2-c3 c4-c3");
}

#[test]
fn help_the_end_and_the_question_whether_to_leave() {
    let mut play = towers("start", "both");
    play.key(Key::Char('?'));
    check("help", &play.text());
    play.key(Key::Char('x'));
    play.line("c3-d4");
    play.key(Key::Char('q'));
    check("leave", &play.text());
    play.key(Key::Esc);
    play.line(":resign");
    check("over", &play.text());
}

#[test]
fn the_bot_says_what_it_thinks() {
    let mut play = towers("start", "black");
    let number = play.question();
    let assessment = Assessment { white: 0.4, text: "+0.85".to_owned() };
    play.event(Event::Bot(Answer { number, thought: Thought::Progress(assessment) }));
    let screen = play.text();
    assert!(screen.contains("███████░░░ +0.85") && screen.contains("White: bot thinks …"), "{screen}");
}

#[test]
fn plain_screens_are_ascii_without_colours() {
    for screen in [proryv("both", PLAIN).text(), ashtarashki(PLAIN).screen(120, 40), ashtarashki(PLAIN).screen(60, 20)]
    {
        assert!(screen.is_ascii(), "{screen}");
    }
}
