//! The state of the screen: the game, the cursor, what is typed, and the questions to the bots.

use std::path::PathBuf;
use std::time::Duration;

use tavlei::game::Side;
use tavlei_render::{Cell, Scene};

use super::cursor::{cells, nearest};
use super::event::{Answer, Assessment, Departure, Effect, Question, Thought};
use super::game::{Game, Stage};
use super::layout::Layout;
use super::model::Look;
use crate::game::Playable;

/// A question to which no answer has come yet.
#[derive(Clone, Copy, Debug)]
struct Asked {
    number: u64,
    side: Side,
    is_hint: bool,
}

/// A window that is open over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Help,
    /// Leave the game?
    Leave,
}

/// The state of the screen.
#[derive(Debug)]
pub(super) struct App<G: Playable> {
    pub(super) game: Game<G>,
    pub(super) look: Look,
    /// The file that the game is written to after every move.
    pub(super) save: Option<PathBuf>,
    pub(super) size: (u16, u16),
    pub(super) cursor: Cell,
    pub(super) input: Option<String>,
    pub(super) open: Option<Open>,
    /// The text, and whether something was refused.
    pub(super) message: Option<(String, bool)>,
    pub(super) assessment: Option<Assessment>,
    pub(super) hint: Vec<Cell>,
    pub(super) is_paused: bool,
    pub(super) scroll: usize,
    pub(super) now: Duration,
    asked: Option<Asked>,
    questions: u64,
    /// The number of plies and the end that the game had when it was last looked at.
    seen: (usize, bool),
    /// Whether something has been played since the game was saved.
    pub(super) is_unsaved: bool,
    /// The cursor before `h` has moved it: a digit makes the `h` the name of a file.
    pub(super) before_h: Option<Cell>,
}

impl<G: Playable> App<G> {
    pub(super) fn new(game: Game<G>, look: Look, save: Option<PathBuf>) -> Self {
        let seen = (game.history().len(), game.history().termination().is_some());
        let mut app = Self {
            game,
            look,
            save,
            size: (0, 0),
            cursor: Cell { file: 0, rank: 0 },
            input: None,
            open: None,
            message: None,
            assessment: None,
            hint: Vec::new(),
            is_paused: false,
            scroll: 0,
            now: Duration::ZERO,
            asked: None,
            questions: 0,
            seen,
            is_unsaved: false,
            before_h: None,
        };
        let scene = app.scene();
        let (middle, rank) = (scene.files() / 2, if app.look.is_flipped { scene.ranks().saturating_sub(3) } else { 2 });
        app.cursor = nearest(&scene, Cell { file: middle, rank });
        app
    }

    /// The board, with the squares so far of the move that is being entered played.
    pub(super) fn scene(&self) -> Scene {
        match self.game.entry() {
            Some(entry) => Scene::of(&entry.board()),
            None => Scene::of(self.game.history().position()),
        }
    }

    /// The number of files and of ranks.
    pub(super) fn board(&self) -> (u8, u8) {
        let scene = Scene::of(self.game.history().position());
        (scene.files(), scene.ranks())
    }

    /// The places of the screen; `None` if it is too small.
    pub(super) fn layout(&self) -> Option<Layout> {
        Layout::new(self.size, self.board())
    }

    /// Notes the number of columns and rows of the screen.
    pub(super) const fn resize(&mut self, columns: u16, rows: u16) {
        self.size = (columns, rows);
    }

    /// Returns whether bots play both sides.
    pub(super) fn is_watched(&self) -> bool {
        !Side::BOTH.into_iter().any(|side| self.game.people.plays(side))
    }

    pub(super) fn run_clock(&mut self) {
        if self.game.run_clock(self.is_paused, self.now) {
            self.input = None;
        }
    }

    /// Brings everything into agreement with the game: the entry, the clocks, the file, the bots.
    pub(super) fn settle(&mut self, effects: &mut Vec<Effect<G>>) {
        self.game.begin_entry();
        let seen = (self.game.history().len(), self.game.history().termination().is_some());
        if seen != self.seen {
            self.seen = seen;
            (self.is_unsaved, self.scroll) = (seen.0 > 0, 0);
            self.hint.clear();
            if self.save.is_some() {
                effects.push(Effect::Save(self.save.clone(), self.game.record()));
            }
        }
        self.run_clock();
        let wants = match self.game.stage() {
            Stage::Think(side) if !self.is_paused => Some((side, false)),
            Stage::Enter(side) => Some((side, true)),
            _ => None,
        };
        if self.asked.is_some_and(|asked| wants != Some((asked.side, asked.is_hint))) {
            self.asked = None;
            effects.push(Effect::StopThinking);
        }
        if let (None, Some((side, false))) = (self.asked, wants) {
            self.ask(side, false, effects);
        }
    }

    pub(super) fn ask(&mut self, side: Side, is_hint: bool, effects: &mut Vec<Effect<G>>) {
        self.questions = self.questions.wrapping_add(1);
        let number = self.questions;
        self.asked = Some(Asked { number, side, is_hint });
        let time = self.game.clocks.as_ref().map(|clocks| clocks.thought(side, self.now));
        let history = self.game.history().clone();
        effects.push(Effect::Ask(Box::new(Question { number, side, bot: self.game.bot_of(side), history, time })));
    }

    /// Takes the answer of a bot in, if it is still wanted.
    pub(super) fn hear(&mut self, Answer { number, thought }: Answer) {
        let Some(asked) = self.asked.filter(|asked| asked.number == number) else { return };
        match thought {
            Thought::Progress(assessment) => {
                self.assessment = Some(assessment);
                return;
            }
            Thought::Move(text) if asked.is_hint => self.show_hint(asked.side, &text),
            Thought::Move(text) => match self.game.enter_text(asked.side, &text) {
                Ok(()) => self.message = None,
                Err(reason) => self.pause(reason),
            },
            Thought::Failed(reason) if asked.is_hint => self.refuse(reason),
            Thought::Failed(reason) => self.pause(reason),
        }
        self.asked = None;
    }

    fn show_hint(&mut self, side: Side, text: &str) {
        let position = self.game.history().position();
        if let Ok(entered) = self.game.entered(side, text) {
            self.hint = cells(position.path(side, &entered));
        }
        self.tell(format!("The bot would play {text}."));
    }

    /// Stops a bot that cannot go on.
    fn pause(&mut self, reason: String) {
        self.is_paused = true;
        self.refuse(reason);
    }

    pub(super) fn tell(&mut self, text: String) {
        self.message = Some((text, false));
    }

    pub(super) fn refuse(&mut self, reason: String) {
        self.message = Some((reason, true));
    }

    /// Saves what is not saved, and leaves.
    pub(super) fn leave(&mut self, departure: Departure, effects: &mut Vec<Effect<G>>) {
        effects.push(Effect::StopThinking);
        self.open = None;
        if self.is_unsaved {
            effects.push(Effect::Save(self.save.clone(), self.game.record()));
        }
        effects.push(Effect::Leave(departure));
    }
}
