//! The laws that every game keeps, as checks to run on your own.
//!
//! Each function looks at one position and says which law is broken there, and how; none panics by itself. [`walk`]
//! leads a check along a random game; [`of_equality`] and [`of_history`] look at a whole game, which they play
//! themselves:
//!
//! ```
//! # fn check<G: tavlei_game::Notation + tavlei_game::Sequential>(rng: &mut impl rand_core::Rng) {
//! use tavlei_game::laws;
//!
//! for _ in 0..100 {
//!     laws::walk(G::default(), rng, 200, |position, strangers| {
//!         laws::of_game(position, strangers)?;
//!         laws::of_sequential(position)?;
//!         laws::of_notation(position)
//!     })
//!     .expect("the laws hold");
//!     laws::of_equality(G::default(), rng, 200).expect("the laws hold");
//!     laws::of_history(G::default(), rng, 200).expect("the laws hold");
//! }
//! # }
//! ```

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "counts what has been visited and lies in memory; windows are as long as was asked for"
)]

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::hash::{BuildHasher, Hash, Hasher};
use core::ops::ControlFlow;

use rand_core::Rng;

use crate::{
    ChoiceNotation, EnterMove, Entry, Form, Game, History, Joint, Keyed, Notation, PlayError, Sequential, Side,
    Simultaneous, Symmetric, ToMove, random_move,
};

/// A law that is broken, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{law}: {detail}")]
pub struct Violation {
    /// The law, in a phrase.
    pub law: &'static str,
    /// The position, the move and what came out.
    pub detail: String,
}

/// Whether the laws hold.
pub type Check = Result<(), Violation>;

/// Plays a random game of at most `max_plies` and checks every position of it, the first and the last included.
///
/// The check also gets *strangers*: moves that were legal in earlier positions of this game, whatever they are now.
///
/// # Errors
///
/// The first violation that the check reports.
pub fn walk<G: Game>(
    start: G,
    rng: &mut (impl Rng + ?Sized),
    max_plies: u32,
    mut check: impl FnMut(&G, &[G::Move]) -> Check,
) -> Check {
    const STRANGERS: usize = 40;
    let mut position = start;
    let mut strangers = Vec::<G::Move>::new();
    for _ in 0..max_plies {
        check(&position, &strangers)?;
        let Some(mv) = random_move(&position, rng) else { return Ok(()) };
        strangers.extend(position.moves());
        while strangers.len() > STRANGERS {
            strangers.swap_remove(rng.next_u32() as usize % strangers.len());
        }
        position.play_unchecked(&mv);
    }
    check(&position, &strangers)
}

/// The laws of [`Game`]: moves are listed once; listed ⇔ legal; the counts are the number listed; the n-th move and the
/// one that is chosen are the n-th listed; visiting stops when told; finished ⇔ no moves; a listed move can be played,
/// another is refused and changes nothing; a copy is equal; a game begins under the rules that were asked for, and they
/// stay what they are.
///
/// *Strangers* are moves from elsewhere, to be refused unless they are legal here, too.
///
/// # Errors
///
/// The first law that is broken.
pub fn of_game<G: Game>(position: &G, strangers: &[G::Move]) -> Check {
    law("a copy is equal", same(position, &position.clone()), || format!("{position:?}"))?;
    let rules = position.rules();
    law("a game begins under the rules asked for", G::start(&rules).rules() == rules, || format!("{rules:?}"))?;
    law("the default is the start position", G::default() == G::start(&G::Rules::default()), || {
        format!("{:?}", G::default())
    })?;

    let moves = position.moves();
    let listed: BTreeSet<&G::Move> = moves.iter().collect();
    law("no move is listed twice", listed.len() == moves.len(), || format!("{position:?}: {moves:?}"))?;
    law("the count is the number listed", position.count_moves() == moves.len() as u64, || {
        format!("{position:?}: counted {}, listed {}", position.count_moves(), moves.len())
    })?;
    law(
        "a position is finished exactly when it has no moves",
        position.outcome().is_some() == moves.is_empty(),
        || format!("{position:?}: {:?}, {} moves", position.outcome(), moves.len()),
    )?;
    for (n, mv) in moves.iter().enumerate() {
        let stopped = stops_at(n, |visit| position.for_each_move(visit));
        law("visiting stops when told", stopped.as_ref() == Some(mv), || format!("{position:?}: at move {n}"))?;
        law("the n-th move is the n-th listed", position.nth_move(n as u64).as_ref() == Some(mv), || {
            format!("{position:?}: {n}")
        })?;
    }
    law("there is no move behind the last", position.nth_move(moves.len() as u64).is_none(), || {
        format!("{position:?}")
    })?;
    of_choosing(position, &moves)?;

    let mut two_plies = 0u128;
    for mv in &moves {
        law("a listed move is legal", position.is_legal(mv), || format!("{position:?}: {mv:?}"))?;
        let mut checked = position.clone();
        let played = checked.play(mv);
        law("a listed move can be played", played.is_ok(), || format!("{position:?}: {mv:?}"))?;
        law("both doors lead to the same position", same(&checked, &position.after(mv)), || {
            format!("{position:?}: {mv:?}: {checked:?}, {:?}", position.after(mv))
        })?;
        law("the rules stay what they are", checked.rules() == rules, || format!("{position:?}: {mv:?}"))?;
        two_plies += u128::from(checked.count_moves());
    }
    for (plies, played) in (0..).zip([1, moves.len() as u128, two_plies]) {
        let counted = position.count_sequences(plies);
        law("sequences are counted as they are played", counted == played, || {
            format!("{position:?}: {plies} plies: {counted} counted, {played} played")
        })?;
    }
    for mv in strangers.iter().filter(|mv| !listed.contains(mv)) {
        law("a move that is not listed is not legal", !position.is_legal(mv), || format!("{position:?}: {mv:?}"))?;
        let mut refused = position.clone();
        let played = refused.play(mv);
        law("a refused move changes nothing", played.is_err() && same(&refused, position), || {
            format!("{position:?}: {mv:?}: {refused:?}")
        })?;
    }
    Ok(())
}

/// The laws of `Eq` and `Hash` over one random game: positions that are equal, whichever way they were reached, have
/// equal hashes and are played alike.
///
/// Compared are all positions of the game with each other, and with those that the same moves in another order lead to.
///
/// # Errors
///
/// The first law that is broken.
pub fn of_equality<G: Game>(start: G, rng: &mut (impl Rng + ?Sized), max_plies: u32) -> Check {
    let (mut last, mut positions, mut moves) = (start.clone(), Vec::from([start]), Vec::new());
    for _ in 0..max_plies {
        let Some(mv) = random_move(&last, rng) else { break };
        last = last.after(&mv);
        positions.push(last.clone());
        moves.push(mv);
    }
    for (n, position) in positions.iter().enumerate() {
        positions[..n].iter().try_for_each(|earlier| alike(earlier, position))?;
    }
    // Two successive moves of one side, or of both sides at once, can often be exchanged.
    for plies in [2, 3] {
        for (way, moves) in positions.windows(plies + 1).zip(moves.windows(plies)) {
            let reversed = moves.iter().rev().try_fold(way[0].clone(), |position, mv| {
                if position.is_legal(mv) { Some(position.after(mv)) } else { None }
            });
            if let Some(reversed) = reversed {
                alike(&reversed, &way[plies])?;
            }
        }
    }
    Ok(())
}

/// The law of [`Sequential`]: after every move it is the other side's turn.
///
/// # Errors
///
/// The first law that is broken.
pub fn of_sequential<G: Sequential>(position: &G) -> Check {
    for mv in position.moves() {
        let next = position.after(&mv).side_to_move();
        law("the sides take turns", next == !position.side_to_move(), || format!("{position:?}: {mv:?}: {next}"))?;
    }
    let compulsory = position.moves().iter().filter(|mv| position.is_compulsory_capture(mv)).count();
    law(
        "captures are compulsory for all moves or for none",
        [0, position.moves().len()].contains(&compulsory),
        || format!("{position:?}: {compulsory} of {}", position.moves().len()),
    )?;
    law("the side to move is said in one way", position.to_move() == ToMove::One(position.side_to_move()), || {
        format!("{position:?}: {}", position.to_move())
    })
}

/// The laws of [`Simultaneous`]: the moves are all pairs of choices, in order; no choice is listed twice; their count is
/// the number listed; visiting stops when told; a finished position offers none.
///
/// # Errors
///
/// The first law that is broken.
pub fn of_simultaneous<G: Simultaneous>(position: &G) -> Check {
    for side in Side::BOTH {
        let choices = position.choices(side);
        let distinct = choices.iter().collect::<BTreeSet<_>>().len();
        law("no choice is listed twice", distinct == choices.len(), || format!("{position:?}: {choices:?}"))?;
        law("the count of choices is the number listed", position.count_choices(side) == choices.len() as u64, || {
            format!("{position:?}: {side}: {} counted, {} listed", position.count_choices(side), choices.len())
        })?;
        law(
            "a position is finished exactly when it offers no choices",
            position.outcome().is_some() == choices.is_empty(),
            || format!("{position:?}: {side}: {choices:?}"),
        )?;
        for (n, choice) in choices.iter().enumerate() {
            let stopped = stops_at(n, |visit| position.for_each_choice(side, visit));
            law("visiting choices stops when told", stopped.as_ref() == Some(choice), || {
                format!("{position:?}: {side}: at choice {n}")
            })?;
        }
    }
    let (white, black) = (position.choices(Side::White), position.choices(Side::Black));
    let pairs = white
        .iter()
        .flat_map(|white| black.iter().map(|black| Joint { white: white.clone(), black: black.clone() }))
        .collect::<Vec<_>>();
    law("both sides move", position.to_move() == ToMove::Both, || format!("{position:?}: {}", position.to_move()))?;
    law("the moves are the product of the choices", position.moves() == pairs, || format!("{position:?}"))
}

/// The laws of [`Notation`]: the text of a position is read back as it was; every legal move has a text (therefore of
/// its own) that is read back as that move, in every form; `start` is the start position; no text is refused; rules,
/// too, survive being written, with all their defaults, too; a diagram consists of whole lines.
///
/// # Errors
///
/// The first law that is broken.
pub fn of_notation<G: Notation>(position: &G) -> Check {
    let text = position.to_string();
    let rules = position.rules();
    let read = G::read_position(&text, &rules);
    let kept = match &read {
        Ok(read) => read.to_string() == text && same(read, position),
        Err(_) => false,
    };
    law("a position is read as it was written", kept, || format!("{text}: {read:?}"))?;
    let start = G::read_position("start", &rules);
    law("‘start’ is read as the start position", start.as_ref().ok() == Some(&G::start(&rules)), || {
        format!("{rules:?}: {start:?}")
    })?;
    law("no text is no position", G::read_position("", &rules).is_err(), || format!("{rules:?}"))?;
    let read_rules = rules.to_string().parse::<G::Rules>();
    law("rules are read as they were written", read_rules.as_ref() == Ok(&rules), || {
        format!("{rules}: {read_rules:?}")
    })?;
    let complete = format!("{rules:#}").parse::<G::Rules>();
    law("complete rules are read as they were written", complete.as_ref() == Ok(&rules), || {
        format!("{rules:#}: {complete:?}")
    })?;
    let mut diagram = String::new();
    let drawn = position.write_diagram(&mut diagram);
    law("a diagram consists of whole lines", drawn.is_ok() && diagram.ends_with('\n'), || {
        format!("{position}: {diagram:?}")
    })?;

    law("the long form comes first", G::FORMS.first() == Some(&Form::Long), || format!("{:?}", G::FORMS))?;
    law("no text is no move", position.read_move("").is_err(), || format!("{position}"))?;
    for mv in position.moves() {
        let text = position.move_text(&mv);
        law("a move has the number of words it should", text.split(' ').count() == G::MOVE_WORDS, || {
            format!("{position}: {text}")
        })?;
        for &form in G::FORMS {
            let mut text = String::new();
            let written = position.write_move_as(form, &mv, &mut text);
            law("a move can be written", written.is_ok(), || format!("{position}: {form:?}: {mv:?}"))?;
            let read = position.read_move_as(form, &text);
            law("a move is read as it was written", read.as_ref() == Ok(&mv), || {
                format!("{position}: {form:?}: {text}: {read:?}")
            })?;
            if form != Form::Numeric {
                let read = position.read_move(&text);
                law("a move is read in any form", read.as_ref() == Ok(&mv), || {
                    format!("{position}: {form:?}: {text}: {read:?}")
                })?;
            }
        }
    }
    Ok(())
}

/// The law of moves that have a text of their own, which `Display` writes: it is read where the move is legal.
///
/// # Errors
///
/// The law, if it is broken.
pub fn of_move_text<G: Notation<Move: Display>>(position: &G) -> Check {
    for mv in position.moves() {
        let text = mv.to_string();
        let read = position.read_move(&text);
        law("a move’s own text is read", read.as_ref() == Ok(&mv), || format!("{position}: {text}: {read:?}"))?;
    }
    Ok(())
}

/// The law of [`ChoiceNotation`]: every choice has a text (therefore of its own) that is read back as that choice.
///
/// # Errors
///
/// The first law that is broken.
pub fn of_choice_notation<G: ChoiceNotation>(position: &G) -> Check {
    for side in Side::BOTH {
        for choice in position.choices(side) {
            let text = position.choice_text(side, &choice);
            let read = position.read_choice(side, &text);
            law("a choice is read as it was written", read.as_ref() == Ok(&choice), || {
                format!("{position}: {text}: {read:?}")
            })?;
        }
    }
    Ok(())
}

/// The laws of [`EnterMove`]: the moves that can be entered square by square are the legal ones; each is found from its
/// start square, and its path enters it; an entry is complete when nothing can follow; it is read back as it was
/// written; the board on which nothing has been entered is the position.
///
/// # Errors
///
/// The first law that is broken.
pub fn of_entry<G: EnterMove>(position: &G) -> Check {
    let mut entered = [Vec::new(), Vec::new()];
    for side in Side::BOTH {
        let Ok(entry) = Entry::new(position, side) else { continue };
        let board = entry.board();
        law("nothing entered changes nothing", board == *position, || format!("{position}: {board}"))?;
        of_entries(&entry, &mut entered[side as usize])?;
        let (listed, entered) = (position.moves_of(side), &entered[side as usize]);
        let is_same = listed.iter().all(|mv| entered.contains(mv)) && entered.iter().all(|mv| listed.contains(mv));
        law("what a side can play is what it can enter", is_same, || format!("{position}: {listed:?}, {entered:?}"))?;
    }
    let [white, black] = &entered;
    let made: BTreeSet<G::Move> = match position.to_move() {
        ToMove::One(Side::White) => white.iter().filter_map(|mv| position.combine(Some(mv), None)).collect(),
        ToMove::One(Side::Black) => black.iter().filter_map(|mv| position.combine(None, Some(mv))).collect(),
        ToMove::Both => {
            let pairs = white.iter().flat_map(|white| black.iter().map(move |black| (white, black)));
            pairs.filter_map(|(white, black)| position.combine(Some(white), Some(black))).collect()
        }
    };
    // Several paths may lead to one move.
    let listed = position.moves().into_iter().collect();
    law("what can be entered is what is legal", made == listed, || format!("{position}: {made:?}, legal: {listed:?}"))
}

/// Checks an entry and all that can be entered from it on, and collects the moves.
fn of_entries<G: EnterMove>(entry: &Entry<G>, entered: &mut Vec<G::Entered>) -> Check {
    let (position, side) = (entry.position(), entry.side());
    let read = Entry::read(&entry.to_string(), &position.rules());
    law("an entry is read as it was written", read.as_ref() == Ok(entry), || format!("{entry}: {read:?}"))?;
    entered.extend(if entry.squares().is_empty() { position.entered_pass(side) } else { None });
    let choices: Vec<_> = entry.choices().into_iter().collect();
    let is_complete = choices.is_empty() && !entry.can_pass();
    law("an entry is complete when nothing can follow", entry.is_complete() == is_complete, || {
        format!("{entry}: {choices:?}")
    })?;
    if let Ok(mv) = entry.finish() {
        let path = position.path(side, &mv);
        let from = path.first().map(|&start| position.moves_from(side, start)).unwrap_or_default();
        law("a move is found from its start", from.contains(&mv), || format!("{entry}: {from:?}"))?;
        let mut again = Entry::new(position, side);
        for square in path {
            again = again.and_then(|mut again| again.choose(square).map(|()| again));
        }
        let again = again.and_then(|again| again.finish());
        law("a move’s path enters it", again.as_ref() == Ok(&mv), || format!("{entry}: {again:?}"))?;
        entered.push(mv);
    }
    for square in choices {
        let mut next = entry.clone();
        if next.choose(square).is_ok() {
            of_entries(&next, entered)?;
        }
    }
    Ok(())
}

/// The laws of [`Keyed`]: the key kept from move to move is the one reckoned from scratch; of the position and those
/// after each of its moves, equal ones have equal keys and different ones different keys.
///
/// # Errors
///
/// The first law that is broken.
pub fn of_key<G: Keyed>(position: &G) -> Check {
    let fits = |position: &G| position.key() == position.key_from_scratch();
    law("the key is the one from scratch", fits(position), || format!("{position:?}"))?;
    let mut family = Vec::from([position.clone()]);
    for mv in position.moves() {
        let after = position.after(&mv);
        law("a move keeps the key right", fits(&after), || format!("{position:?}: {mv:?}"))?;
        let found = position.key_after(position.key(), &mv, &after);
        law("the key after a move is found from the one before", found == after.key(), || {
            format!("{position:?}: {mv:?}")
        })?;
        let stranger = family.iter().find(|other| (**other == after) != (other.key() == after.key()));
        law("a key tells positions apart", stranger.is_none(), || format!("{after:?}, {stranger:?}"))?;
        family.push(after);
    }
    Ok(())
}

/// The laws of [`Symmetric`]: a symmetry commutes with play, turns the outcome as it should and keeps the rules.
///
/// # Errors
///
/// The first law that is broken.
pub fn of_symmetry<G: Symmetric>(position: &G) -> Check {
    for &symmetry in position.symmetries() {
        let image = position.transform(symmetry);
        law("a symmetry keeps the rules", image.rules() == position.rules(), || format!("{position:?}: {symmetry:?}"))?;
        let moves = position.moves();
        let mut mapped = moves.iter().map(|mv| position.transform_move(symmetry, mv)).collect::<Vec<_>>();
        for (mv, mapped) in moves.iter().zip(&mapped) {
            let way = position.after(mv).transform(symmetry);
            law("a symmetry commutes with play", image.is_legal(mapped) && same(&image.after(mapped), &way), || {
                format!("{position:?}: {symmetry:?}: {mv:?}, {mapped:?}")
            })?;
        }
        mapped.sort();
        let mut own = image.moves();
        own.sort();
        law("a symmetry maps all moves to all moves", own == mapped, || format!("{position:?}: {symmetry:?}"))?;
        let swap = G::swaps_sides(symmetry);
        let payoffs = |position: &G, side| position.outcome().map(|outcome| outcome.payoff(side));
        for side in Side::BOTH {
            let mapped_side = if swap { !side } else { side };
            law("a symmetry turns the outcome", payoffs(position, side) == payoffs(&image, mapped_side), || {
                format!("{position:?}: {symmetry:?}: {:?}, {:?}", position.outcome(), image.outcome())
            })?;
        }
    }
    Ok(())
}

/// The laws of [`History`] over one random game: the counters agree with a recount; an illegal move changes nothing, and
/// a finished game takes none; the game can be rebuilt from its moves; taking everything back restores every position,
/// counter and claim.
///
/// # Errors
///
/// The first law that is broken.
pub fn of_history<G: Game>(start: G, rng: &mut (impl Rng + ?Sized), max_plies: u32) -> Check {
    let mut history = History::new(start.clone());
    let mut stages = Vec::new();
    let mut plies_since_progress = 0;
    for _ in 0..max_plies {
        let Some(mv) = random_move(history.position(), rng) else { break };
        stages.push((format!("{:?}", history.position()), history.clone(), history.claims()));
        plies_since_progress = if history.position().is_irreversible(&mv) { 0 } else { plies_since_progress + 1 };
        let played = history.play(&mv);
        law("a legal move can be played in a game", played.is_ok(), || format!("{:?}: {mv:?}", history.position()))?;
        law("plies without progress are counted", history.plies_since_progress() == plies_since_progress, || {
            format!(
                "{:?}: {} counted, {plies_since_progress} played",
                history.position(),
                history.plies_since_progress()
            )
        })?;
        if !history.position().is_legal(&mv) {
            let before = history.clone();
            let refused = history.play(&mv);
            law("an illegal move changes nothing in a game", refused.is_err() && history == before, || {
                format!("{:?}: {mv:?}", before.position())
            })?;
        }
    }
    if let (Some(outcome), Some(last)) = (history.position().outcome(), history.moves().next_back()) {
        let over = history.clone().play(last) == Err(PlayError::Over) && history.claims().is_empty();
        law("a finished game takes no move and allows no claim", over, || {
            format!("{:?}: {outcome:?}", history.position())
        })?;
    }
    let rebuilt = History::from_moves(start, history.moves());
    law("a game is rebuilt from its moves", rebuilt.as_ref() == Ok(&history), || format!("{:?}", history.position()))?;
    while let Some((written, before, claims)) = stages.pop() {
        history.take_back();
        let shown = format!("{:?}", history.position());
        let restored = history == before && history.claims() == claims && shown == written;
        law("taking back restores everything", restored, || format!("{shown}: {written}"))?;
    }
    Ok(())
}

/// Returns whether a move is chosen as it is listed, from as many as are listed.
fn of_choosing<G: Game>(position: &G, moves: &[G::Move]) -> Check {
    for n in 0..=moves.len() {
        let mut count = None;
        let chosen = position.choose_move(|of| {
            count = Some(of);
            n as u64
        });
        law("a move is chosen among all", count.unwrap_or(0) == moves.len() as u64, || {
            format!("{position:?}: {count:?} of {}", moves.len())
        })?;
        law("the move chosen is the n-th listed", chosen.as_ref() == moves.get(n), || {
            format!("{position:?}: {n}: {chosen:?}")
        })?;
    }
    Ok(())
}

/// Breaks off a visit at the `n`-th item, counted from 0; the item, if the visit then ended, and ended with it.
fn stops_at<T>(n: usize, visit: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<T>) -> ControlFlow<T>) -> Option<T> {
    let mut visited = 0;
    let stopped = visit(&mut |item| {
        visited += 1;
        if visited == n + 1 { ControlFlow::Break(item) } else { ControlFlow::Continue(()) }
    });
    stopped.break_value().filter(|_| visited == n + 1)
}

/// Returns whether two positions, if they are equal, hash alike and are played alike.
fn alike<G: Game>(one: &G, other: &G) -> Check {
    if one != other {
        return Ok(());
    }
    law("equal positions have equal hashes", hash(one) == hash(other), || format!("{one:?}, {other:?}"))?;
    let played_alike = one.moves() == other.moves() && one.outcome() == other.outcome() && one.rules() == other.rules();
    law("equal positions are played alike", played_alike, || format!("{one:?}, {other:?}"))
}

fn law(law: &'static str, holds: bool, detail: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(Violation { law, detail: detail() }) }
}

/// Returns whether two values are equal, and look and hash alike.
fn same<T: Eq + Hash + Debug>(one: &T, other: &T) -> bool {
    one == other && hash(one) == hash(other) && format!("{one:?}") == format!("{other:?}")
}

fn hash(value: &impl Hash) -> u64 {
    #[derive(Clone, Copy)]
    struct Fnv(u64);

    impl Hasher for Fnv {
        fn finish(&self) -> u64 {
            self.0
        }

        fn write(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }

    impl BuildHasher for Fnv {
        type Hasher = Self;

        fn build_hasher(&self) -> Self {
            *self
        }
    }

    Fnv(0xcbf2_9ce4_8422_2325).hash_one(value)
}
