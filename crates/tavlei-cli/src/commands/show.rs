//! `tavlei show`: the board, as text or as a picture, whose turn it is, and how the game has ended.

use std::path::Path;

use clap::{Args, ValueEnum};
use serde::Serialize;
use tavlei::game::Outcome;
use tavlei_render::{Scene, Style, Theme};

use crate::args::{BoardArgs, OutputArgs, ScreenArgs, quiet};
use crate::game::{Playable, Task, with_game};
use crate::output::{Done, Failure, board, json, line};
use crate::publish::write_whole;
use crate::setting::Setting;

#[derive(Debug, Args)]
#[command(arg = quiet(), after_help = "Examples:\n  tavlei show towers\n  tavlei show towers --position 'w a3=0;b4=00' --move a3:c5 --svg move.svg\n  tavlei show proryv --move 'b2-c3 c4-c3' --ascii")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Write the board as an SVG picture; - writes it to standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) svg: Option<std::path::PathBuf>,
    /// The colours of the picture
    #[arg(long, value_enum, value_name = "THEME", default_value = "light", requires = "svg")]
    pub(crate) theme: ThemeName,
    /// Mark this move on the board: a3:c5:e7, or both choices of a turn, 'b2-c3 --'
    #[arg(long = "move", value_name = "MOVE", conflicts_with = "json", allow_hyphen_values = true)]
    pub(crate) mv: Option<String>,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    /// Warm colours on a light page
    Light,
    /// The same on a dark page
    Dark,
    /// Black and white
    Print,
    /// Colours that the common kinds of colour blindness tell apart
    ColourBlind,
}

pub(crate) fn run(args: &ShowArgs) -> Done {
    with_game(&args.board, &Show { args })
}

struct Show<'a> {
    args: &'a ShowArgs,
}

/// The state of a game, as `apply` and `show` print it.
#[derive(Serialize)]
pub(crate) struct State {
    #[serde(flatten)]
    setting: Setting,
    over: bool,
    winner: Option<&'static str>,
    reason: Option<String>,
    score: String,
}

impl State {
    pub(crate) fn of<G: Playable>(position: &G) -> Self {
        let outcome = position.outcome();
        Self {
            setting: Setting::of(position),
            over: outcome.is_some(),
            winner: outcome.and_then(|outcome| outcome.winner()).map(tavlei::game::Side::name),
            reason: outcome.map(|outcome| format!("{:?}", outcome.reason())),
            score: outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.score().to_string()),
        }
    }
}

impl Task for Show<'_> {
    fn run<G: Playable>(&self, position: G) -> Done {
        if self.args.output.json {
            return json(&State::of(&position));
        }
        if let Some(place) = &self.args.svg {
            return draw(&position, self.args, place);
        }
        board(&scene(&position, self.args)?, &self.args.screen.style())?;
        line(&position)?;
        match position.outcome() {
            None => line(position.turn()),
            Some(outcome) => line(ending(&outcome)),
        }
    }
}

/// Returns the scene of the position, with the move that is asked for.
fn scene(position: &impl Playable, args: &ShowArgs) -> Result<Scene, Failure> {
    let Some(mv) = &args.mv else { return Ok(Scene::of(position)) };
    let words: Vec<_> = mv.split_whitespace().map(str::to_owned).collect();
    let mv = position.read_words(&words).map_err(|error| Failure::Input(format!("--move: {error}")))?;
    Ok(position.scene_of_move(&mv))
}

/// Writes the picture of a position to a file, whole or not at all, or to standard output.
fn draw(position: &impl Playable, args: &ShowArgs, place: &Path) -> Done {
    let theme = match args.theme {
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
        ThemeName::Print => Theme::Print,
        ThemeName::ColourBlind => Theme::ColourBlind,
    };
    let svg = scene(position, args)?.svg(&Style::default().with_theme(theme).with_flip(args.screen.flip));
    if place == Path::new("-") {
        return line(svg.trim_end());
    }
    write_whole(place, &svg)
}

/// Returns how a game has ended, in words.
pub(crate) fn ending<R: std::fmt::Display>(outcome: &Outcome<R>) -> String {
    let winner = match outcome.winner() {
        Some(side) => format!("{side} has won"),
        None => "a draw".to_owned(),
    };
    format!("the game is over, {winner}: {} ({})", outcome.reason(), outcome.score())
}
