//! The requirements of the commands on a game, and the dispatch from its name to its type.

use tavlei::game::text::Escaped;
use tavlei::game::{ChoiceNotation, EnterMove, Joint, MoveStats, Notation, Sequential, Side, ToMove};
use tavlei::{ashtarashki, proryv, towers};
use tavlei_render::{Picture, Scene};

use crate::args::{BoardArgs, GameName};
use crate::output::{Done, Failure};

/// A game that the commands can work on.
pub(crate) trait Playable: EnterMove<Move: Send, Reason: Send> + MoveStats + Picture + Send + Sync {
    /// The legal moves, sorted as text.
    fn move_lists(&self) -> MoveLists {
        match self.to_move() {
            ToMove::One(side) => MoveLists::One(self.texts_of(side)),
            ToMove::Both => MoveLists::Two(self.texts_of(Side::White), self.texts_of(Side::Black)),
        }
    }

    /// The legal moves or choices of a side, sorted as text.
    fn texts_of(&self, side: Side) -> Vec<String> {
        sorted(self.moves_of(side).iter().map(|entered| self.entered_text(side, entered)).collect())
    }

    /// Returns the side to move as text for people.
    fn turn(&self) -> String;

    /// Returns whether one argument of the command line has all words of a ply.
    fn is_ply(_arg: &str) -> bool {
        true
    }

    /// Reads the words of one ply as a move.
    fn read_words(&self, words: &[impl AsRef<str>]) -> Result<Self::Move, String>;

    /// The squares that a legal move begins and ends on, or visits.
    fn squares_of_move(&self, mv: &Self::Move) -> Vec<String>;

    /// Pictures a legal move on the board before it.
    fn scene_of_move(&self, mv: &Self::Move) -> Scene;
}

/// The legal moves as text.
#[derive(Debug)]
pub(crate) enum MoveLists {
    /// Of the side to move.
    One(Vec<String>),
    /// Of White and of Black, who choose at once.
    Two(Vec<String>, Vec<String>),
}

/// A command as something that can be done with any game.
pub(crate) trait Task {
    /// Does it.
    fn run<G: Playable>(&self, position: G) -> Done;
}

/// Reads rules and position, and does the task with the game that the arguments name.
pub(crate) fn with_game(args: &BoardArgs, task: &impl Task) -> Done {
    match args.game {
        GameName::Towers => task.run(read_position::<towers::Position>(args)?),
        GameName::Ashtarashki => task.run(read_position::<ashtarashki::Position>(args)?),
        GameName::Proryv => task.run(read_position::<proryv::Position>(args)?),
    }
}

/// Reads the position that the arguments give, under their rules.
pub(crate) fn read_position<G: Notation>(args: &BoardArgs) -> Result<G, Failure> {
    let rules = args.setup.rules.parse().map_err(|error| Failure::Usage(format!("--rules: {error}")))?;
    G::read_position(&args.setup.position, &rules).map_err(|error| Failure::Input(format!("position: {error}")))
}

/// The same, of a game that is not over: there is nothing to look for in others.
pub(crate) fn read_unfinished<G: Notation>(args: &BoardArgs) -> Result<G, Failure> {
    let position: G = read_position(args)?;
    match position.outcome() {
        None => Ok(position),
        Some(outcome) => Err(Failure::Input(format!("the game is over: {outcome}"))),
    }
}

impl Playable for towers::Position {
    fn turn(&self) -> String {
        format!("{} to move", self.side_to_move())
    }

    fn read_words(&self, words: &[impl AsRef<str>]) -> Result<Self::Move, String> {
        read_move(self, words)
    }

    fn squares_of_move(&self, mv: &Self::Move) -> Vec<String> {
        self.path(self.side_to_move(), mv).iter().map(ToString::to_string).collect()
    }

    fn scene_of_move(&self, mv: &Self::Move) -> Scene {
        Scene::of(self).with_path(&self.squares_of_move(mv))
    }
}

impl Playable for ashtarashki::Position {
    fn turn(&self) -> String {
        format!("{} to move", self.side_to_move())
    }

    fn read_words(&self, words: &[impl AsRef<str>]) -> Result<Self::Move, String> {
        read_move(self, words)
    }

    fn squares_of_move(&self, mv: &Self::Move) -> Vec<String> {
        self.path(self.side_to_move(), mv).iter().map(ToString::to_string).collect()
    }

    fn scene_of_move(&self, mv: &Self::Move) -> Scene {
        Scene::of(self).with_path(&self.squares_of_move(mv))
    }
}

impl Playable for proryv::Position {
    fn turn(&self) -> String {
        format!("both to choose, {} records", self.recorder())
    }

    /// A turn in one argument, `'b2-c3 --'`: it is more than a choice, or two passes.
    fn is_ply(arg: &str) -> bool {
        arg.parse::<proryv::Choice>().is_err() && arg.contains(char::is_whitespace)
            || arg.split_whitespace().filter(|word| *word == "--").count() == 2
    }

    fn read_words(&self, words: &[impl AsRef<str>]) -> Result<Self::Move, String> {
        let [white, black] = words else { return read_move(self, words) };
        let choice = |side: Side, text: &str| {
            self.read_choice(side, text).map_err(|error| format!("{side}’s ‘{}’: {error}", Escaped(text)))
        };
        Ok(Joint { white: choice(Side::White, white.as_ref())?, black: choice(Side::Black, black.as_ref())? })
    }

    fn squares_of_move(&self, mv: &Self::Move) -> Vec<String> {
        let squares = |choice: &proryv::Choice| match *choice {
            proryv::Choice::Step { from, to } => vec![from.to_string(), to.to_string()],
            _ => Vec::new(),
        };
        Side::BOTH.into_iter().flat_map(|side| squares(mv.of(side))).collect()
    }

    fn scene_of_move(&self, mv: &Self::Move) -> Scene {
        Scene::of_turn(self, mv)
    }
}

fn read_move<G: Notation>(position: &G, words: &[impl AsRef<str>]) -> Result<G::Move, String> {
    let text = words.first().map_or("", AsRef::as_ref);
    position.read_move(text).map_err(|error| format!("‘{}’: {error}", Escaped(text)))
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}
