//! Games on a screen in memory: what is shown, and what keys and clicks do.
//!
//! The screens are compared with files. `TAVLEI_ACCEPT=1 cargo test` writes them anew.

mod play;
mod screens;

use std::path::PathBuf;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use tavlei::game::{History, Side};
use tavlei::{ashtarashki, proryv, towers};

use super::super::args::{People, PlayArgs, TimeControl};
use super::app::App;
use super::clocks::Clocks;
use super::draw::draw;
use super::event::{Answer, Assessment, Departure, Effect, Event, Key, Thought};
use super::game::{Game, Stage};
use super::model::Look;
use super::present::present;
use super::seal::{ProryvSealer, Sealer};
use crate::game::Playable;

/// Colours, Unicode, White at the bottom.
const LOOK: Look = Look { is_flipped: false, is_ascii: false, is_coloured: true };

/// Neither.
const PLAIN: Look = Look { is_flipped: false, is_ascii: true, is_coloured: false };

/// A game on a screen in memory, and what it has asked for.
struct Play<G: Playable> {
    app: App<G>,
    effects: Vec<Effect<G>>,
    now: Duration,
}

fn people(words: &[&str]) -> People {
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        play: PlayArgs,
    }
    let args = Command::parse_from(["play", "towers"].iter().chain(words));
    args.play.people()
}

impl<G: Playable> Play<G> {
    fn with(position: &str, side: &str, look: Look, sealer: Option<Box<dyn Sealer<G>>>) -> Self {
        let position = G::read_position(position, &G::Rules::default()).map_err(|error| error.to_string());
        let people = if side == "watch" { people(&["--watch"]) } else { people(&["--side", side]) };
        let names = Side::BOTH.map(|side| if people.plays(side) { "you" } else { "bot" }.to_owned());
        let game = Game::new(History::new(position.expect("a position")), people, names, sealer, None);
        let app = App::new(game, look, None);
        let mut play = Self { app, effects: Vec::new(), now: Duration::ZERO };
        play.event(Event::Resize(80, 24));
        play
    }

    fn event(&mut self, event: Event) {
        let effects = self.app.handle(event, self.now);
        self.effects.extend(effects);
    }

    fn key(&mut self, key: Key) {
        self.event(Event::Key(key));
    }

    /// Types a text and presses Enter.
    fn line(&mut self, text: &str) {
        text.chars().for_each(|c| self.key(Key::Char(c)));
        self.key(Key::Enter);
    }

    /// Moves the cursor to a square and chooses it, by a click.
    fn click(&mut self, square: &str) {
        let layout = self.app.layout().expect("a screen");
        let (_, ranks) = self.app.board();
        let cell = tavlei_render::Cell::named(square).expect("a square");
        let place = layout.place(cell.file, ranks - 1 - cell.rank);
        self.event(Event::Click(place.x, place.y));
    }

    /// Takes the last question off what was asked for, and returns its number.
    fn question(&mut self) -> u64 {
        let last = self.effects.iter().rposition(|effect| matches!(effect, Effect::Ask(_))).expect("a question");
        let Effect::Ask(question) = self.effects.remove(last) else { panic!("it is a question") };
        question.number
    }

    /// Answers the last question with a move.
    fn answer(&mut self, mv: &str) {
        let number = self.question();
        self.event(Event::Bot(Answer { number, thought: Thought::Move(mv.to_owned()) }));
    }

    fn moves(&self) -> String {
        self.app.game.history().move_texts().join(" ")
    }

    /// Returns the last record that was to be saved.
    fn saved(&self) -> &str {
        let saved = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Save(_, record) => Some(record.as_str()),
            _ => None,
        });
        saved.expect("a record")
    }

    fn departure(&self) -> Option<Departure> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Leave(departure) => Some(*departure),
            _ => None,
        })
    }

    /// The screen as text, and below it a letter for the ground of each cell if there are colours.
    fn screen(&mut self, columns: u16, rows: u16) -> String {
        self.event(Event::Resize(columns, rows));
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a screen in memory");
        let (model, layout) = (present(&self.app), self.app.layout());
        terminal.draw(|frame| draw(&model, layout.as_ref(), frame.buffer_mut())).expect("it is drawn");
        let buffer = terminal.backend().buffer();
        let lines = |of: &dyn Fn(&ratatui::buffer::Cell) -> String| {
            let lines = buffer.content.chunks(usize::from(columns));
            lines.map(|line| line.iter().map(of).collect::<String>().trim_end().to_owned() + "\n").collect::<String>()
        };
        let text = lines(&|cell| cell.symbol().to_owned());
        if !buffer.content.iter().any(|cell| cell.bg != Color::Reset) {
            return text;
        }
        text + "\n" + &lines(&|cell| ground(cell.bg).to_string())
    }

    fn text(&mut self) -> String {
        self.screen(80, 24)
    }
}

/// A letter for the colour of a ground.
fn ground(colour: Color) -> char {
    match colour {
        Color::Reset => ' ',
        Color::Indexed(137) => 'd',
        Color::Indexed(179 | 223) => '.',
        Color::Indexed(231) => 'W',
        Color::Indexed(16) => 'B',
        Color::Indexed(33) => 'C',
        Color::Indexed(71) => 'g',
        Color::Indexed(143) => 'l',
        Color::Indexed(172) => 'p',
        Color::Indexed(74) => 'h',
        _ => '?',
    }
}

fn towers(position: &str, side: &str) -> Play<towers::Position> {
    Play::with(position, side, LOOK, None)
}

fn ashtarashki(look: Look) -> Play<ashtarashki::Position> {
    Play::with("start", "white", look, None)
}

fn proryv(side: &str, look: Look) -> Play<proryv::Position> {
    Play::with("start", side, look, Some(Box::new(ProryvSealer::new([7; 32]))))
}

/// Compares a screen with the stored one.
#[track_caller]
fn check(name: &str, screen: &str) {
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
    if std::env::var_os("TAVLEI_ACCEPT").is_some() {
        std::fs::write(&place, screen).expect("the screen is stored");
    }
    let stored = std::fs::read_to_string(&place).unwrap_or_default();
    assert!(stored == screen, "{name} has changed. It was:\n{stored}\nNow it is:\n{screen}");
}
