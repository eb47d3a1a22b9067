//! Sides, outcomes and scores: who gets what, and how it is written and read.

use tavlei_game::{Outcome, ParseReasonError, ParseScoreError, Score, Side, read_reason};

const fn win(winner: Side, points: u8) -> Score {
    Score::Win { winner, points }
}

#[test]
fn every_side_has_its_opponent_and_its_names() {
    assert_eq!(Side::BOTH, [Side::White, Side::Black]);
    assert_eq!(Side::BOTH.map(Side::opponent), [Side::Black, Side::White]);
    assert_eq!(Side::BOTH.map(|side| !side), [Side::Black, Side::White]);
    assert_eq!(Side::BOTH.map(Side::letter), ['w', 'b']);
    assert_eq!(Side::BOTH.map(Side::name), ["white", "black"]);
    assert_eq!(Side::BOTH.map(|side| side.to_string()), ["White", "Black"]);
    assert_eq!(format!("[{:>7}|{:<7}]", Side::White, Side::Black), "[  White|Black  ]");
    assert!(Side::White < Side::Black);
}

#[test]
fn an_outcome_pays_the_winner_what_the_loser_pays() {
    for winner in Side::BOTH {
        for points in [1u8, 2, 255] {
            let outcome = Outcome::win(winner, points, "reason");
            assert_eq!((outcome.winner(), outcome.points(), outcome.reason()), (Some(winner), points, &"reason"));
            assert_eq!(outcome.score(), win(winner, points));
            assert_eq!(outcome.score().winner(), Some(winner));
            for side in Side::BOTH {
                let payoff = if side == winner { i32::from(points) } else { -i32::from(points) };
                assert_eq!((outcome.payoff(side), outcome.score().payoff(side)), (payoff, payoff));
            }
        }
    }
}

#[test]
fn a_draw_pays_nobody() {
    let draw = Outcome::draw("reason");
    assert_eq!((draw.winner(), draw.points(), draw.reason(), draw.score()), (None, 0, &"reason", Score::Draw));
    assert_eq!(Score::Draw.winner(), None);
    assert_eq!(Side::BOTH.map(|side| (draw.payoff(side), Score::Draw.payoff(side))), [(0, 0), (0, 0)]);
}

#[test]
fn an_outcome_keeps_its_score_when_its_reason_is_translated() {
    let outcome = Outcome::win(Side::Black, 2, 7).map_reason(|reason| reason * 6);
    assert_eq!(outcome, Outcome::win(Side::Black, 2, 42));
    assert_eq!(Outcome::draw(1).map_reason(|_| ()), Outcome::draw(()));
}

#[test]
fn outcomes_are_written_with_their_reason() {
    assert_eq!(Outcome::win(Side::White, 2, "total").to_string(), "2-0: total");
    assert_eq!(Outcome::win(Side::Black, 1, "blocked").to_string(), "0-1: blocked");
    assert_eq!(Outcome::draw("agreed").to_string(), "1/2-1/2: agreed");
}

#[test]
fn what_is_written_is_read() {
    let wins = (1..=255).flat_map(|points| Side::BOTH.map(|winner| win(winner, points)));
    for score in wins.chain([Score::Draw]) {
        assert_eq!(score.to_string().parse(), Ok(score));
    }
    let usual = [win(Side::White, 1), win(Side::Black, 1), Score::Draw, win(Side::White, 2), win(Side::Black, 2)];
    assert_eq!(usual.map(|score| score.to_string()), ["1-0", "0-1", "1/2-1/2", "2-0", "0-2"]);
}

#[test]
fn scores_are_read_as_people_write_them() {
    for text in ["1-0", "1:0", "1 : 0", " 1 - 0 ", "1–0", "1—0", "1−0", "1‐0", "1‑0", "1‒0", "１：０", "1\u{a0}∶ 0"]
    {
        assert_eq!(text.parse(), Ok(win(Side::White, 1)), "{text:?}");
    }
    for text in ["0:2", "0 – 2", "\t0 - 2\r\n"] {
        assert_eq!(text.parse(), Ok(win(Side::Black, 2)), "{text:?}");
    }
    for text in ["1/2-1/2", "½-½", "½ : ½", "0.5-0.5", "1⁄2–1⁄2"] {
        assert_eq!(text.parse(), Ok(Score::Draw), "{text:?}");
    }
}

#[test]
fn what_is_no_score_is_refused() {
    let texts = [
        "", "*", "-", ":", "1", "1-", "-0", "0-0", "1-1", "2-1", "1/2-0", "0-1/2", "1/2", "½-0", "1-0-0", "1-0:",
        "1--0", "+1-0", "0-+1", "01-0", "0-01", "00-1", "1 0-0", "256-0", "0-256", "-1-0", "1-0x", "я-0", "1/2-½",
    ];
    for text in texts {
        assert_eq!(text.parse::<Score>(), Err(ParseScoreError), "{text:?}");
    }
    assert_eq!(ParseScoreError.to_string(), "expected a score: 1-0, 0-1, 1/2-1/2, 2-0 or 0-2");
}

#[test]
fn a_reason_is_read_by_its_own_text() {
    let all = ["blocked", "no stone is left", "Ничья"];
    for (text, reason) in [("blocked", all[0]), (" NO STONE is left\n", all[1]), ("ничья", all[2])] {
        assert_eq!(read_reason(text, &all), Ok(reason), "{text:?}");
    }
    let unknown = ParseReasonError { known: all.map(String::from).to_vec() };
    for text in ["", "block", "blocked by stones", "no  stone is left"] {
        assert_eq!(read_reason(text, &all), Err(unknown.clone()), "{text:?}");
    }
}
