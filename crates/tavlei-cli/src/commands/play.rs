//! `tavlei play`: a game in the terminal, against a bot or between two people at one keyboard.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum};
use tavlei::game::text::Escaped;
use tavlei::game::{EnterMove, Form, History, Keyed, Sequential, Side, Termination, ToMove};
use tavlei::record::{Record, replay};
use tavlei::search::evaluations::{Ashtarashki, Towers};
use tavlei::search::{Bot, Evaluation, Limits, Options};
use tavlei::{ashtarashki, proryv, towers};
use tavlei_render::{Mark, Scene, TextStyle};

use crate::args::{BoardArgs, BotName, GameName, ScreenArgs, quiet, time};
use crate::bots;
use crate::game::{Playable, read_position};
use crate::lines::Lines;
use crate::output::{Done, Failure, board, line, prompt};
use crate::publish::write_whole;
use crate::seed::SeedArgs;

#[derive(Debug, Args)]
#[command(arg = quiet(), after_help = "Examples:\n  tavlei play towers\n  tavlei play proryv --side black --time 2s\n  \
tavlei play ashtarashki --side both --save game.txt")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The bot [default: alphabeta; in Proryv regret]
    #[arg(long, value_enum, value_name = "BOT", hide_possible_values = true)]
    pub(crate) bot: Option<BotName>,
    /// The side that you play; both for two people at one keyboard
    #[arg(long, value_enum, value_name = "SIDE", default_value = "white")]
    pub(crate) side: PersonName,
    /// Let the bot think for this time
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "500ms")]
    pub(crate) time: Duration,
    /// Write the game to this file after every move, as a record
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<std::path::PathBuf>,
    /// Go on with the game in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<std::path::PathBuf>,
    /// table: the tablebase, or its directory
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
}

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PersonName {
    /// White; the bot plays Black
    White,
    /// Black; the bot plays White
    Black,
    /// Both, without a bot
    Both,
}

impl PersonName {
    /// Returns whether a person plays this side.
    pub(crate) fn plays(self, side: Side) -> bool {
        match self {
            Self::White => side == Side::White,
            Self::Black => side == Side::Black,
            Self::Both => true,
        }
    }
}

/// The words that are understood beside moves.
const HELP: &str = "\
A move in any notation, such as c3-d4, cd4 or a3:c5:e7; -- passes in Proryv. Or:
  moves        list the legal moves
  board        draw the board again
  hint         ask the bot for a move
  undo, redo   take a move back (and the bot's answer), play it again
  draw         claim a draw, if there is a claim
  resign       give the game up
  save FILE    write the game as a record, which ‘tavlei play --load FILE’ goes on with
  quit         leave";

pub(crate) fn run(args: &PlayArgs) -> Done {
    match args.board.game {
        GameName::Towers => sequential::<towers::Position, _>(args, Towers::default()),
        GameName::Ashtarashki => sequential::<ashtarashki::Position, _>(args, Ashtarashki::default()),
        GameName::Proryv => {
            let history = begin::<proryv::Position>(args)?;
            let name = args.bot.unwrap_or(BotName::Regret);
            let rng = args.seed.draw()?.generator();
            let mut bot = bots::simultaneous(name, args.table.as_deref(), history.position(), rng)?;
            let limits = limits(args, name);
            let think = move |history: &History<proryv::Position>, side: Side| {
                let choice =
                    bot.choose(history, side, &limits).ok_or_else(|| bots::not_in_table(history.position()))?;
                Ok(history.position().entered_text(side, &choice))
            };
            Game::new(args, history, think).play()
        }
    }
}

fn sequential<G, E>(args: &PlayArgs, evaluation: E) -> Done
where
    G: Playable + Sequential + Keyed + 'static,
    History<G>: Sync,
    E: Evaluation<G> + Sync + 'static,
{
    let history = begin::<G>(args)?;
    let name = args.bot.unwrap_or(BotName::AlphaBeta);
    let rng = || Ok(args.seed.draw()?.generator());
    let mut bot: Box<dyn Bot<G>> = bots::sequential(args.board.game, name, evaluation, Options::default(), rng)?;
    let limits = limits(args, name);
    let think = move |history: &History<G>, _| {
        let mv = bot.choose(history, &limits).ok_or_else(|| Failure::input("there is no move"))?;
        Ok(history.position().move_text(&mv))
    };
    Game::new(args, history, think).play()
}

fn limits(args: &PlayArgs, name: BotName) -> Limits {
    name.limits(Limits::default().with_time(args.time), args.time)
}

/// The game that is loaded, or a new one.
fn begin<G: Playable>(args: &PlayArgs) -> Result<History<G>, Failure> {
    let Some(file) = &args.load else { return Ok(History::new(read_position(&args.board)?)) };
    let failed = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", file.display()));
    let text = fs::read_to_string(file).map_err(|error| failed(&error))?;
    let record: Record = text.parse().map_err(|error| failed(&error))?;
    let replayed = replay::<G>(&record).map_err(|error| failed(&error))?;
    Ok(replayed.history)
}

/// The meaning of a line that a person has typed.
enum Said {
    /// A move or a choice, as canonical text.
    Entered(String),
    /// The board has changed: the turn begins anew.
    Again,
    /// The game is left.
    Quit,
}

/// A game between a person and a bot, or two people.
struct Game<'a, G: Playable, T> {
    history: History<G>,
    /// Chooses what a side plays, as text.
    think: T,
    person: PersonName,
    save: Option<&'a Path>,
    style: TextStyle,
    /// The squares of the last move.
    last: Vec<String>,
    lines: Lines<io::StdinLock<'a>>,
}

impl<'a, G: Playable, T: FnMut(&History<G>, Side) -> Result<String, Failure>> Game<'a, G, T> {
    fn new(args: &'a PlayArgs, history: History<G>, think: T) -> Self {
        let lines = Lines::new(io::stdin().lock());
        let is_flipped = args.screen.flip || args.side == PersonName::Black;
        let style = args.screen.style().with_flip(is_flipped);
        Self { history, think, person: args.side, save: args.save.as_deref(), style, last: Vec::new(), lines }
    }

    fn play(mut self) -> Done {
        line("Type a move, or help.")?;
        self.draw()?;
        'turn: loop {
            if let Some(end) = self.history.termination() {
                return line(format_args!("The game is over. {end}"));
            }
            // The bot chooses before the person does, so that it cannot know the other choice.
            let (to_move, person) = (self.history.position().to_move(), self.person);
            let (people, bots): (Vec<_>, Vec<_>) =
                Side::BOTH.into_iter().filter(|&side| to_move.includes(side)).partition(|&side| person.plays(side));
            let mut words = [const { String::new() }; 2];
            for side in bots {
                words[side as usize] = (self.think)(&self.history, side)?;
            }
            for side in people {
                match self.ask(side)? {
                    Said::Entered(text) => words[side as usize] = text,
                    Said::Again => continue 'turn,
                    Said::Quit => return line("The game is left."),
                }
            }
            self.carry_out(to_move, &words)?;
        }
    }

    /// Plays what the sides have entered.
    fn carry_out(&mut self, to_move: ToMove, words: &[String; 2]) -> Done {
        let [white, black] = words;
        let words = match to_move {
            ToMove::One(side) => vec![words[side as usize].clone()],
            ToMove::Both => vec![white.clone(), black.clone()],
        };
        let mv = self.history.position().read_words(&words).map_err(Failure::Input)?;
        self.last = self.history.position().squares_of_move(&mv);
        self.history.play(&mv).map_err(Failure::input)?;
        match to_move {
            ToMove::One(side) => line(format_args!("{side} plays {}", words.join(" ")))?,
            ToMove::Both => line(format_args!("White plays {white}, Black plays {black}"))?,
        }
        if let Some(place) = self.save {
            self.store(place)?;
        }
        // Between a person's move and the bot's answer the board is not drawn.
        if self.is_persons_turn() || self.history.termination().is_some() { self.draw() } else { Ok(()) }
    }

    fn draw(&self) -> Done {
        line("")?;
        board(&Scene::of(self.history.position()).with_marks(Mark::Tint, &self.last), &self.style)?;
        line(self.history.position().turn())
    }

    /// Asks a person until they say something that changes the game.
    fn ask(&mut self, side: Side) -> Result<Said, Failure> {
        loop {
            prompt(format_args!("{side}> "))?;
            let said = match self.lines.read()? {
                None => return Ok(Said::Quit),
                Some(Err(reason)) => {
                    line(reason)?;
                    continue;
                }
                Some(Ok(said)) => said,
            };
            let said = said.trim();
            let (command, rest) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
            match command {
                "" => {}
                "help" | "?" => line(HELP)?,
                "quit" | "exit" => return Ok(Said::Quit),
                "board" => self.draw()?,
                "moves" => line(self.history.position().texts_of(side).join(" "))?,
                "hint" => {
                    let hint = (self.think)(&self.history, side)?;
                    line(format_args!("The bot would play {hint}"))?;
                }
                "undo" if self.step_back() => {
                    self.last.clear();
                    self.draw()?;
                    return Ok(Said::Again);
                }
                "redo" if self.step_on() => {
                    self.last.clear();
                    self.draw()?;
                    return Ok(Said::Again);
                }
                "undo" => line("There is no move to take back.")?,
                "redo" => line("There is no move to play again.")?,
                "draw" if self.history.claim_draw().is_some() => return Ok(Said::Again),
                "draw" => line("There is no draw to claim now.")?,
                "resign" => {
                    self.history.end(Termination::Resigned(side)).map_err(Failure::input)?;
                    return Ok(Said::Again);
                }
                "save" if rest.is_empty() => line("Save it where? save FILE")?,
                "save" => match self.store(Path::new(rest)) {
                    Ok(()) => line(format_args!("Saved to {}.", Escaped(rest)))?,
                    Err(failure) => line(failure.into_reason())?,
                },
                _ => match self.read(side, said) {
                    Ok(text) => return Ok(Said::Entered(text)),
                    Err(reason) => line(reason)?,
                },
            }
        }
    }

    /// Reads a move or a choice in any notation.
    fn read(&self, side: Side, text: &str) -> Result<String, String> {
        let position = self.history.position();
        match position.to_move() {
            ToMove::One(_) => {
                let mv = position.read_move(text).map_err(|error| error.to_string())?;
                Ok(position.move_text(&mv))
            }
            ToMove::Both => {
                // A choice is read beside any choice of the other side.
                let other = position.texts_of(side.opponent()).into_iter().next().unwrap_or_default();
                let mut words = [other.clone(), other];
                words[side as usize] = text.to_owned();
                let turn = position.read_words(&words)?;
                let choices = position.move_text(&turn);
                let text = choices.split_whitespace().nth(side as usize);
                text.map(str::to_owned).ok_or_else(|| "the choice is not legal".to_owned())
            }
        }
    }

    /// Takes plies back until it is a person's turn again. Returns whether there was one.
    fn step_back(&mut self) -> bool {
        let mut taken = 0usize;
        while self.history.take_back().is_some() {
            taken += 1;
            if self.is_persons_turn() {
                return true;
            }
        }
        // The bot has moved first; nothing is taken back then.
        (0..taken).for_each(|_| drop(self.history.redo()));
        false
    }

    /// Plays plies again until it is a person's turn. Returns whether there was one.
    fn step_on(&mut self) -> bool {
        let mut played = false;
        while self.history.redo().is_some() {
            played = true;
            if self.is_persons_turn() {
                break;
            }
        }
        played
    }

    fn is_persons_turn(&self) -> bool {
        let to_move = self.history.position().to_move();
        Side::BOTH.into_iter().any(|side| to_move.includes(side) && self.person.plays(side))
    }

    /// Writes the game as a record, whole or not at all.
    fn store(&self, place: &Path) -> Done {
        write_whole(place, Record::from_history(&self.history, Form::Long).to_string().as_bytes())
    }
}
