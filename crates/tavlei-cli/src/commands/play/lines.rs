//! A game line by line.

use std::io;
use std::path::Path;

use tavlei::game::text::Escaped;
use tavlei::game::{EnterMove, Form, History, Keyed, Sequential, Side, Termination, ToMove};
use tavlei::record::Record;
use tavlei::search::evaluations::{Ashtarashki, Towers};
use tavlei::search::{Bot, ChoiceBot, Evaluation, Options};
use tavlei::{ashtarashki, proryv, towers};
use tavlei_render::{Mark, Scene, TextStyle};

use super::args::{People, PersonName, PlayArgs};
use super::begin::{Seeds, begin, limits, read_entered, sides_of_bots};
use crate::args::GameName;
use crate::bots;
use crate::game::Playable;
use crate::lines::Lines;
use crate::output::{Done, Failure, board, line, prompt};
use crate::publish::write_whole;

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

pub(super) fn run(args: &PlayArgs) -> Done {
    match args.board.game {
        GameName::Towers => sequential::<towers::Position, _>(args, Towers::default),
        GameName::Ashtarashki => sequential::<ashtarashki::Position, _>(args, Ashtarashki::default),
        GameName::Proryv => simultaneous(args),
    }
}

fn simultaneous(args: &PlayArgs) -> Done {
    let history = begin::<proryv::Position>(args)?;
    let seeds = Seeds::new(args);
    let mut bots: Vec<Box<dyn ChoiceBot<proryv::Position>>> = Vec::new();
    for &side in sides_of_bots(args) {
        let rng = seeds.of_bot(side)?;
        bots.push(bots::simultaneous(args.bot_of(side), args.table.as_deref(), history.position(), rng)?);
    }
    let limits = Side::BOTH.map(|side| limits(args, args.bot_of(side)));
    let think = move |history: &History<proryv::Position>, side: Side| {
        let bot = nth(&mut bots, side).ok_or_else(|| Failure::input("there is no bot"))?;
        let choice = bot.choose(history, side, &limits[side as usize]);
        let choice = choice.ok_or_else(|| bots::not_in_table(history.position()))?;
        Ok(history.position().entered_text(side, &choice))
    };
    Game::new(args, history, think).play()
}

fn sequential<G, E>(args: &PlayArgs, evaluation: fn() -> E) -> Done
where
    G: Playable + Sequential + Keyed + 'static,
    History<G>: Sync,
    E: Evaluation<G> + Send + Sync + 'static,
{
    let history = begin::<G>(args)?;
    let seeds = Seeds::new(args);
    let mut bots: Vec<Box<dyn Bot<G>>> = Vec::new();
    for &side in sides_of_bots(args) {
        let (game, name, rng) = (args.board.game, args.bot_of(side), || seeds.of_bot(side));
        bots.push(bots::sequential(game, name, evaluation(), Options::default(), rng)?);
    }
    let limits = Side::BOTH.map(|side| limits(args, args.bot_of(side)));
    let think = move |history: &History<G>, side: Side| {
        let mv = nth(&mut bots, side).and_then(|bot| bot.choose(history, &limits[side as usize]));
        let mv = mv.ok_or_else(|| Failure::input("there is no move"))?;
        Ok(history.position().move_text(&mv))
    };
    Game::new(args, history, think).play()
}

/// Returns the bot of a side, or the only one.
fn nth<T: ?Sized>(bots: &mut [Box<T>], side: Side) -> Option<&mut Box<T>> {
    let last = bots.len().saturating_sub(1);
    bots.get_mut((side as usize).min(last))
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
    people: People,
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
        Self { history, think, people: args.people(), save: args.save.as_deref(), style, last: Vec::new(), lines }
    }

    fn play(mut self) -> Done {
        line("Type a move, or help.")?;
        self.draw()?;
        'turn: loop {
            if let Some(end) = self.history.termination() {
                return line(format_args!("The game is over. {end}"));
            }
            // The bot chooses before the person does, so that it cannot know the other choice.
            let (to_move, players) = (self.history.position().to_move(), self.people);
            let (people, bots): (Vec<_>, Vec<_>) =
                Side::BOTH.into_iter().filter(|&side| to_move.includes(side)).partition(|&side| players.plays(side));
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
                _ => match read_entered(self.history.position(), side, said) {
                    Ok(text) => return Ok(Said::Entered(text)),
                    Err(reason) => line(reason)?,
                },
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
        self.people.are_to_move(self.history.position().to_move())
    }

    /// Writes the game as a record, whole or not at all.
    fn store(&self, place: &Path) -> Done {
        write_whole(place, Record::from_history(&self.history, Form::Long).to_string().as_bytes())
    }
}
