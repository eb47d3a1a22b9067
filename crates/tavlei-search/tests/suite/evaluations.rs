//! The evaluations keep what the trait promises.
use crate::common::rng;
use tavlei_game::{History, Notation, Sequential, Symmetric, random_move};
use tavlei_search::evaluations::{Ashtarashki, Towers};
use tavlei_search::{AlphaBeta, Evaluation, Limits, Quiescence};
use tavlei_towers::{Position, Rules};

/// Walks through random games: what is carried along is what is reckoned anew, and both sides are judged alike.
fn check<G: Sequential + Symmetric>(evaluation: &impl Evaluation<G>, starts: impl Iterator<Item = G>) {
    let mut rng = rng(11);
    for mut position in starts {
        let mut value = evaluation.evaluate(&position);
        for _ in 0..150 {
            check_moves(evaluation, &position);
            let Some(mv) = random_move(&position, &mut rng) else { break };
            let after = position.after(&mv);
            value = evaluation.evaluate_after(&position, value, &mv, &after);
            assert_eq!(value, evaluation.evaluate(&after), "{position:?} {mv:?}");
            for symmetry in after.symmetries().iter().filter(|&&symmetry| G::swaps_sides(symmetry)) {
                assert_eq!(value, evaluation.evaluate(&after.transform(*symmetry)), "{after:?}");
            }
            position = after;
        }
    }
}

/// A move evaluated without playing it has the value of the child, and the quiet moves together have the best of these.
fn check_moves<G: Sequential>(evaluation: &impl Evaluation<G>, position: &G) {
    let value = evaluation.evaluate(position);
    let (mut seen, mut unclear) = (Vec::new(), Vec::new());
    for mv in position.moves() {
        let Some(seen_value) = evaluation.evaluate_move(position, value, &mv) else {
            unclear.push(mv);
            continue;
        };
        let after = position.after(&mv);
        assert_eq!(seen_value, evaluation.evaluate(&after), "{position:?} {mv:?}");
        let reply = after.nth_move(0).unwrap_or_else(|| panic!("{position:?} {mv:?}: the game is over"));
        assert_eq!(evaluation.quiescence_of(&after, &reply), Quiescence::Quiet, "{position:?} {mv:?}");
        seen.push(-seen_value);
    }
    let mut visited = Vec::new();
    if let Some(quiet) = evaluation.evaluate_quiet_moves(position, value, |mv| visited.push(mv)) {
        let best = seen.iter().copied().max().unwrap_or(i32::MIN);
        assert_eq!((quiet.moves as usize, quiet.best), (seen.len(), best), "{position:?}");
        visited.sort();
        unclear.sort();
        assert_eq!(visited, unclear, "{position:?}");
    }
}

/// A position that is set up by hand, rich in kings, tall towers and captures that jump a tower again (rule T-12).
fn hand_set(seed: u64) -> Position {
    let text = tavlei_verify::models::towers::random_hand_set(seed).text();
    Position::read_position(&text, &Rules::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn towers_are_judged_alike_from_both_sides() {
    let again = "w d2=0;c3=00,e3=0,c5=0,e5=0";
    let again = Position::read_position(again, &Rules::default()).expect("a position");
    let starts = || (0..400).map(hand_set).chain([again.clone()]).chain((0..200).map(|_| Position::default()));
    check(&Towers::default(), starts());
    // Weights that leave no term out.
    let odd =
        Towers { prisoner_man: 17, prisoner_king: 41, thin: -13, advance: 5, home: 9, edge: 4, ..Towers::default() };
    check(&odd, starts());
}

/// The greatest weights, all of the sign that makes the sum greatest, do not overflow; a search clamps what they come to.
#[test]
fn the_greatest_weights_can_be_added() {
    let towers = |weight: i16, thin: i16| Towers {
        man: weight,
        king: weight,
        reserve_man: weight,
        reserve_king: weight,
        surplus: weight,
        prisoner_man: weight,
        prisoner_king: weight,
        thin,
        advance: weight,
        home: weight,
        edge: weight,
        tempo: weight,
    };
    for weight in [i16::MIN, i16::MAX] {
        for thin in [i16::MIN, i16::MAX] {
            check(&towers(weight, thin), (0..100).map(hand_set).chain([Position::default()]));
        }
        let stones = Ashtarashki {
            rights: [weight; 3],
            finished: [weight; 3],
            advance: weight,
            prey: weight,
            safe: weight,
            center: weight,
            tempo: weight,
        };
        check(&stones, (0..20).map(|_| tavlei_ashtarashki::Position::default()));
        let limits = Limits::default().with_depth(5);
        AlphaBeta::new(towers(weight, weight)).search(&History::new(Position::default()), &limits);
    }
}

/// What no stone is left to beat, and what stands on the files c to f.
#[test]
fn a08_safe_and_central_stones_are_counted() {
    let plain = Ashtarashki { safe: 0, center: 0, ..Ashtarashki::default() };
    let position: tavlei_ashtarashki::Position = "w M1a3,M3h4;M1e5".parse().expect("a good position");
    let more = |evaluation: Ashtarashki| evaluation.evaluate(&position) - plain.evaluate(&position);
    // Black's 1 beats only the 3, so White's 1 is safe; Black's stone is, too, as White has no 2, and it stands in the middle.
    assert_eq!(more(Ashtarashki { safe: 10, ..plain }), 0);
    assert_eq!(more(Ashtarashki { center: 10, ..plain }), -10);
    let position: tavlei_ashtarashki::Position = "w M1a3,M3h4;M2e5".parse().expect("a good position");
    // Black's 2 beats the 1, and is beaten by the 3: only the 3 is safe.
    assert_eq!(Ashtarashki { safe: 10, ..plain }.evaluate(&position) - plain.evaluate(&position), 10);
}

#[test]
fn stones_are_judged_alike_from_both_sides() {
    check(&Ashtarashki::default(), (0..200).map(|_| tavlei_ashtarashki::Position::default()));
}

/// Material by a function, and the same with what it says of the horizon.
struct Material<F>(F, fn(bool) -> Quiescence);

impl<G: Sequential, F: Fn(&G) -> i32> Evaluation<G> for Material<F> {
    fn evaluate(&self, position: &G) -> i32 {
        self.0(position)
    }

    fn quiescence_of(&self, position: &G, first: &G::Move) -> Quiescence {
        self.1(position.is_compulsory_capture(first))
    }
}

/// An evaluation of one line plays captures out; whoever wants it otherwise has to say so.
fn default_is_safe<G: Sequential + tavlei_game::Keyed + Sync>(material: fn(&G) -> i32, starts: impl Iterator<Item = G>)
where
    History<G>: Sync,
{
    let limits = Limits::default().with_depth(3);
    let (mut rng, mut differ) = (rng(3), 0);
    for mut position in starts {
        for _ in 0..12 {
            let Some(mv) = random_move(&position, &mut rng) else { break };
            position = position.after(&mv);
        }
        if position.outcome().is_some() {
            continue;
        }
        let history = History::new(position);
        let plain = AlphaBeta::new(material).search(&history, &limits).best().map(|line| line.value);
        let forced = |is_capture| if is_capture { Quiescence::Forced } else { Quiescence::Quiet };
        let safe = AlphaBeta::new(Material(material, forced)).search(&history, &limits).best().map(|line| line.value);
        let trapped = Material(material, |_| Quiescence::Quiet);
        let trapped = AlphaBeta::new(trapped).search(&history, &limits).best().map(|line| line.value);
        assert_eq!(plain, safe, "{history:?}");
        differ += u32::from(plain != trapped);
    }
    assert!(differ > 5, "the horizon matters: {differ}");
}

#[test]
fn a_function_plays_compulsory_captures_out() {
    default_is_safe::<Position>(
        |position| {
            let side = position.side_to_move();
            100 * (position.towers_of(side).len() as i32 - position.towers_of(!side).len() as i32)
        },
        (0..60).map(|_| Position::default()),
    );
    default_is_safe::<tavlei_ashtarashki::Position>(
        |position| {
            let side = position.side_to_move();
            100 * (position.stones_of(side).len() as i32 - position.stones_of(!side).len() as i32)
        },
        (0..60).map(|_| tavlei_ashtarashki::Position::default()),
    );
}
