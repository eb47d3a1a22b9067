//! Runs the game on the terminal: reads keys, asks bots, writes files, and draws.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crossterm::event::{self, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::Terminal;
use tavlei::search::Limits;

use super::app::App;
use super::draw::draw;
use super::event::{Departure, Effect, Event, Key};
use super::present::present;
use super::terminal::{Screen, Taken, restore};
use super::thinker::{Asked, Thinker, answer_all};
use crate::game::Playable;
use crate::interrupt::{clean_up_with, is_interrupted};
use crate::output::{Done, Failure, note};
use crate::publish::write_whole;
use crate::threads::spawn_thread;

/// How often the clocks are looked at.
const TICK: Duration = Duration::from_millis(100);

/// The bots of a game, a thread each: White's and Black's, or one for both.
pub(super) struct Bots<G: Playable> {
    questions: Vec<Sender<Asked<G>>>,
    stop: Arc<AtomicBool>,
}

impl<G: Playable + 'static> Bots<G> {
    /// Starts a thread for each bot, with the limits of its thinking.
    ///
    /// # Errors
    ///
    /// The system has no thread for it.
    fn start(
        thinkers: Vec<(Box<dyn Thinker<G>>, Limits)>,
        pace: Duration,
        answers: &Sender<Event>,
    ) -> std::io::Result<Self> {
        let mut questions = Vec::new();
        for (thinker, limits) in thinkers {
            let (sender, receiver) = mpsc::channel();
            let answers = answers.clone();
            let work = move || answer_all(thinker, &limits, pace, &receiver, &answers);
            std::thread::Builder::new().stack_size(8 << 20).spawn(work)?;
            questions.push(sender);
        }
        Ok(Self { questions, stop: Arc::default() })
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }
}

/// All that a game on the screen needs.
pub(super) struct Setup<G: Playable> {
    pub(super) app: App<G>,
    pub(super) thinkers: Vec<(Box<dyn Thinker<G>>, Limits)>,
    /// The least time of a move in a game of bots.
    pub(super) pace: Duration,
}

/// Plays until the game is left.
pub(super) fn run<G: Playable + 'static>(setup: Setup<G>) -> Done {
    let Setup { mut app, thinkers, pace } = setup;
    let failed = |error: &dyn std::fmt::Display| Failure::Input(format!("the terminal: {error}"));
    clean_up_with(restore);
    // From now on a signal is an event.
    let _ = is_interrupted();
    let (sender, events) = mpsc::channel();
    let mut bots = Bots::start(thinkers, pace, &sender).map_err(|error| failed(&error))?;
    let taken = Taken::new().map_err(|error| failed(&error))?;
    spawn_thread(move || read_events(&sender)).map_err(|error| failed(&error))?;
    let mut shell = Shell { game: G::NAME, bots: &mut bots, file: None, failure: None, due: vec![Event::Tick] };
    let departure = shell.play(&mut app, &events);
    let Shell { file, failure, .. } = shell;
    drop(taken);
    if let Some(reason) = failure {
        return Err(Failure::Input(reason));
    }
    let told = file.map(|file| {
        let file = file.display();
        format!("the game is saved: tavlei play {} --load {file}", G::NAME)
    });
    match departure {
        Departure::Quit => {
            told.into_iter().for_each(note);
            Ok(())
        }
        Departure::Interrupted => Err(Failure::Interrupted(told.unwrap_or_else(|| "the game is left".to_owned()))),
    }
}

struct Shell<'a, G: Playable> {
    game: &'static str,
    bots: &'a mut Bots<G>,
    /// The file that the game was written to last.
    file: Option<PathBuf>,
    /// Why the game could not be saved when it was left.
    failure: Option<String>,
    /// Events that the game has not taken in yet.
    due: Vec<Event>,
}

impl<G: Playable + 'static> Shell<'_, G> {
    fn play(&mut self, app: &mut App<G>, events: &Receiver<Event>) -> Departure {
        let begun = Instant::now();
        let mut terminal = Terminal::new(Screen::new(app.look.is_coloured)).ok();
        loop {
            for event in std::mem::take(&mut self.due) {
                let effects = app.handle(event, begun.elapsed());
                if let Some(departure) = self.perform(effects) {
                    return departure;
                }
            }
            let is_drawn = terminal.as_mut().is_some_and(|terminal| draw_on(terminal, app).is_ok());
            let next = match events.recv_timeout(TICK) {
                _ if is_interrupted() || !is_drawn => Event::Hangup,
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => Event::Tick,
                Err(RecvTimeoutError::Disconnected) => Event::Hangup,
            };
            self.due.push(next);
            self.due.extend(events.try_iter().take(64));
        }
    }

    /// Does what the game asks for. Returns why it is left, if it is.
    fn perform(&mut self, effects: Vec<Effect<G>>) -> Option<Departure> {
        let (mut left, mut unsaved) = (None, None);
        for effect in effects {
            match effect {
                Effect::Ask(question) => {
                    let last = self.bots.questions.len().saturating_sub(1);
                    let bot = self.bots.questions.get((question.bot as usize).min(last));
                    let _ = bot.map(|bot| bot.send((question, Arc::clone(&self.bots.stop))));
                }
                Effect::StopThinking => self.bots.stop(),
                Effect::Save(place, record) => {
                    let saved = self.save(place, &record);
                    unsaved = saved.is_err().then_some(record);
                    self.failure = saved.as_ref().err().cloned();
                    self.due.push(Event::Saved(saved));
                }
                Effect::Leave(departure) => left = Some(departure),
            }
        }
        // A game that is broken off goes elsewhere if its file cannot be written.
        if let (Some(Departure::Interrupted), Some(record)) = (left, unsaved) {
            self.failure = self.save(None, &record).err();
        }
        // Whoever quits can still save elsewhere.
        left.filter(|departure| *departure == Departure::Interrupted || self.failure.is_none())
    }

    /// Writes a record to a file; without one, to a new file in the present directory.
    fn save(&mut self, place: Option<PathBuf>, record: &str) -> Result<PathBuf, String> {
        let new = || (1..=u32::MAX).map(|number| PathBuf::from(format!("tavlei-{}-{number}.txt", self.game)));
        let place = place.or_else(|| new().find(|place| !exists(place))).ok_or("there is no name for a file left")?;
        write_whole(&place, record.as_bytes()).map_err(Failure::into_reason)?;
        self.file = Some(place.clone());
        Ok(place)
    }
}

fn exists(place: &Path) -> bool {
    place.symlink_metadata().is_ok()
}

fn draw_on<G: Playable>(terminal: &mut Terminal<Screen>, app: &mut App<G>) -> std::io::Result<()> {
    terminal.draw(|frame| {
        let size = frame.area();
        app.resize(size.width, size.height);
        draw(&present(app), app.layout().as_ref(), frame.buffer_mut());
    })?;
    Ok(())
}

/// Sends what happens on the terminal until nobody listens.
fn read_events(events: &Sender<Event>) {
    loop {
        let event = match event::read() {
            Ok(event) => translated(event),
            Err(_) => Some(Event::Hangup),
        };
        let is_last = event == Some(Event::Hangup);
        if event.is_some_and(|event| events.send(event).is_err()) || is_last {
            return;
        }
    }
}

/// Returns an event of the terminal as one of the game, if it is one.
fn translated(event: event::Event) -> Option<Event> {
    Some(match event {
        event::Event::Resize(columns, rows) => Event::Resize(columns, rows),
        event::Event::Paste(text) => Event::Paste(text),
        event::Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Event::Click(mouse.column, mouse.row),
            MouseEventKind::ScrollUp => Event::Key(Key::PageUp),
            MouseEventKind::ScrollDown => Event::Key(Key::PageDown),
            _ => return None,
        },
        event::Event::Key(key) if key.kind != KeyEventKind::Release => {
            let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
            Event::Key(match key.code {
                KeyCode::Char('c') if is_control => Key::Interrupt,
                KeyCode::Char('h') if is_control => Key::Backspace,
                KeyCode::Char(_) if is_control || key.modifiers.contains(KeyModifiers::ALT) => return None,
                KeyCode::Char(c) => Key::Char(c),
                KeyCode::Up => Key::Up,
                KeyCode::Down => Key::Down,
                KeyCode::Left => Key::Left,
                KeyCode::Right => Key::Right,
                KeyCode::Enter => Key::Enter,
                KeyCode::Tab => Key::Tab,
                KeyCode::BackTab => Key::BackTab,
                KeyCode::Backspace => Key::Backspace,
                KeyCode::Esc => Key::Esc,
                KeyCode::PageUp => Key::PageUp,
                KeyCode::PageDown => Key::PageDown,
                _ => return None,
            })
        }
        _ => return None,
    })
}
