//! The kit of laws: honest games keep every law, and for every law there is a flaw that breaks it.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::{self, Debug, Display, Write};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::str::FromStr;

use crate::toys::{Card, Cards, Duel, Lane, LaneRules, Nim, rng};
use rand_core::Rng;
use tavlei_game::laws::{self, Check, Violation};
use tavlei_game::{
    ChoiceNotation, EnterMove, Form, Game, HistoryRules, IllegalMove, Joint, Keyed, MoveError, Notation, Outcome,
    RulesError, Sequential, Side, Simultaneous, Symmetric, ToMove,
};

// ---------------------------------------------------------------------------------------------------
// Honest games

#[test]
fn honest_games_keep_the_laws() {
    for seed in 0..40 {
        let short = LaneRules { repetition: Some(2), unchanged: Some(3), cap: Some(9) };
        for rules in [LaneRules::default(), short, LaneRules::NONE] {
            let start = Lane::start(&rules);
            laws::walk(start.clone(), &mut rng(seed), 60, |position, strangers| {
                laws::of_game(position, strangers)?;
                laws::of_sequential(position)?;
                laws::of_notation(position)?;
                laws::of_entry(position)?;
                laws::of_key(position)?;
                laws::of_symmetry(position)
            })
            .expect("Lane keeps the laws");
            laws::of_history(start.clone(), &mut rng(seed), 60).expect("Lane keeps the laws of histories");
            laws::of_equality(start, &mut rng(seed), 60).expect("Lane keeps the laws of equality");
        }

        laws::walk(Nim::default(), &mut rng(seed), 60, |position, strangers| {
            laws::of_game(position, strangers)?;
            laws::of_sequential(position)
        })
        .expect("Nim keeps the laws");
        laws::of_history(Nim::default(), &mut rng(seed), 60).expect("Nim keeps the laws of histories");
        laws::of_equality(Nim::default(), &mut rng(seed), 60).expect("Nim keeps the laws of equality");

        for cards in 1..=5 {
            let start = Duel::start(&Cards(cards));
            laws::walk(start.clone(), &mut rng(seed), 60, |position, strangers| {
                laws::of_game(position, strangers)?;
                laws::of_simultaneous(position)?;
                laws::of_notation(position)?;
                laws::of_choice_notation(position)?;
                laws::of_entry(position)?;
                laws::of_symmetry(position)
            })
            .expect("Duel keeps the laws");
            laws::of_history(start.clone(), &mut rng(seed), 60).expect("Duel keeps the laws of histories");
            laws::of_equality(start, &mut rng(seed), 60).expect("Duel keeps the laws of equality");
        }
    }
}

#[test]
fn a_game_in_which_nothing_goes_wrong_but_being_wrapped_keeps_the_laws() {
    for &(kit, ..) in FLAWS {
        for seed in 0..20 {
            kit(seed).expect("there is no flaw");
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// Flawed games

#[test]
fn every_flaw_breaks_its_law() {
    for &(kit, flaw, law) in FLAWS {
        FLAW.set(Some(flaw));
        let broken = (0..50).find_map(|seed| {
            CALLS.set(0);
            kit(seed).err()
        });
        FLAW.set(None);
        assert_eq!(broken.as_ref().map(|violation| violation.law), Some(law), "{flaw:?}: {broken:?}");
        let violation = broken.expect("a violation");
        assert!(!violation.detail.is_empty(), "{flaw:?}");
        assert_eq!(violation.to_string(), format!("{law}: {}", violation.detail));
    }
    let short_first = laws::of_notation(&Flawed::<Lane, false>::default());
    assert_eq!(short_first.map_err(|violation| violation.law), Err(SHORT_FIRST));
}

/// A law that cannot be broken checks nothing.
#[test]
fn every_law_can_be_broken() {
    let source = include_str!("../../src/laws.rs");
    let names = |(at, _): (usize, &str)| source[at..].trim_start_matches("law(").trim_start().strip_prefix('"');
    let laws: BTreeSet<&str> =
        source.match_indices("law(").filter_map(names).filter_map(|rest| rest.split('"').next()).collect();
    let broken: BTreeSet<&str> = FLAWS.iter().map(|&(_, _, law)| law).chain([SHORT_FIRST]).collect();
    assert_eq!(broken, laws);
    assert!(laws.len() > 40, "{laws:?}");
}

/// A part of the kit, run over one game drawn with the seed.
type Kit = fn(u64) -> Check;

/// Every flaw, the part of the kit that must find it, and the law that it must name.
const FLAWS: &[(Kit, Flaw, &str)] = &[
    (game, Flaw::NeverEqual, "a copy is equal"),
    (game, Flaw::StartsByItsOwnRules, "a game begins under the rules asked for"),
    (game, Flaw::DefaultIsElsewhere, "the default is the start position"),
    (game, Flaw::ListsTwice, "no move is listed twice"),
    (game, Flaw::CountsOneMore, "the count is the number listed"),
    (game, Flaw::NeverOver, "a position is finished exactly when it has no moves"),
    (game, Flaw::OverFromTheStart, "a position is finished exactly when it has no moves"),
    (game, Flaw::GoesOnWhenStopped, "visiting stops when told"),
    (game, Flaw::ForgetsWhatItStoppedAt, "visiting stops when told"),
    (game, Flaw::CountsBackwards, "the n-th move is the n-th listed"),
    (game, Flaw::HasOneMoreAtTheEnd, "there is no move behind the last"),
    (game, Flaw::ChoosesAmongOneMore, "a move is chosen among all"),
    (game, Flaw::ChoosesBackwards, "the move chosen is the n-th listed"),
    (game, Flaw::ForbidsTheLast, "a listed move is legal"),
    (game, Flaw::RefusesTheLast, "a listed move can be played"),
    (game, Flaw::PlaysNothing, "both doors lead to the same position"),
    (game, Flaw::PlaysToAnotherHash, "both doors lead to the same position"),
    (game, Flaw::PlaysToAnotherLook, "both doors lead to the same position"),
    (game, Flaw::ChangesTheRules, "the rules stay what they are"),
    (game, Flaw::MiscountsNoPly, "sequences are counted as they are played"),
    (game, Flaw::MiscountsOnePly, "sequences are counted as they are played"),
    (game, Flaw::MiscountsTwoPlies, "sequences are counted as they are played"),
    (game, Flaw::AllowsAnything, "a move that is not listed is not legal"),
    (game, Flaw::PlaysWhatItRefuses, "a refused move changes nothing"),
    (game, Flaw::RefusesNothing, "a refused move changes nothing"),
    (equality, Flaw::HashesThePast, "equal positions have equal hashes"),
    (equality, Flaw::ListsByThePast, "equal positions are played alike"),
    (equality, Flaw::EndsByThePast, "equal positions are played alike"),
    (equality, Flaw::RulesByThePast, "equal positions are played alike"),
    (sequential, Flaw::AlwaysWhite, "the sides take turns"),
    (sequential, Flaw::TheLastIsCompulsory, "captures are compulsory for all moves or for none"),
    (sequential, Flaw::BothMove, "the side to move is said in one way"),
    (simultaneous, Flaw::WhiteMovesAlone, "both sides move"),
    (simultaneous, Flaw::OffersTwice, "no choice is listed twice"),
    (simultaneous, Flaw::CountsOneMore, "the count of choices is the number listed"),
    (simultaneous, Flaw::OffersWhenOver, "a position is finished exactly when it offers no choices"),
    (simultaneous, Flaw::OverFromTheStart, "a position is finished exactly when it offers no choices"),
    (simultaneous, Flaw::GoesOnWhenStopped, "visiting choices stops when told"),
    (simultaneous, Flaw::ListsBackwards, "the moves are the product of the choices"),
    (notation, Flaw::WritesTheStart, "a position is read as it was written"),
    (notation, Flaw::ReadsNoPosition, "a position is read as it was written"),
    (notation, Flaw::KnowsNoStart, "‘start’ is read as the start position"),
    (notation, Flaw::ReadsNothingAsStart, "no text is no position"),
    (notation, Flaw::WritesNoRules, "rules are read as they were written"),
    (notation, Flaw::WritesNoCompleteRules, "complete rules are read as they were written"),
    (notation, Flaw::DrawsHalfALine, "a diagram consists of whole lines"),
    (notation, Flaw::FailsToDraw, "a diagram consists of whole lines"),
    (notation, Flaw::ReadsNothingAsMove, "no text is no move"),
    (notation, Flaw::WritesOneWordMore, "a move has the number of words it should"),
    (notation, Flaw::FailsToWrite, "a move can be written"),
    (notation, Flaw::ReadsTheFirst, "a move is read as it was written"),
    (notation, Flaw::ReadsOnlyLong, "a move is read in any form"),
    (move_text, Flaw::ReadsTheFirst, "a move’s own text is read"),
    (choice_notation, Flaw::ReadsTheFirst, "a choice is read as it was written"),
    (entry, Flaw::BoardIsAhead, "nothing entered changes nothing"),
    (entry, Flaw::WritesTheStart, "an entry is read as it was written"),
    (entry, Flaw::EndsTooSoon, "an entry is complete when nothing can follow"),
    (entry, Flaw::FindsNothing, "a move is found from its start"),
    (entry, Flaw::ListsNoPlay, "what a side can play is what it can enter"),
    (entry, Flaw::PathIsShort, "a move’s path enters it"),
    (entry, Flaw::ListsOneLess, "what can be entered is what is legal"),
    (entry_of_both, Flaw::ListsOneLess, "what can be entered is what is legal"),
    (key, Flaw::KeyIsWrong, "the key is the one from scratch"),
    (key, Flaw::KeyIsStale, "a move keeps the key right"),
    (key, Flaw::KeyAfterIsStale, "the key after a move is found from the one before"),
    (key, Flaw::KeyIsConstant, "a key tells positions apart"),
    (symmetry, Flaw::ImageChangesTheRules, "a symmetry keeps the rules"),
    (symmetry, Flaw::ImageIsTheSame, "a symmetry commutes with play"),
    (symmetry, Flaw::ImageForbids, "a symmetry commutes with play"),
    (symmetry, Flaw::ImageListsMore, "a symmetry maps all moves to all moves"),
    (symmetry, Flaw::ImageKeepsTheWinner, "a symmetry turns the outcome"),
    (history, Flaw::OverFromTheStart, "a legal move can be played in a game"),
    (history, Flaw::ProgressIsFickle, "plies without progress are counted"),
    (history, Flaw::LegalityIsFickle, "an illegal move changes nothing in a game"),
    (history, Flaw::NeverEqual, "an illegal move changes nothing in a game"),
    (history, Flaw::EndIsFickle, "a finished game takes no move and allows no claim"),
    (history, Flaw::PlayIsFickle, "a game is rebuilt from its moves"),
    (history, Flaw::CopiesShare, "taking back restores everything"),
];

const SHORT_FIRST: &str = "the long form comes first";

fn lane() -> Flawed<Lane> {
    Flawed::wrap(Lane::start(&LaneRules { repetition: Some(2), unchanged: Some(1), cap: Some(5) }), Rc::default())
}

fn duel() -> Flawed<Duel> {
    Flawed::wrap(Duel::start(&Cards(3)), Rc::default())
}

fn game(seed: u64) -> Check {
    laws::walk(lane(), &mut rng(seed), 40, laws::of_game)
}

fn equality(seed: u64) -> Check {
    laws::of_equality(lane(), &mut rng(seed), 40)
}

fn sequential(seed: u64) -> Check {
    laws::walk(lane(), &mut rng(seed), 40, |position, _| laws::of_sequential(position))
}

fn simultaneous(seed: u64) -> Check {
    laws::walk(duel(), &mut rng(seed), 40, |position, _| laws::of_simultaneous(position))
}

fn notation(seed: u64) -> Check {
    laws::walk(lane(), &mut rng(seed), 40, |position, _| laws::of_notation(position))
}

fn move_text(seed: u64) -> Check {
    laws::walk(lane(), &mut rng(seed), 40, |position, _| laws::of_move_text(position))
}

fn choice_notation(seed: u64) -> Check {
    laws::walk(duel(), &mut rng(seed), 40, |position, _| laws::of_choice_notation(position))
}

fn entry(seed: u64) -> Check {
    laws::walk(lane(), &mut rng(seed), 40, |position, _| laws::of_entry(position))
}

fn entry_of_both(seed: u64) -> Check {
    laws::walk(duel(), &mut rng(seed), 40, |position, _| laws::of_entry(position))
}

fn key(seed: u64) -> Check {
    laws::walk(lane(), &mut rng(seed), 40, |position, _| laws::of_key(position))
}

fn symmetry(seed: u64) -> Check {
    laws::walk(lane(), &mut rng(seed), 40, |position, _| laws::of_symmetry(position))
}

fn history(seed: u64) -> Check {
    laws::of_history(lane(), &mut rng(seed), 40)
}

/// What is wrong with a [`Flawed`] game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flaw {
    AllowsAnything,
    AlwaysWhite,
    BoardIsAhead,
    BothMove,
    ChangesTheRules,
    ChoosesAmongOneMore,
    ChoosesBackwards,
    CopiesShare,
    CountsBackwards,
    CountsOneMore,
    DefaultIsElsewhere,
    DrawsHalfALine,
    EndIsFickle,
    EndsByThePast,
    EndsTooSoon,
    FailsToDraw,
    FailsToWrite,
    FindsNothing,
    ForbidsTheLast,
    ForgetsWhatItStoppedAt,
    GoesOnWhenStopped,
    HasOneMoreAtTheEnd,
    HashesThePast,
    ImageChangesTheRules,
    ImageForbids,
    ImageIsTheSame,
    ImageKeepsTheWinner,
    ImageListsMore,
    KeyIsConstant,
    KeyIsStale,
    KeyAfterIsStale,
    KeyIsWrong,
    KnowsNoStart,
    LegalityIsFickle,
    ListsBackwards,
    ListsByThePast,
    ListsNoPlay,
    ListsOneLess,
    ListsTwice,
    MiscountsNoPly,
    MiscountsOnePly,
    MiscountsTwoPlies,
    NeverEqual,
    NeverOver,
    OffersTwice,
    OffersWhenOver,
    OverFromTheStart,
    PathIsShort,
    PlayIsFickle,
    PlaysNothing,
    PlaysToAnotherHash,
    PlaysToAnotherLook,
    PlaysWhatItRefuses,
    ProgressIsFickle,
    ReadsNoPosition,
    ReadsNothingAsMove,
    ReadsNothingAsStart,
    ReadsOnlyLong,
    ReadsTheFirst,
    RefusesNothing,
    RefusesTheLast,
    RulesByThePast,
    StartsByItsOwnRules,
    TheLastIsCompulsory,
    WhiteMovesAlone,
    WritesNoCompleteRules,
    WritesNoRules,
    WritesOneWordMore,
    WritesTheStart,
}

thread_local! {
    /// The flaw that all games of this thread have now.
    static FLAW: Cell<Option<Flaw>> = const { Cell::new(None) };
    /// How often something fickle has been asked.
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

fn has(flaw: Flaw) -> bool {
    FLAW.get() == Some(flaw)
}

/// Returns whether the game has the flaw, and this is a time that it shows: once in so many questions.
fn is_fickle(flaw: Flaw, every: u32) -> bool {
    has(flaw) && {
        CALLS.set(CALLS.get() + 1);
        CALLS.get().is_multiple_of(every)
    }
}

/// A game with at most one flaw.
#[derive(Clone)]
struct Flawed<G, const LONG_FIRST: bool = true> {
    game: G,
    /// Something of how the position was reached, which is nobody's business.
    past: u64,
    /// Something that all copies have in common.
    shared: Rc<Cell<u64>>,
    /// Whether the position is the image of another one.
    is_image: bool,
}

impl<G: Game, const LONG_FIRST: bool> Flawed<G, LONG_FIRST> {
    const fn wrap(game: G, shared: Rc<Cell<u64>>) -> Self {
        Self { game, past: 0, shared, is_image: false }
    }

    fn with_game(&self, game: G) -> Self {
        Self { game, ..self.clone() }
    }

    fn is_last(&self, mv: &G::Move) -> bool {
        self.game.moves().last() == Some(mv)
    }
}

impl<G: Debug, const LONG_FIRST: bool> Debug for Flawed<G, LONG_FIRST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.game, self.shared.get())?;
        if has(Flaw::PlaysToAnotherLook) { write!(f, " {}", self.past) } else { Ok(()) }
    }
}

impl<G: Eq, const LONG_FIRST: bool> PartialEq for Flawed<G, LONG_FIRST> {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game && !has(Flaw::NeverEqual)
    }
}

impl<G: Eq, const LONG_FIRST: bool> Eq for Flawed<G, LONG_FIRST> {}

impl<G: Hash, const LONG_FIRST: bool> Hash for Flawed<G, LONG_FIRST> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
        if has(Flaw::HashesThePast) || has(Flaw::PlaysToAnotherHash) {
            self.past.hash(state);
        }
    }
}

impl<G: Game, const LONG_FIRST: bool> Default for Flawed<G, LONG_FIRST> {
    fn default() -> Self {
        let start = Self::wrap(G::default(), Rc::default());
        match start.game.nth_move(0) {
            Some(mv) if has(Flaw::DefaultIsElsewhere) => start.after(&mv),
            _ => start,
        }
    }
}

/// The rules of a game with at most one flaw.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Ruled<R>(R);

impl<G: Game, const LONG_FIRST: bool> Game for Flawed<G, LONG_FIRST> {
    type Move = G::Move;
    type Reason = &'static str;
    type Rules = Ruled<G::Rules>;

    fn start(rules: &Self::Rules) -> Self {
        let rules = if has(Flaw::StartsByItsOwnRules) { &G::Rules::default() } else { &rules.0 };
        Self::wrap(G::start(rules), Rc::default())
    }

    fn rules(&self) -> Self::Rules {
        let changed = has(Flaw::ChangesTheRules) && self.past != 0
            || has(Flaw::RulesByThePast) && self.past % 2 == 1
            || has(Flaw::ImageChangesTheRules) && self.is_image;
        if changed { Self::Rules::default() } else { Ruled(self.game.rules()) }
    }

    fn to_move(&self) -> ToMove {
        match self.game.to_move() {
            _ if has(Flaw::BothMove) => ToMove::Both,
            _ if has(Flaw::WhiteMovesAlone) => ToMove::One(Side::White),
            to_move => to_move,
        }
    }

    fn outcome(&self) -> Option<Outcome<&'static str>> {
        if has(Flaw::OverFromTheStart) || has(Flaw::EndsByThePast) && self.past % 2 == 1 {
            return Some(Outcome::draw("over too soon"));
        }
        let outcome = self.game.outcome()?.map_reason(|_| "over");
        match outcome.winner() {
            _ if has(Flaw::NeverOver) || is_fickle(Flaw::EndIsFickle, 3) => None,
            Some(winner) if has(Flaw::ImageKeepsTheWinner) && self.is_image => {
                Some(Outcome::win(!winner, outcome.points(), "over"))
            }
            _ => Some(outcome),
        }
    }

    fn for_each_move<B>(&self, visit: impl FnMut(G::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut moves = self.game.moves();
        if has(Flaw::ListsTwice) || has(Flaw::ImageListsMore) && self.is_image {
            moves.extend(moves.first().cloned());
        }
        if has(Flaw::ListsOneLess) {
            moves.pop();
        }
        if has(Flaw::ListsBackwards) || has(Flaw::ListsByThePast) && self.past % 2 == 1 {
            moves.reverse();
        }
        for_each(moves, visit)
    }

    fn play_unchecked(&mut self, mv: &G::Move) {
        if is_fickle(Flaw::PlayIsFickle, 2) {
            return;
        }
        self.game.play_unchecked(mv);
        self.past = BuildHasherDefault::<DefaultHasher>::default().hash_one((self.past, mv));
        if has(Flaw::CopiesShare) {
            self.shared.set(self.shared.get() + 1);
        }
    }

    fn is_legal(&self, mv: &G::Move) -> bool {
        if has(Flaw::AllowsAnything) {
            return true;
        }
        if has(Flaw::LegalityIsFickle) {
            return !is_fickle(Flaw::LegalityIsFickle, 2);
        }
        let forbidden = has(Flaw::ForbidsTheLast) && self.is_last(mv) || has(Flaw::ImageForbids) && self.is_image;
        self.game.is_legal(mv) && !forbidden
    }

    fn play(&mut self, mv: &G::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            if has(Flaw::PlaysWhatItRefuses) {
                self.play_unchecked(mv);
            }
            return if has(Flaw::RefusesNothing) { Ok(()) } else { Err(IllegalMove) };
        }
        if has(Flaw::RefusesTheLast) && self.is_last(mv) {
            return Err(IllegalMove);
        }
        if !has(Flaw::PlaysNothing) {
            self.play_unchecked(mv);
        }
        if has(Flaw::PlaysToAnotherHash) || has(Flaw::PlaysToAnotherLook) {
            self.past ^= 1;
        }
        Ok(())
    }

    fn count_moves(&self) -> u64 {
        self.game.count_moves() + u64::from(has(Flaw::CountsOneMore))
    }

    fn nth_move(&self, n: u64) -> Option<G::Move> {
        let count = self.game.count_moves();
        if has(Flaw::CountsBackwards) {
            return self.game.nth_move((count.checked_sub(1)?).checked_sub(n)?);
        }
        let beyond = has(Flaw::HasOneMoreAtTheEnd) && n == count;
        self.game.nth_move(if beyond { n.saturating_sub(1) } else { n })
    }

    fn choose_move(&self, pick: impl FnOnce(u64) -> u64) -> Option<G::Move> {
        self.game.choose_move(|count| {
            let n = pick(count + u64::from(has(Flaw::ChoosesAmongOneMore)));
            if has(Flaw::ChoosesBackwards) { count.saturating_sub(1).saturating_sub(n) } else { n }
        })
    }

    fn count_sequences(&self, plies: u32) -> u128 {
        let miscounted = [Flaw::MiscountsNoPly, Flaw::MiscountsOnePly, Flaw::MiscountsTwoPlies];
        let count = self.game.count_sequences(plies);
        if miscounted.get(plies as usize).is_some_and(|&flaw| has(flaw)) { count + 1 } else { count }
    }

    fn history_rules(&self) -> HistoryRules {
        self.game.history_rules()
    }

    fn is_irreversible(&self, mv: &G::Move) -> bool {
        self.game.is_irreversible(mv) != is_fickle(Flaw::ProgressIsFickle, 2)
    }
}

/// Visits the items one by one, unless the flaw says otherwise.
fn for_each<T, B>(items: Vec<T>, mut visit: impl FnMut(T) -> ControlFlow<B>) -> ControlFlow<B> {
    let mut answer = ControlFlow::Continue(());
    for item in items {
        let flow = visit(item);
        if flow.is_break() && has(Flaw::ForgetsWhatItStoppedAt) {
            return ControlFlow::Continue(());
        }
        if flow.is_break() && !has(Flaw::GoesOnWhenStopped) {
            return flow;
        }
        if flow.is_break() && answer.is_continue() {
            answer = flow;
        }
    }
    answer
}

impl<G: Sequential, const LONG_FIRST: bool> Sequential for Flawed<G, LONG_FIRST> {
    fn side_to_move(&self) -> Side {
        if has(Flaw::AlwaysWhite) { Side::White } else { self.game.side_to_move() }
    }

    fn is_compulsory_capture(&self, mv: &G::Move) -> bool {
        has(Flaw::TheLastIsCompulsory) && self.is_last(mv)
    }
}

impl<G: Simultaneous, const LONG_FIRST: bool> Simultaneous for Flawed<G, LONG_FIRST>
where
    Self: Game<Move = Joint<G::Choice>>,
{
    type Choice = G::Choice;

    fn for_each_choice<B>(&self, side: Side, visit: impl FnMut(G::Choice) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut choices = self.game.choices(side);
        if has(Flaw::OffersTwice) {
            choices.extend(choices.first().cloned());
        }
        if has(Flaw::OffersWhenOver) && choices.is_empty() {
            choices = G::default().choices(side);
        }
        for_each(choices, visit)
    }

    fn count_choices(&self, side: Side) -> u64 {
        self.choices(side).len() as u64 + u64::from(has(Flaw::CountsOneMore))
    }
}

impl<G: Keyed, const LONG_FIRST: bool> Keyed for Flawed<G, LONG_FIRST> {
    fn key(&self) -> u64 {
        let wrong = has(Flaw::KeyIsWrong) || has(Flaw::KeyIsStale) && self.past != 0;
        self.key_from_scratch() ^ u64::from(wrong)
    }

    fn key_from_scratch(&self) -> u64 {
        if has(Flaw::KeyIsConstant) { 0 } else { self.game.key_from_scratch() }
    }

    fn key_after(&self, key: u64, _: &G::Move, after: &Self) -> u64 {
        if has(Flaw::KeyAfterIsStale) { key } else { after.key() }
    }
}

impl<G: Symmetric, const LONG_FIRST: bool> Symmetric for Flawed<G, LONG_FIRST> {
    type Symmetry = G::Symmetry;

    fn symmetries(&self) -> &'static [G::Symmetry] {
        self.game.symmetries()
    }

    fn swaps_sides(symmetry: G::Symmetry) -> bool {
        G::swaps_sides(symmetry)
    }

    fn transform(&self, symmetry: G::Symmetry) -> Self {
        let game = if has(Flaw::ImageIsTheSame) { self.game.clone() } else { self.game.transform(symmetry) };
        Self { is_image: true, ..self.with_game(game) }
    }

    fn transform_move(&self, symmetry: G::Symmetry, mv: &G::Move) -> G::Move {
        self.game.transform_move(symmetry, mv)
    }
}

impl<G: Notation, const LONG_FIRST: bool> Display for Flawed<G, LONG_FIRST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if has(Flaw::WritesTheStart) { Display::fmt(&G::default(), f) } else { Display::fmt(&self.game, f) }
    }
}

impl<R: Display> Display for Ruled<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match has(Flaw::WritesNoRules) || f.alternate() && has(Flaw::WritesNoCompleteRules) {
            true => Ok(()),
            false => self.0.fmt(f),
        }
    }
}

impl<R: FromStr<Err = RulesError>> FromStr for Ruled<R> {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        text.parse().map(Self)
    }
}

impl<G: Notation, const LONG_FIRST: bool> Notation for Flawed<G, LONG_FIRST> {
    const NAME: &'static str = G::NAME;
    const FORMS: &'static [Form] = if LONG_FIRST { G::FORMS } else { &[Form::Short, Form::Long] };
    const MOVE_WORDS: usize = G::MOVE_WORDS;

    type PositionError = G::PositionError;

    fn read_position(text: &str, rules: &Self::Rules) -> Result<Self, G::PositionError> {
        let text = match text {
            "start" if has(Flaw::KnowsNoStart) => "?",
            "" if has(Flaw::ReadsNothingAsStart) => "start",
            _ if has(Flaw::ReadsNoPosition) => "?",
            _ => text,
        };
        G::read_position(text, &rules.0).map(|game| Self::wrap(game, Rc::default()))
    }

    fn write_move(&self, mv: &G::Move, out: &mut dyn Write) -> fmt::Result {
        self.write_move_as(Form::Long, mv, out)
    }

    fn write_move_as(&self, form: Form, mv: &G::Move, out: &mut dyn Write) -> fmt::Result {
        self.game.write_move_as(form, mv, out)?;
        if has(Flaw::WritesOneWordMore) {
            out.write_str(" again")?;
        }
        if has(Flaw::FailsToWrite) { Err(fmt::Error) } else { Ok(()) }
    }

    fn read_move(&self, text: &str) -> Result<G::Move, MoveError> {
        let is_long = || self.game.moves().iter().any(|mv| self.game.move_text(mv) == text);
        match self.game.nth_move(0) {
            Some(first) if has(if text.is_empty() { Flaw::ReadsNothingAsMove } else { Flaw::ReadsTheFirst }) => {
                Ok(first)
            }
            _ if has(Flaw::ReadsOnlyLong) && !is_long() => self.game.read_move("?"),
            _ => self.game.read_move(text),
        }
    }

    fn read_move_as(&self, form: Form, text: &str) -> Result<G::Move, MoveError> {
        if has(Flaw::ReadsTheFirst) { self.read_move(text) } else { self.game.read_move_as(form, text) }
    }

    fn write_diagram(&self, out: &mut dyn Write) -> fmt::Result {
        if has(Flaw::DrawsHalfALine) {
            return out.write_str("half a li");
        }
        self.game.write_diagram(out)?;
        if has(Flaw::FailsToDraw) { Err(fmt::Error) } else { Ok(()) }
    }
}

impl<G: ChoiceNotation, const LONG_FIRST: bool> ChoiceNotation for Flawed<G, LONG_FIRST> {
    fn write_choice(&self, side: Side, choice: &G::Choice, out: &mut dyn Write) -> fmt::Result {
        self.game.write_choice(side, choice, out)
    }

    fn read_choice(&self, side: Side, text: &str) -> Result<G::Choice, MoveError> {
        match self.game.choices(side).into_iter().next() {
            Some(first) if has(Flaw::ReadsTheFirst) => Ok(first),
            _ => self.game.read_choice(side, text),
        }
    }
}

impl<G: EnterMove, const LONG_FIRST: bool> EnterMove for Flawed<G, LONG_FIRST> {
    type Square = G::Square;
    type Squares = G::Squares;
    type Entered = G::Entered;

    fn next_squares(&self, side: Side, squares: &[G::Square]) -> G::Squares {
        self.game.next_squares(side, squares)
    }

    fn diagnose(&self, side: Side, squares: &[G::Square], square: G::Square) -> Cow<'static, str> {
        self.game.diagnose(side, squares, square)
    }

    fn diagnose_incomplete(&self, side: Side, squares: &[G::Square]) -> Cow<'static, str> {
        self.game.diagnose_incomplete(side, squares)
    }

    fn entered(&self, side: Side, squares: &[G::Square]) -> Option<G::Entered> {
        let first = || self.game.moves_from(side, *squares.first()?).into_iter().next();
        self.game.entered(side, squares).or_else(|| if has(Flaw::EndsTooSoon) { first() } else { None })
    }

    fn captured_on(&self, side: Side, squares: &[G::Square]) -> G::Squares {
        self.game.captured_on(side, squares)
    }

    fn board_during(&self, side: Side, squares: &[G::Square]) -> Self {
        let mut board = self.with_game(self.game.board_during(side, squares));
        if has(Flaw::BoardIsAhead)
            && let Some(mv) = board.nth_move(0)
        {
            board.play_unchecked(&mv);
        }
        board
    }

    fn combine(&self, white: Option<&G::Entered>, black: Option<&G::Entered>) -> Option<G::Move> {
        self.game.combine(white, black)
    }

    fn path(&self, side: Side, entered: &G::Entered) -> Vec<G::Square> {
        let mut path = self.game.path(side, entered);
        if has(Flaw::PathIsShort) {
            path.pop();
        }
        path
    }

    fn moves_of(&self, side: Side) -> Vec<G::Entered> {
        if has(Flaw::ListsNoPlay) { Vec::new() } else { self.game.moves_of(side) }
    }

    fn entered_text(&self, side: Side, entered: &G::Entered) -> String {
        self.game.entered_text(side, entered)
    }

    fn moves_from(&self, side: Side, square: G::Square) -> Vec<G::Entered> {
        if has(Flaw::FindsNothing) { Vec::new() } else { self.game.moves_from(side, square) }
    }
}

// ---------------------------------------------------------------------------------------------------
// The walk

#[test]
fn a_walk_checks_every_position_from_the_start_to_the_end() {
    for seed in 0..20 {
        let mut walked = Vec::new();
        let walk = laws::walk(Nim::default(), &mut rng(seed), 100, |position, _| {
            walked.push(position.clone());
            Ok(())
        });
        assert_eq!(walk, Ok(()));
        assert_eq!(walked.first(), Some(&Nim::default()));
        assert!(walked.last().is_some_and(|last| last.outcome().is_some()));
        for pair in walked.windows(2) {
            assert!(pair[0].moves().iter().any(|mv| pair[0].after(mv) == pair[1]), "{pair:?}");
        }
    }
}

#[test]
fn a_walk_ends_where_it_was_told_to() {
    for max_plies in 0..20 {
        let mut checks = 0;
        let walk = laws::walk(Lane::start(&LaneRules::NONE), &mut rng(1), max_plies, |_, _| {
            checks += 1;
            Ok(())
        });
        assert_eq!((walk, checks), (Ok(()), max_plies + 1));
    }
}

#[test]
fn a_walk_hands_on_moves_of_earlier_positions() {
    let (mut earlier, mut most) = (BTreeSet::new(), 0);
    let walk = laws::walk(Duel::start(&Cards(9)), &mut rng(2), 100, |position, strangers| {
        assert!(strangers.iter().all(|mv| earlier.contains(mv)), "{strangers:?}");
        assert_eq!(strangers.is_empty(), earlier.is_empty());
        earlier.extend(position.moves());
        most = most.max(strangers.len());
        Ok(())
    });
    assert_eq!((walk, most), (Ok(()), 40));

    let few = laws::walk(Nim::new(&[2, 1]), &mut rng(2), 1, |position, strangers| {
        if *position != Nim::new(&[2, 1]) {
            assert_eq!(strangers, Nim::new(&[2, 1]).moves());
        }
        Ok(())
    });
    assert_eq!(few, Ok(()));
}

#[test]
fn a_walk_stops_at_the_first_violation() {
    for broken_at in 0..5 {
        let mut checks = 0;
        let violation = Violation { law: "a walk can be stopped", detail: "as asked".into() };
        let walk = laws::walk(Lane::start(&LaneRules::NONE), &mut rng(1), 20, |_, _| {
            checks += 1;
            if checks > broken_at { Err(violation.clone()) } else { Ok(()) }
        });
        assert_eq!((walk, checks), (Err(violation.clone()), broken_at + 1));
    }
}

#[test]
fn the_same_seed_walks_the_same_way() {
    let walk = |seed| {
        let mut walked = Vec::new();
        let mut rng = rng(seed);
        let walk = laws::walk(Duel::start(&Cards(9)), &mut rng, 100, |position, strangers| {
            walked.push((position.clone(), strangers.to_vec()));
            Ok(())
        });
        (walk, walked, rng.next_u64())
    };
    assert_eq!(walk(3), walk(3));
    assert_ne!(walk(3).1, walk(4).1);
}

#[test]
fn a_card_is_no_stranger_to_its_holder() {
    let both = Joint { white: Card(1), black: Card(2) };
    assert_eq!(laws::of_game(&Duel::default(), &[both]), Ok(()));
}
