//! The effect of events on the state of the screen.

use std::path::Path;
use std::time::Duration;

use tavlei::game::Termination;
use tavlei::game::text::Escaped;

use super::app::{App, Open};
use super::command::{Command, of_key, of_line};
use super::cursor::{cells, go, next, square};
use super::event::{Departure, Effect, Event, Key};
use super::game::Stage;
use super::layout::turned;
use crate::game::Playable;

fn saved_to(path: &Path) -> String {
    format!("Saved to {}.", Escaped(&path.to_string_lossy()))
}

const NOT_YOUR_TURN: &str = "It is not your turn.";

impl<G: Playable> App<G> {
    /// Takes an event in. `now` is the time since the start of the program.
    pub(super) fn handle(&mut self, event: Event, now: Duration) -> Vec<Effect<G>> {
        self.now = now;
        let mut effects = Vec::new();
        self.run_clock();
        match event {
            Event::Tick => {}
            Event::Resize(columns, rows) => self.resize(columns, rows),
            Event::Key(Key::Interrupt) | Event::Hangup => self.leave(Departure::Interrupted, &mut effects),
            Event::Key(key) => self.key(key, &mut effects),
            Event::Paste(text) => {
                let text: String = text.chars().filter(|c| !c.is_control()).collect();
                self.input.get_or_insert_default().push_str(&text);
            }
            Event::Click(column, row) => self.click(column, row),
            Event::Bot(answer) => self.hear(answer),
            Event::Saved(Ok(path)) => {
                self.is_unsaved = false;
                if self.save.as_ref() != Some(&path) {
                    self.tell(saved_to(&path));
                    self.save = Some(path);
                }
            }
            Event::Saved(Err(reason)) => self.refuse(reason),
        }
        self.settle(&mut effects);
        effects
    }

    fn key(&mut self, key: Key, effects: &mut Vec<Effect<G>>) {
        match self.open {
            Some(Open::Help) => self.open = None,
            Some(Open::Leave) => match key {
                Key::Char('y') | Key::Enter => self.leave(Departure::Quit, effects),
                Key::Char('d') => effects.push(Effect::Leave(Departure::Quit)),
                Key::Char('n') | Key::Esc => self.open = None,
                _ => {}
            },
            None if self.input.is_some() => self.type_on(key, effects),
            None => self.press(key, effects),
        }
    }

    /// A key while no line is being typed and no window is open.
    fn press(&mut self, key: Key, effects: &mut Vec<Effect<G>>) {
        if let (Stage::HandOver(side), Key::Enter | Key::Char(' ')) = (self.game.stage(), key) {
            self.message = None;
            return self.game.take_keyboard(side);
        }
        let before_h = self.before_h.take();
        let command = match (of_key(key), before_h) {
            (Some(Command::Type(text)), Some(before)) if text.starts_with(|c: char| c.is_ascii_digit()) => {
                self.cursor = before;
                Command::Type(format!("h{text}"))
            }
            (Some(command), _) => command,
            (None, _) => return,
        };
        if key == Key::Char('h') {
            self.before_h = Some(self.cursor);
        }
        self.carry_out(command, effects);
    }

    /// A key while a line is being typed.
    fn type_on(&mut self, key: Key, effects: &mut Vec<Effect<G>>) {
        /// The longest line; no move is longer.
        const MAX: usize = 256;

        let Some(input) = &mut self.input else { return };
        match key {
            Key::Char(c) if input.len() < MAX => input.push(c),
            Key::Backspace if !input.is_empty() => drop(input.pop()),
            Key::Backspace | Key::Esc => self.input = None,
            Key::Enter => {
                let line = self.input.take().unwrap_or_default();
                if let Some(command) = of_line(&line) {
                    self.carry_out(command, effects);
                    // What was refused can be mended.
                    if self.message.as_ref().is_some_and(|(_, is_refused)| *is_refused) {
                        self.input = Some(line);
                    }
                }
            }
            _ => {}
        }
    }

    fn carry_out(&mut self, command: Command, effects: &mut Vec<Effect<G>>) {
        self.message = None;
        let stage = self.game.stage();
        let done = match command {
            Command::Go(right, up) => {
                self.cursor = go(&self.scene(), self.cursor, self.look.is_flipped, (right, up));
                Ok(())
            }
            Command::Next(forward) => {
                self.go_to_choice(forward);
                Ok(())
            }
            Command::Choose => self.choose(),
            Command::TakeBack | Command::Clear => {
                self.hint.clear();
                self.game.take_square_back(command == Command::Clear);
                Ok(())
            }
            Command::Pass => self.game.pass(),
            Command::Undo if self.game.undo() => Ok(()),
            Command::Undo => Err("There is no move to take back.".to_owned()),
            Command::Redo if self.game.redo() => Ok(()),
            Command::Redo => Err("There is no move to play again.".to_owned()),
            Command::Hint => self.ask_for_hint(effects),
            Command::Help => {
                self.open = Some(Open::Help);
                Ok(())
            }
            Command::Flip => {
                self.look.is_flipped = !self.look.is_flipped;
                Ok(())
            }
            Command::Pause if self.is_watched() || self.is_paused => {
                self.is_paused = !self.is_paused;
                Ok(())
            }
            Command::Pause => self.choose(),
            Command::Play(text) => match stage {
                Stage::Enter(side) => self.game.enter_text(side, &text),
                _ => Err(NOT_YOUR_TURN.to_owned()),
            },
            Command::Type(text) => {
                self.input = Some(text);
                Ok(())
            }
            Command::Scroll(back) => {
                self.scroll = if back { self.scroll.saturating_add(1) } else { self.scroll.saturating_sub(1) };
                Ok(())
            }
            other => self.carry_out_rare(other, effects),
        };
        if let Err(reason) = done {
            self.refuse(reason);
        }
    }

    /// Handles keys that concern the game as a whole.
    fn carry_out_rare(&mut self, command: Command, effects: &mut Vec<Effect<G>>) -> Result<(), String> {
        let stage = self.game.stage();
        match command {
            Command::Moves => {
                let Stage::Enter(side) = stage else { return Err(NOT_YOUR_TURN.to_owned()) };
                self.tell(self.game.history().position().texts_of(side).join(" "));
            }
            Command::Resign => {
                let Stage::Enter(side) = stage else { return Err(NOT_YOUR_TURN.to_owned()) };
                self.game.end(Termination::Resigned(side))?;
            }
            Command::ClaimDraw if !self.game.claim_draw() => return Err("There is no draw to claim now.".to_owned()),
            Command::Again if stage != Stage::Over => return Err("The game is not over.".to_owned()),
            Command::Again => {
                self.game.begin_again();
                // The file keeps the game that is over.
                (self.assessment, self.save) = (None, None);
            }
            Command::Save(path) => match path.or_else(|| self.save.clone()) {
                Some(path) => {
                    self.tell(saved_to(&path));
                    effects.push(Effect::Save(Some(path), self.game.record()));
                }
                None => self.input = Some(":save ".to_owned()),
            },
            Command::Quit if self.is_unsaved => self.open = Some(Open::Leave),
            Command::Quit => self.leave(Departure::Quit, effects),
            _ => {}
        }
        Ok(())
    }

    fn ask_for_hint(&mut self, effects: &mut Vec<Effect<G>>) -> Result<(), String> {
        let Stage::Enter(side) = self.game.stage() else { return Err(NOT_YOUR_TURN.to_owned()) };
        self.game.take_square_back(true);
        self.tell("The bot thinks about a hint …".to_owned());
        self.ask(side, true, effects);
        Ok(())
    }

    /// Chooses the square under the cursor.
    fn choose(&mut self) -> Result<(), String> {
        match self.game.stage() {
            Stage::Enter(_) => {}
            Stage::Over => return Err("The game is over: n begins a new one, u takes a move back.".to_owned()),
            _ => return Err(NOT_YOUR_TURN.to_owned()),
        }
        let square = square::<G>(self.cursor).ok_or_else(|| format!("{}: no piece stands there", self.cursor))?;
        self.hint.clear();
        self.game.choose(square).map_err(|reason| format!("{}: {reason}", self.cursor))
    }

    fn go_to_choice(&mut self, forward: bool) {
        let choices = self.game.entry().map(|entry| cells(entry.choices())).unwrap_or_default();
        if let Some(cell) = next(&choices, self.cursor, self.look.is_flipped, forward) {
            self.cursor = cell;
        }
    }

    fn click(&mut self, column: u16, row: u16) {
        if self.open == Some(Open::Help) {
            self.open = None;
            return;
        }
        let place = self.layout().and_then(|layout| layout.at(column, row));
        let (Some(place), None) = (place, self.open) else { return };
        self.message = None;
        let cell = turned(self.board(), self.look.is_flipped, place);
        if square::<G>(cell).is_some() {
            self.cursor = cell;
            if let Err(reason) = self.choose() {
                self.refuse(reason);
            }
        }
    }
}
