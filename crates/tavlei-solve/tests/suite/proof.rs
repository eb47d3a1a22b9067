//! The exact solvers against slow ones.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand_core::Rng;
use tavlei_ashtarashki::{Label, Move, Position, Reason, Rules};
use tavlei_game::{Game, Notation, Sequential, Side, random_move};
use tavlei_geometry::dark::Square;
use tavlei_search::Limits;
use tavlei_solve::{AshtarashkiHints, BasicHints, Effort, ProofError, ProofSolver, SolverHints};
use tavlei_verify::small_games::{Map, Noughts, Walk, random_positions, rng};

fn position(text: &str) -> Position {
    Position::read_position(text, &Rules::default()).expect("the position is in order")
}

/// What a position is worth to White, by trying everything; `None` if that is too much.
struct Slow<G> {
    known: HashMap<G, i32>,
    left: u32,
}

impl<G: Sequential> Slow<G> {
    fn value(position: &G) -> Option<i32> {
        let mut slow = Self { known: HashMap::new(), left: 60_000 };
        let value = slow.minimax(position);
        (slow.left > 0).then_some(value)
    }

    fn minimax(&mut self, position: &G) -> i32 {
        if let Some(outcome) = position.outcome() {
            return outcome.payoff(Side::White);
        }
        if self.left == 0 {
            return 0;
        }
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        self.left -= 1;
        let values = position.moves().into_iter().map(|mv| self.minimax(&position.after(&mv))).collect::<Vec<_>>();
        let best = match position.side_to_move() {
            Side::White => values.into_iter().max(),
            Side::Black => values.into_iter().min(),
        };
        let value = best.expect("an unfinished game has moves");
        self.known.insert(position.clone(), value);
        value
    }
}

/// Late positions of random games that the slow solver can do, and what they are worth to White.
fn late_positions(seed: u64, count: usize) -> Vec<(Position, i32)> {
    let mut rng = rng(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::default();
        while let Some(mv) = random_move(&position, &mut rng) {
            let unfinished = Side::BOTH.map(|side| position.unfinished_of(side).len());
            if unfinished.iter().sum::<u32>() <= 4 && unfinished.iter().all(|&stones| stones > 0) {
                found.extend(Slow::value(&position).map(|value| (position, value)));
                break;
            }
            position.play_unchecked(&mv);
        }
    }
    found
}

/// Plays the line and returns what White gets at its end.
fn payoff_after<G: Game>(position: &G, line: &[G::Move]) -> Option<i32> {
    let mut position = position.clone();
    for mv in line {
        position.play(mv).expect("the line is legal");
    }
    position.outcome().map(|outcome| outcome.payoff(Side::White))
}

#[test]
fn positions_are_worth_what_trying_everything_says() {
    let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), 1 << 22);
    let positions = late_positions(1, 60);
    let mut seen = [0; 5];
    for (position, value) in &positions {
        let proof = solver.solve(position, &Limits::default()).expect("the game is finite");
        assert_eq!(proof.value.payoff(Side::White), Some(*value), "{position}");
        assert_eq!(proof.value.payoff(Side::Black), Some(-value));
        assert_eq!(payoff_after(position, &proof.line), Some(*value), "{position}");
        seen[(value + 2) as usize] += 1;
    }
    assert!(seen[1] > 5 && seen[3] > 5, "{seen:?}");
}

#[test]
fn a13_total_wins_are_told_from_wins() {
    let texts = ["w M1c3;M3d4", "w M1c3;M3d4,Fa1", "b M1c3;M2d4", "w M1a1,Fd8;Wg7", "b Wb6,M3e7;M2d2"];
    let mut seen = Vec::new();
    for text in texts {
        let position = position(text);
        let by_trying = Slow::value(&position).expect("it is small");
        let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), 1 << 16);
        let proof = solver.solve(&position, &Limits::default()).expect("the game is finite");
        assert_eq!(proof.value.payoff(Side::White), Some(by_trying), "{text}");
        assert_eq!(payoff_after(&position, &proof.line), Some(by_trying), "{text}");
        seen.push(by_trying);
    }
    assert!(seen.contains(&2) && seen.contains(&-2), "{seen:?}");
}

#[test]
fn the_size_of_the_table_has_no_influence() {
    for (position, value) in late_positions(2, 30) {
        let solve = |bytes| {
            let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), bytes);
            solver.solve(&position, &Limits::default()).expect("the game is finite")
        };
        let nodes = solve(1 << 20).nodes;
        // Without a table the same positions are looked into again and again: only the easiest are for the smallest.
        let sizes = match nodes {
            0..400 => [0, 64, 1000],
            400..4000 => [1 << 12, 1 << 13, 1 << 14],
            _ => [1 << 15, 1 << 16, 1 << 17],
        };
        for bytes in sizes {
            let proof = solve(bytes);
            assert_eq!(proof.value.payoff(Side::White), Some(value), "{position} with {bytes} bytes");
            assert_eq!(payoff_after(&position, &proof.line), Some(value), "{position} with {bytes} bytes");
        }
    }
}

/// Guesses that are as bad as can be.
struct Misled {
    seed: u32,
    heuristics: u8,
}

impl SolverHints<Position> for Misled {
    fn payoffs(&self) -> &[i32] {
        &[-2, -1, 1, 2]
    }

    fn max_plies(&self, position: &Position) -> u32 {
        position.weight()
    }

    fn heuristics(&self) -> u8 {
        self.heuristics
    }

    fn effort(&self, position: &Position, _: i32, heuristic: u8) -> Effort {
        assert!(heuristic < self.heuristics.clamp(1, 3));
        let effort = position.weight().wrapping_mul(self.seed).rotate_left(heuristic.into());
        Effort { prove: effort, refute: !effort }
    }
}

#[test]
fn heuristics_have_no_influence() {
    for (position, value) in late_positions(3, 12) {
        for (seed, heuristics) in [(0, 0), (1, 1), (0x9e37_79b9, 1), (1, 2), (0x9e37_79b9, 3), (0x9e37_79b9, 255)] {
            let proof = ProofSolver::with_table_bytes(Misled { seed, heuristics }, 1 << 20)
                .solve(&position, &Limits::default());
            assert_eq!(proof.expect("the game is finite").value.payoff(Side::White), Some(value), "{position}");
        }
    }
}

#[test]
fn moves_and_single_questions_agree_with_the_whole() {
    let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), 1 << 20);
    let limits = Limits::default();
    for (position, value) in late_positions(4, 15) {
        let moves = solver.solve_moves(&position, &limits).expect("the game is finite");
        assert_eq!(moves.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), position.moves());
        let values = moves.iter().map(|(_, value)| value.payoff(position.side_to_move()).expect("there is no limit"));
        let best = values.max().expect("the game is not over");
        assert_eq!(best, if position.side_to_move() == Side::White { value } else { -value });
        for payoff in -3..=3 {
            assert_eq!(solver.proves(&position, Side::White, payoff, &limits), Ok(Some(value >= payoff)));
            assert_eq!(solver.proves(&position, Side::Black, payoff, &limits), Ok(Some(-value >= payoff)));
        }
    }
    assert_eq!(solver.proves(&Position::default(), Side::Black, i32::MIN, &limits), Ok(Some(true)));
}

#[test]
fn limits_are_obeyed_and_what_was_found_stays() {
    let hard = position("w M1c1,M1e3,M1g3,M3h4;Fa1,Fe1,Fg1,Wa3,M1b4,M1h6");
    let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), 1 << 24);
    let mut reports = 0;
    for nodes in [0, 1, 777, 2_500_000] {
        solver.clear();
        let proof = solver.solve_reporting(&hard, &Limits::default().with_nodes(nodes), |progress| {
            assert!(
                progress.prove > 0 && progress.refute > 0 && progress.nodes <= nodes + 40 && progress.table_load <= 1.0
            );
            reports += 1;
        });
        let proof = proof.expect("the game is finite");
        assert!((nodes..nodes + 40).contains(&proof.nodes), "{} of {nodes}", proof.nodes);
        assert_eq!((proof.value.payoff(Side::White), proof.value.bounds(Side::Black)), (None, (-2, 2)));
        assert!(proof.line.is_empty());
    }
    assert_eq!(reports, 2);

    let stopped = Limits::default().with_stop(Arc::new(AtomicBool::new(true)));
    assert_eq!(solver.proves(&hard, Side::White, 1, &stopped), Ok(None));
    // Black's finished stones rule a total loss out at once.
    assert_eq!(solver.proves(&hard, Side::White, 2, &Limits::default().with_nodes(1000)), Ok(Some(false)));

    // Bit by bit it is solved as well, since the table remembers.
    let easier = position("w Wd2,We3,Fd8;V3a7,We7");
    let mut rounds = 0;
    let proof = loop {
        let proof = solver.solve(&easier, &Limits::default().with_nodes(2000)).expect("the game is finite");
        rounds += 1;
        if proof.value.payoff(Side::White).is_some() {
            break proof;
        }
    };
    assert!(rounds > 1);
    assert_eq!(proof.value.payoff(Side::White), Some(1));
}

#[test]
fn finished_positions_are_worth_what_they_are() {
    let over = position("w Wb2,We3,M3a7,Fd8;");
    let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), 0);
    let proof = solver.solve(&over, &Limits::default()).expect("the game is finite");
    assert_eq!((proof.value.payoff(Side::White), proof.line.len()), (Some(2), 0));
    assert_eq!(solver.proves(&over, Side::Black, -1, &Limits::default()), Ok(Some(false)));
}

#[test]
fn a_game_with_draws_is_solved() {
    let mut solver = ProofSolver::with_table_bytes(BasicHints::new([1, 0, -1, 0], 9), 1 << 20);
    let draw = solver.solve(&Noughts::default(), &Limits::default()).expect("the game is finite");
    assert_eq!((draw.value.payoff(Side::White), draw.line.len()), (Some(0), 9));
    for position in random_positions::<Noughts>(5, 40, 1..6) {
        let proof = solver.solve(&position, &Limits::default()).expect("the game is finite");
        assert_eq!(proof.value.payoff(Side::White), Slow::value(&position), "{position:?}");
        assert_eq!(payoff_after(&position, &proof.line), Slow::value(&position), "{position:?}");
    }
}

#[test]
fn what_was_said_wrongly_is_found_out() {
    const CIRCLE: &[&[u8]] = &[&[1], &[2], &[3], &[0]];
    let endless = Walk::start(&Map { edges: CIRCLE, ..Map::default() });
    let mut solver = ProofSolver::with_table_bytes(BasicHints::new([-1, 1], 100), 1 << 16);
    assert_eq!(solver.solve(&endless, &Limits::default()), Err(ProofError::Endless { max_plies: 100 }));

    let mut solver = ProofSolver::with_table_bytes(BasicHints::new([-1, 1], 9), 1 << 16);
    assert_eq!(solver.solve(&Noughts::default(), &Limits::default()), Err(ProofError::Payoff { payoff: 0 }));
    assert_eq!(
        ProofError::Payoff { payoff: 0 }.to_string(),
        "a game ends with 0 for White, which was not said to be possible"
    );
}

/// What is seen at once is never wrong, under either rule.
#[test]
fn a13_a_total_loss_is_ruled_out_rightly() {
    let hints = AshtarashkiHints::default();
    let mut ruled_out = 0;
    for (position, value) in late_positions(6, 70) {
        for rules in ["", "third-retreat=forced"] {
            let rules = rules.parse::<Rules>().expect("a rule option");
            let position = Position::read_position(&position.to_string(), &rules).expect("it is written as it is read");
            let value = if rules == Rules::default() { Some(value) } else { Slow::value(&position) };
            let Some(value) = value else { continue };
            let (least, most) = hints.bounds(&position);
            assert!(position.outcome().is_some() || (least..=most).contains(&value), "{position} {rules}: {value}");
            let finished = Side::BOTH.map(|side| !position.board(side, Label::F).is_empty());
            ruled_out += usize::from(least == -1 && !finished[0]) + usize::from(most == 1 && !finished[1]);
        }
    }
    assert!(ruled_out > 20, "{ruled_out}");
}

/// a stone that nobody can keep from finishing rules a total loss out.
#[test]
fn a6_a13_a_stone_that_runs_home_is_seen_rightly() {
    let hints = AshtarashkiHints::default();
    let static_proof = |text: &str, goal| hints.static_proof(&position(text), goal);
    // Black's stone has two steps to go, with the enemy far off, in its way, and with one that beats it; then it may have to capture first.
    assert_eq!(static_proof("b M1g5;V1c3", 2), Some(false));
    assert_eq!(static_proof("w M1g5;V1c3", 2), Some(false));
    assert_eq!(static_proof("b M1b2,M1d2;V1c3", 2), None);
    assert_eq!(static_proof("b M2g5;V1c3", 2), None);
    assert_eq!(static_proof("b M1g5,M3d6;V1c3,M1h8,M2e7", 2), None);
    // The same for White.
    assert_eq!(static_proof("w V1f6;M1b4", -1), Some(true));
    assert_eq!(static_proof("w V1f6;M1e7,M1g7", -1), None);

    let mut rng = rng(12);
    let mut ruled_out = [0; 2];
    for round in 0..RUNNERS {
        let rules =
            if round % 2 == 0 { Rules::default() } else { "third-retreat=forced".parse().expect("a rule option") };
        let position = set_up(&rules, &mut rng);
        let has = |side, labels: &[Label]| labels.iter().any(|&label| !position.board(side, label).is_empty());
        let (least, most) = hints.bounds(&position);
        for (side, is_safe) in [(Side::White, least == -1), (Side::Black, most == 1)] {
            // What is seen by other signs is another test's concern.
            let by_running = is_safe && !has(side, &[Label::F]) && has(!side, &[Label::M1, Label::M2, Label::M3]);
            if !by_running || position.outcome().is_some() {
                continue;
            }
            let Some(value) = Slow::value(&position) else { continue };
            assert!((least..=most).contains(&value), "{position} {rules}: {value}");
            ruled_out[side as usize] += 1;
        }
    }
    assert!(ruled_out.iter().all(|&many| many > 100), "{ruled_out:?}");
}

const RUNNERS: u32 = 6_000;

/// What is asked for is seen as the bounds say.
#[test]
fn what_is_seen_is_what_the_bounds_say() {
    let hints = AshtarashkiHints::default();
    let mut rng = rng(13);
    let mut seen = [0; 7];
    for _ in 0..1500 {
        let mut position = Position::default();
        while let Some(mv) = random_move(&position, &mut rng) {
            let (least, most) = hints.bounds(&position);
            for goal in -3..=3 {
                let by_bounds = if least >= goal { Some(true) } else { (most < goal).then_some(false) };
                assert_eq!(hints.static_proof(&position, goal), by_bounds, "{position} {goal}");
                seen[(goal + 3) as usize] += u32::from(by_bounds.is_some());
            }
            position.play_unchecked(&mv);
        }
    }
    assert!(seen.iter().all(|&many| many > 10), "{seen:?}");
}

/// a side that finishes to win has won, and only then is it said at once.
#[test]
fn a14_a15_what_wins_by_finishing_is_seen_at_once() {
    let hints = AshtarashkiHints::default();
    let bounds = |text: &str| hints.bounds(&position(text));
    assert_eq!(bounds("w Wg7,Fb8,Fd8,Ff8;Fa1,M1c5,M1e5"), (1, 1));
    assert_eq!(bounds("b Wg3,Fb8;Fa1,Fc1,Wf2"), (-1, -1));
    // Fewer stones than the enemy, a square that is taken, and a capture that comes first.
    assert_eq!(bounds("w Wg7,Fb8;Fa1,M1c5,M1e5"), (-1, 1));
    assert_eq!(bounds("w Wg7,Fb8,Fd8;Fa1,M1f8,M1h8"), (-1, 1));
    assert_eq!(bounds("w Wg7,M1c5,Fb8,Fd8,Ff8;Fa1,M3d6,M1e5"), (-1, 1));

    // The same whatever stands on the board: by the end that the best step leads to.
    let mut rng = rng(8);
    let mut seen = 0;
    for _ in 0..3000 {
        let mut position = Position::default();
        while let Some(mv) = random_move(&position, &mut rng) {
            let side = position.side_to_move();
            let wins = |mv: &Move| {
                position.after(mv).outcome().is_some_and(|end| {
                    end.payoff(side) > 0 && matches!(end.reason(), Reason::Four | Reason::More | Reason::FirstEqual)
                })
            };
            let by_finishing = |mv: &Move| !mv.is_capture() && Position::far_rank(side).contains(mv.to()) && wins(mv);
            let (least, most) = hints.bounds(&position);
            let is_seen = if side == Side::White { least } else { -most } > 0;
            assert_eq!(is_seen, position.moves().iter().any(by_finishing), "{position}");
            seen += u32::from(is_seen);
            position.play_unchecked(&mv);
        }
    }
    assert!(seen > 40, "{seen}");
}

/// Small positions that mostly come up in no game, under both rules: what they are worth, and each of their moves.
#[test]
fn set_up_positions_are_worth_what_trying_everything_says() {
    let mut rng = rng(9);
    let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), 1 << 22);
    let limits = Limits::default();
    let mut seen = [0; 5];
    for round in 0..SET_UP {
        let rules =
            if round % 2 == 0 { Rules::default() } else { "third-retreat=forced".parse().expect("a rule option") };
        let position = set_up(&rules, &mut rng);
        if position.outcome().is_some() {
            continue;
        }
        let Some(value) = Slow::value(&position) else { continue };
        let proof = solver.solve(&position, &limits).expect("the game is finite");
        assert_eq!(proof.value.payoff(Side::White), Some(value), "{position} {rules}");
        assert_eq!(payoff_after(&position, &proof.line), Some(value), "{position} {rules}");
        seen[(value + 2) as usize] += 1;
    }
    assert!([0, 1, 3, 4].iter().all(|&index| seen[index] > 30), "{seen:?}");
    assert!(seen.iter().sum::<i32>() > 1200, "{seen:?}");
}

const SET_UP: u32 = 2400;

/// One to three stones, finished ones included, a side, whose rights are mostly lost.
fn set_up(rules: &Rules, rng: &mut impl Rng) -> Position {
    const LABELS: [Label; 10] = {
        use Label::{F, M1, M2, M3, V1, V2, V3, W};
        [M1, M2, M3, V1, V2, V3, W, W, F, F]
    };
    loop {
        let turn = Side::BOTH[(rng.next_u32() % 2) as usize];
        let mut builder = Position::builder(turn, rules);
        for side in Side::BOTH {
            for _ in 0..=rng.next_u32() % 2 {
                let label = LABELS[(rng.next_u32() % 10) as usize];
                let home = if side == Side::White { 28 } else { 0 };
                let index = if label == Label::F { home + rng.next_u32() % 4 } else { rng.next_u32() % 32 };
                builder = builder.stone(side, label, Square::ALL[index as usize]);
            }
        }
        if let Ok(position) = builder.build() {
            return position;
        }
    }
}

#[test]
fn the_moves_that_get_the_value_are_told() {
    let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), 1 << 20);
    let limits = Limits::default();
    let mut duals = 0;
    for (position, value) in late_positions(10, 20) {
        let side = position.side_to_move();
        let own = if side == Side::White { value } else { -value };
        let told = solver.moves_that_prove(&position, own, &limits, |_| {}).expect("the game is finite");
        assert_eq!(told.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), position.moves());
        let of_move =
            |mv: &Move| Slow::value(&position.after(mv)).map(|value| if side == Side::White { value } else { -value });
        for (mv, proves) in &told {
            assert_eq!(*proves, of_move(mv).map(|value| value >= own), "{position} {mv}");
        }
        let keys = told.iter().filter(|(_, proves)| *proves == Some(true)).count();
        assert!(keys > 0, "{position}");
        duals += keys - 1;
    }
    assert!(duals > 0);

    // A hard move doesn't keep the easy ones waiting.
    let study = position("w M1c1,M1e3,M1g3,M3h4;Fa1,Fe1,Fg1,Wa3,M1b4,M1h6");
    let limits = Limits::default().with_nodes(400_000);
    let told = solver.moves_that_prove(&study, 1, &limits, |_| {}).expect("the game is finite");
    let known = told.iter().filter(|(_, proves)| proves.is_some()).count();
    assert!((1..told.len()).contains(&known), "{told:?}");
}

/// One of the eight first moves that lose.
#[test]
fn a_wrong_try_in_the_authors_study_10() {
    let study = position("w M1c1,M1e3,M1g3,M3h4;Fa1,Fe1,Fg1,Wa3,M1b4,M1h6");
    let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), 1 << 24);
    let mv = study.read_move("c1-b2").expect("it is legal");
    let proof = solver.solve(&study.after(&mv), &Limits::default()).expect("the game is finite");
    assert_eq!(proof.value.payoff(Side::Black), Some(1));
}

/// The author's line, and what he says of his moves: each of them keeps the win.
#[test]
fn study_10_the_authors_line_is_legal_and_its_moves_win() {
    let mut position = position("w M1c1,M1e3,M1g3,M3h4;Fa1,Fe1,Fg1,Wa3,M1b4,M1h6");
    let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), 1 << 27);
    let line = ["g3-f4", "h6-g5", "h4-g3", "g5-h4", "g3-h2", "h4-g3", "e3-d2"];
    for text in line {
        let side = position.side_to_move();
        let mv = position.read_move(text).expect("it is legal");
        position.play(&mv).expect("it is legal");
        if side == Side::White {
            assert_eq!(solver.proves(&position, Side::White, 1, &Limits::default()), Ok(Some(true)), "{text}");
        }
    }
    assert_eq!(position.moves().iter().map(ToString::to_string).collect::<Vec<_>>(), ["g3:h2"]);
}

/// Black avoids a total loss by g7-f6, unless a side must make third retreats when it has nothing else.
#[test]
fn a16_problem_8_2_is_right_only_if_a_third_retreat_is_free() {
    for (rules, saves) in [("", true), ("third-retreat=forced", false)] {
        let rules = rules.parse::<Rules>().expect("a rule option");
        let text = "b M1c5,V1g5,M2d4,M3d6;M3c7,V1e7,M1g7,Wf8,Wh8";
        let problem = Position::read_position(text, &rules).expect("the position is in order");
        let mut solver = ProofSolver::with_table_bytes(AshtarashkiHints::default(), 1 << 26);
        let mv = problem.read_move("g7-f6").expect("it is legal");
        assert_eq!(solver.proves(&problem.after(&mv), Side::Black, -1, &Limits::default()), Ok(Some(saves)));
        if !saves {
            assert_eq!(solver.proves(&problem, Side::Black, -1, &Limits::default()), Ok(Some(false)));
        }
    }
}
