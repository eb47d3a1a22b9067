//! A game on the screen: what has been played and entered, and who has to do something.

use std::time::Duration;

use tavlei::game::{Entry, Form, History, Side, Termination, ToMove};
use tavlei::record::Record;

use super::super::args::People;
use super::super::begin::read_entered;
use super::clocks::Clocks;
use super::seal::{Sealed, Sealer, Sealing};
use crate::game::Playable;

/// The one who has to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The person who plays this side enters a move.
    Enter(Side),
    /// The bot that plays this side thinks.
    Think(Side),
    /// The person who plays this side takes the keyboard, and the other looks away.
    HandOver(Side),
    /// Nobody: the game is over.
    Over,
}

/// The choice of a side while the other still chooses.
#[derive(Debug)]
enum Chosen<G: Playable> {
    Open(G::Entered),
    Hidden(Box<dyn Sealed<G>>),
}

/// A game on the screen.
#[derive(Debug)]
pub(super) struct Game<G: Playable> {
    history: History<G>,
    pub(super) people: People,
    /// The names of the players.
    pub(super) names: [String; 2],
    sealer: Option<Box<dyn Sealer<G>>>,
    pub(super) clocks: Option<Clocks>,
    /// The move that a person is entering.
    entry: Option<Entry<G>>,
    chosen: [Option<Chosen<G>>; 2],
    /// The person who has the keyboard, while the other must not look.
    keyboard: Option<Side>,
    /// The result of the last turn, if choices were hidden.
    reveal: String,
    /// Whether the bots have changed colours.
    is_swapped: bool,
}

impl<G: Playable> Game<G> {
    pub(super) fn new(
        history: History<G>,
        people: People,
        names: [String; 2],
        sealer: Option<Box<dyn Sealer<G>>>,
        clocks: Option<Clocks>,
    ) -> Self {
        let (chosen, reveal) = ([None, None], String::new());
        Self { history, people, names, sealer, clocks, entry: None, chosen, keyboard: None, reveal, is_swapped: false }
    }

    pub(super) const fn history(&self) -> &History<G> {
        &self.history
    }

    pub(super) const fn entry(&self) -> Option<&Entry<G>> {
        self.entry.as_ref()
    }

    /// The result of the last turn, if choices were hidden.
    pub(super) fn reveal(&self) -> &str {
        &self.reveal
    }

    /// Returns whether both people choose at this keyboard, without seeing the other choice.
    fn is_hidden(&self) -> bool {
        self.history.position().to_move() == ToMove::Both && Side::BOTH.into_iter().all(|side| self.people.plays(side))
    }

    /// The sides that are to move, in the order in which they choose: bots cannot know the choice of a person.
    fn order(&self) -> Vec<Side> {
        let position = self.history.position();
        let first = match (position.to_move(), &self.sealer) {
            (ToMove::One(side), _) => return vec![side],
            (ToMove::Both, Some(sealer)) => sealer.first(position),
            (ToMove::Both, None) => Side::White,
        };
        let mut order = vec![first, first.opponent()];
        order.sort_by_key(|&side| self.people.plays(side));
        order
    }

    /// Returns who has to do something.
    pub(super) fn stage(&self) -> Stage {
        if self.history.termination().is_some() {
            return Stage::Over;
        }
        match self.order().into_iter().find(|&side| self.chosen[side as usize].is_none()) {
            Some(side) if !self.people.plays(side) => Stage::Think(side),
            Some(side) if self.is_hidden() && self.keyboard != Some(side) => Stage::HandOver(side),
            Some(side) => Stage::Enter(side),
            None => Stage::Over,
        }
    }

    /// Returns which of the bots plays a side, as they were named for White and Black.
    pub(super) fn bot_of(&self, side: Side) -> Side {
        if self.is_swapped { side.opponent() } else { side }
    }

    /// Returns the hash that a bot has committed itself with.
    pub(super) fn commitment(&self) -> Option<(Side, String)> {
        Side::BOTH.into_iter().find_map(|side| match &self.chosen[side as usize] {
            Some(Chosen::Hidden(sealed)) => sealed.commitment().map(|hash| (side, hash)),
            _ => None,
        })
    }

    /// Gives the keyboard to a person.
    pub(super) fn take_keyboard(&mut self, side: Side) {
        self.keyboard = Some(side);
    }

    /// Begins the entry of the person who is to enter a move, if it has not begun.
    pub(super) fn begin_entry(&mut self) {
        match self.stage() {
            Stage::Enter(side) if self.entry.as_ref().is_none_or(|entry| entry.side() != side) => {
                self.entry = Entry::new(self.history.position(), side).ok();
            }
            Stage::Enter(_) => {}
            _ => self.entry = None,
        }
    }

    /// Chooses a square; a square where another move begins starts that instead. Plays the move if it is complete.
    ///
    /// # Errors
    ///
    /// The rule that forbids the square.
    pub(super) fn choose(&mut self, square: G::Square) -> Result<(), String> {
        let Some(entry) = &mut self.entry else { return Err("it is not your turn".to_owned()) };
        if let Err(error) = entry.choose(square) {
            let other = Entry::begin(entry.position(), entry.side(), square);
            match other {
                Ok(other) if entry.squares().len() == 1 => *entry = other,
                _ => return Err(error.to_string()),
            }
        }
        self.enter_if_complete()
    }

    /// Enters a pass.
    ///
    /// # Errors
    ///
    /// There is no pass.
    pub(super) fn pass(&mut self) -> Result<(), String> {
        let Some(entry) = &mut self.entry else { return Err("it is not your turn".to_owned()) };
        entry.pass().map_err(|error| error.to_string())?;
        self.enter_if_complete()
    }

    fn enter_if_complete(&mut self) -> Result<(), String> {
        match self.entry.as_ref().map(|entry| (entry.side(), entry.finish())) {
            Some((side, Ok(entered))) => self.enter(side, entered),
            _ => Ok(()),
        }
    }

    /// Takes the last square back, or all of them. Returns whether there was one.
    pub(super) fn take_square_back(&mut self, all: bool) -> bool {
        let Some(entry) = &mut self.entry else { return false };
        let was_taken = entry.take_back();
        while all && entry.take_back() {}
        was_taken
    }

    /// Enters what a side plays, as text in any notation.
    ///
    /// # Errors
    ///
    /// The reason why it is no legal move.
    pub(super) fn enter_text(&mut self, side: Side, text: &str) -> Result<(), String> {
        let entered = self.entered(side, text)?;
        self.enter(side, entered)
    }

    /// Returns what a text in any notation stands for.
    ///
    /// # Errors
    ///
    /// The reason why it is no legal move.
    pub(super) fn entered(&self, side: Side, text: &str) -> Result<G::Entered, String> {
        let position = self.history.position();
        let canonical = read_entered(position, side, text)?;
        let mut legal = position.moves_of(side).into_iter();
        let entered = legal.find(|entered| position.entered_text(side, entered) == canonical);
        entered.ok_or_else(|| "the move is not legal".to_owned())
    }

    /// Keeps what a side has chosen, and plays the move when no other side has to choose.
    fn enter(&mut self, side: Side, entered: G::Entered) -> Result<(), String> {
        self.entry = None;
        let others_choose =
            self.order().into_iter().any(|other| other != side && self.chosen[other as usize].is_none());
        let chosen = match &mut self.sealer {
            Some(sealer) if others_choose => {
                let by = if self.people.plays(side) { Sealing::Paper } else { Sealing::Commitment };
                Chosen::Hidden(sealer.seal(self.history.position(), side, entered, by)?)
            }
            _ => Chosen::Open(entered),
        };
        self.chosen[side as usize] = Some(chosen);
        if let Some(clocks) = &mut self.clocks {
            clocks.add_increment(side);
        }
        if !others_choose { self.play() } else { Ok(()) }
    }

    /// Shows what is hidden, and plays the move.
    fn play(&mut self) -> Result<(), String> {
        let position = self.history.position().clone();
        let [white, black] = std::mem::take(&mut self.chosen);
        let mut secret = None;
        let mut open = |hidden: Box<dyn Sealed<G>>, other: &G::Entered| {
            let opened = hidden.open(other)?;
            secret = opened.secret;
            Ok::<_, String>(opened.choice)
        };
        let (white, black) = match (white, black) {
            (Some(Chosen::Hidden(white)), Some(Chosen::Open(black))) => (Some(open(white, &black)?), Some(black)),
            (Some(Chosen::Open(white)), Some(Chosen::Hidden(black))) => {
                let black = open(black, &white)?;
                (Some(white), Some(black))
            }
            (white, black) => (opened(white), opened(black)),
        };
        let mv = position.combine(white.as_ref(), black.as_ref()).ok_or("a choice is missing")?;
        self.history.play(&mv).map_err(|error| error.to_string())?;
        self.keyboard = None;
        self.reveal.clear();
        if let (Some(sealer), Some(white), Some(black)) = (&self.sealer, &white, &black) {
            let text = |side, choice| position.entered_text(side, choice);
            let told = sealer.tell(&position, &mv);
            let secret = secret.map(|secret| format!(" (the seal fits, secret {secret:.8}…)")).unwrap_or_default();
            self.reveal =
                format!("White {}, Black {}{secret}: {told}", text(Side::White, white), text(Side::Black, black));
        }
        Ok(())
    }

    /// Takes moves back until a person is to move again. Returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        if self.is_hidden() && self.chosen.iter().any(Option::is_some) {
            self.restart_turn();
            return true;
        }
        let mut taken = 0usize;
        while self.history.take_back().is_some() {
            taken += 1;
            if self.people.are_to_move(self.history.position().to_move()) {
                self.restart_turn();
                return true;
            }
        }
        // A bot has moved first; nothing is taken back then.
        (0..taken).for_each(|_| drop(self.history.redo()));
        false
    }

    /// Plays moves again until a person is to move. Returns whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let mut played = false;
        while self.history.redo().is_some() {
            played = true;
            if self.people.are_to_move(self.history.position().to_move()) {
                break;
            }
        }
        if played {
            self.restart_turn();
        }
        played
    }

    fn restart_turn(&mut self) {
        (self.entry, self.keyboard, self.chosen) = (None, None, [None, None]);
        self.reveal.clear();
    }

    /// Ends the game.
    ///
    /// # Errors
    ///
    /// The reason why it cannot end so.
    pub(super) fn end(&mut self, termination: Termination<G::Reason>) -> Result<(), String> {
        self.history.end(termination).map_err(|error| error.to_string())?;
        self.restart_turn();
        Ok(())
    }

    /// Claims a draw. Returns whether there was a claim.
    pub(super) fn claim_draw(&mut self) -> bool {
        self.history.claim_draw().is_some()
    }

    /// Begins again; in a game of bots with colours changed.
    pub(super) fn begin_again(&mut self) {
        self.history = History::new(self.history.start().clone());
        if !Side::BOTH.into_iter().any(|side| self.people.plays(side)) {
            self.names.reverse();
            self.is_swapped = !self.is_swapped;
        }
        self.clocks = self.clocks.as_ref().map(|clocks| Clocks::new(clocks.control()));
        self.restart_turn();
    }

    /// Lets the clock of whoever has to do something run, and ends the game when its time is up. Returns whether it has
    /// ended so.
    pub(super) fn run_clock(&mut self, is_paused: bool, now: Duration) -> bool {
        let side = match self.stage() {
            Stage::Enter(side) | Stage::Think(side) if !is_paused => Some(side),
            _ => None,
        };
        let Some(clocks) = &mut self.clocks else { return false };
        clocks.run(side, now);
        match clocks.flag(now) {
            Some(side) => self.end(Termination::OutOfTime(side)).is_ok(),
            None => false,
        }
    }

    /// Returns the record of the game.
    pub(super) fn record(&self) -> String {
        let mut record = Record::from_history(&self.history, Form::Long);
        let [white, black] = &self.names;
        for (tag, name) in [("White", white), ("Black", black)].into_iter().filter(|(_, name)| !name.is_empty()) {
            record.set_tag(tag, name);
        }
        if let Some(control) = self.clocks.as_ref().map(Clocks::control) {
            let (base, increment) = (control.base.as_secs(), control.increment.as_secs());
            record.set_tag("TimeControl", &format!("{base}+{increment}"));
        }
        match self.history.termination() {
            Some(end @ Termination::OutOfTime(_)) => {
                record.set_tag("Termination", "time forfeit");
                record.push_comment(&end.to_string());
            }
            Some(Termination::OnBoard(_)) | None => {}
            Some(end) => record.push_comment(&end.to_string()),
        }
        record.to_string()
    }
}

fn opened<G: Playable>(chosen: Option<Chosen<G>>) -> Option<G::Entered> {
    match chosen {
        Some(Chosen::Open(entered)) => Some(entered),
        _ => None,
    }
}
