//! What is said of the replies to a move without playing it is what is seen when it has been played (rules T-7 and T-17).

use crate::common::{all_rules, hand_set, rng};
use tavlei_game::{Game, Side, random_move};
use tavlei_geometry::dark::Square;
use tavlei_towers::{Move, Piece, Position, Rules, Tower};

/// Returns whether the other side can move, but not capture: the list of its moves says so.
fn is_quiet_after(position: &Position, mv: &Move) -> bool {
    position.after(mv).nth_move(0).is_some_and(|reply| !reply.is_capture())
}

/// How often something was seen: moves with replies that capture, or are none, and with quiet ones.
#[derive(Default, Debug)]
struct Seen {
    quiet: [u32; 2],
    single: [u32; 2],
    chains: [u32; 2],
    /// Moves that end the game.
    blocked: u32,
    /// Positions.
    sorted: u32,
}

fn check(position: &Position, seen: &mut Seen) {
    let moves = position.moves();
    let (safe, risky): (Vec<_>, Vec<_>) = moves.iter().partition(|mv| is_quiet_after(position, mv));
    for mv in &moves {
        let quiet = is_quiet_after(position, mv);
        assert_eq!(position.is_quiet_after(mv), quiet, "{position:?} {mv}");
        let counts = match mv.jumped().len() {
            0 => &mut seen.quiet,
            1 => &mut seen.single,
            _ => &mut seen.chains,
        };
        counts[usize::from(quiet)] += 1;
        seen.blocked += u32::from(position.after(mv).outcome().is_some());
    }
    let is_of_men = position.kings().is_empty() && moves.iter().all(|mv| !mv.is_capture());
    let Some(steps) = position.moves_by_risk() else {
        assert!(!is_of_men, "{position:?}: not sorted");
        return;
    };
    assert!(is_of_men, "{position:?}: sorted");
    assert_eq!((steps.safe.len(), steps.risky.len()), (safe.len(), risky.len()), "{position:?}");
    for (sorted, expected) in [(steps.safe, safe), (steps.risky, risky)] {
        let mut sorted: Vec<_> = sorted.collect();
        sorted.sort();
        let mut expected: Vec<_> = expected.into_iter().copied().collect();
        expected.sort();
        assert_eq!(sorted, expected, "{position:?}");
    }
    seen.sorted += 1;
}

#[test]
fn t7_replies_are_seen_without_playing() {
    let rng = &mut rng(31);
    let mut seen = Seen::default();
    for rules in all_rules() {
        let starts = (0..60).map(|_| Position::start(&rules)).chain((0..400).map(|seed| hand_set(seed, &rules)));
        for mut position in starts {
            for _ in 0..100 {
                check(&position, &mut seen);
                let Some(mv) = random_move(&position, rng) else { break };
                position = position.after(&mv);
            }
        }
    }
    let rare = seen.quiet.iter().chain(&seen.single).chain(&seen.chains).chain([&seen.blocked, &seen.sorted]).min();
    assert!(rare.is_some_and(|&times| times > 1000), "{seen:?}");
}

/// One man against one or two, on all squares: here steps take the last moves away (rule T-17).
#[test]
fn t17_a_step_that_blocks_is_not_safe() {
    let mut seen = Seen::default();
    let man = |side, square| (square, Tower::new(Piece::man(side)));
    for [one, first, second] in Square::ALL
        .into_iter()
        .flat_map(|one| Square::ALL.into_iter().flat_map(move |first| Square::ALL.map(|second| [one, first, second])))
    {
        for (few, many) in [(Side::White, Side::Black), (Side::Black, Side::White)] {
            let few = [man(few, one)];
            let many: Vec<_> =
                [first, second][usize::from(first == second)..].iter().map(|&on| man(many, on)).collect();
            for side in Side::BOTH {
                let position =
                    Position::builder(side, &Rules::default()).towers(few).towers(many.iter().copied()).build();
                if let Ok(position) = position {
                    check(&position, &mut seen);
                }
            }
        }
    }
    assert!(seen.blocked > 1000 && seen.sorted > 10_000, "{seen:?}");
}
