//! `tavlei show`: the board, as text or as a picture, whose turn it is, and how the game has ended.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;
use tavlei::game::text::Escaped;
use tavlei::game::{Game, Outcome};
use tavlei::record::{Replayed, replay};
use tavlei_render::{Mark, Scene, Style, Theme};

use super::records;
use crate::args::{BoardArgs, OutputArgs, ScreenArgs, quiet, time};
use crate::game::{Playable, Task, with_game};
use crate::output::{Done, Failure, board, json, line};
use crate::publish::write_whole;
use crate::setting::Setting;
use crate::words::play_words;

#[derive(Debug, Args)]
#[command(arg = quiet(), after_help = "Examples:\n  tavlei show towers\n  tavlei show towers c3-d4 f6-e5 d4:f6\n  \
tavlei show towers --position 'w a3=0;b4=00' --move a3:c5 --svg move.svg\n  \
tavlei show proryv --move 'b2-c3 c4-c3' --ascii\n  tavlei show towers --record game.pdn --ply 12\n  \
tavlei show ashtarashki --record game.txt --animation game.svg")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Play these moves first, as in `tavlei apply`; the last one is marked
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Play the first game of this file instead; - reads it from standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position", "rules"])]
    pub(crate) record: Option<String>,
    /// Stop after this number of plies, in Proryv of turns [default: all that are given]
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
    /// Mark this move on the board: a3:c5:e7, or both choices of a turn, 'b2-c3 --'
    #[arg(long = "move", value_name = "MOVE", conflicts_with = "json", allow_hyphen_values = true)]
    pub(crate) mv: Option<String>,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Which picture is written, and where.
#[derive(Debug, Args)]
pub(crate) struct PictureArgs {
    /// Write the board as an SVG picture; - writes it to standard output
    #[arg(long, value_name = "FILE", group = "drawn", conflicts_with = "json")]
    pub(crate) svg: Option<PathBuf>,
    /// Write the board as a TikZ picture for LaTeX; - writes it to standard output
    #[arg(long, value_name = "FILE", group = "drawn", conflicts_with = "json")]
    pub(crate) tikz: Option<PathBuf>,
    /// Write the board as a PNG picture
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE", group = "drawn", conflicts_with = "json")]
    pub(crate) png: Option<PathBuf>,
    /// --png: the width in pixels
    #[cfg(feature = "png")]
    #[arg(long, value_name = "PIXELS", default_value_t = 800, requires = "png", value_parser = clap::value_parser!(u32).range(1..=8192))]
    pub(crate) width: u32,
    /// Write all positions of the moves as one SVG picture; - writes it to standard output
    #[arg(long, value_name = "FILE", group = "drawn", conflicts_with_all = ["json", "mv"])]
    pub(crate) sheet: Option<PathBuf>,
    /// --sheet: the number of boards in a row
    #[arg(long, value_name = "N", default_value_t = 4, requires = "sheet")]
    pub(crate) columns: usize,
    /// Write all positions of the moves as an SVG picture that shows one after the other; - writes it to standard output
    #[arg(long, value_name = "FILE", group = "drawn", conflicts_with_all = ["json", "mv"])]
    pub(crate) animation: Option<PathBuf>,
    /// --animation: the time for each position
    #[arg(long, value_name = "TIME", default_value = "1s", requires = "animation", value_parser = time)]
    pub(crate) pause: Duration,
    /// The colours of the picture
    #[arg(long, value_enum, value_name = "THEME", default_value = "light", requires = "drawn")]
    pub(crate) theme: ThemeName,
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
        let args = self.args;
        let line_of_play = LineOfPlay::of(args, position)?;
        let position = line_of_play.last();
        if args.output.json {
            return json(&State::of(position));
        }
        let scene = match &args.mv {
            None => line_of_play.scene(line_of_play.moves.len()),
            Some(mv) => scene_of(position, mv)?,
        };
        if draw(&args.picture, args.screen.flip, &scene, || line_of_play.scenes())? {
            return Ok(());
        }
        board(&scene, &args.screen.style())?;
        line(position)?;
        match position.outcome() {
            None => line(position.turn()),
            Some(outcome) => line(ending(&outcome)),
        }
    }
}

/// A start position, and moves from there.
struct LineOfPlay<G: Game> {
    /// One more than there are moves.
    positions: Vec<G>,
    moves: Vec<G::Move>,
}

impl<G: Playable> LineOfPlay<G> {
    /// The moves that are given or recorded, up to the ply that is asked for.
    fn of(args: &ShowArgs, start: G) -> Result<Self, Failure> {
        let mut line = match &args.record {
            None => Self::of_words(start, &args.moves)?,
            Some(file) => Self::of_record(file)?,
        };
        if let Some(ply) = args.ply {
            if ply > line.moves.len() {
                return Err(Failure::Usage(format!("--ply: there are {} plies", line.moves.len())));
            }
            line.moves.truncate(ply);
            line.positions.truncate(ply + 1);
        }
        Ok(line)
    }

    fn of_words(mut position: G, words: &[String]) -> Result<Self, Failure> {
        let (mut positions, mut moves) = (Vec::new(), Vec::new());
        play_words(&mut position, words, |before, mv| {
            positions.push(before.clone());
            moves.push(mv.clone());
        })?;
        positions.push(position);
        Ok(Self { positions, moves })
    }

    fn of_record(file: &str) -> Result<Self, Failure> {
        let read = records::open(file)?.read_record();
        let record = read.map_err(|error| Failure::Input(records::unreadable(file, &error)))?;
        let record = record.ok_or_else(|| Failure::Input(format!("{file}: there is no game in it")))?;
        if let Some(other) = record.game().filter(|game| !game.eq_ignore_ascii_case(G::NAME)) {
            return Err(Failure::Usage(format!("{file}: it is a game of {}, not of {}", Escaped(other), G::NAME)));
        }
        let replayed = replay::<G>(&record).map_err(|error| Failure::Input(format!("{file}: {error}")))?;
        let Replayed { history, .. } = replayed;
        let positions = (0..=history.len()).filter_map(|plies| history.position_at(plies).cloned()).collect();
        Ok(Self { positions, moves: history.moves().cloned().collect() })
    }

    fn last(&self) -> &G {
        // There is a position after every move, and the start position.
        &self.positions[self.moves.len()]
    }

    /// Pictures the position after this number of plies, with the last move marked.
    fn scene(&self, plies: usize) -> Scene {
        let scene = Scene::of(&self.positions[plies]);
        match plies.checked_sub(1) {
            None => scene,
            Some(last) => scene.with_marks(Mark::Tint, &self.positions[last].squares_of_move(&self.moves[last])),
        }
    }

    fn scenes(&self) -> Vec<Scene> {
        (0..=self.moves.len()).map(|plies| self.scene(plies)).collect()
    }
}

/// Pictures a move, given as text, on the board before it.
fn scene_of(position: &impl Playable, mv: &str) -> Result<Scene, Failure> {
    let words: Vec<_> = mv.split_whitespace().collect();
    let mv = position.read_words(&words).map_err(|error| Failure::Input(format!("--move: {error}")))?;
    Ok(position.scene_of_move(&mv))
}

/// Writes the picture that is asked for to its file, whole or not at all, or to standard output. Returns whether there is
/// one.
fn draw(
    args: &PictureArgs,
    is_flipped: bool,
    scene: &Scene,
    scenes: impl FnOnce() -> Vec<Scene>,
) -> Result<bool, Failure> {
    let theme = match args.theme {
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
        ThemeName::Print => Theme::Print,
        ThemeName::ColourBlind => Theme::ColourBlind,
    };
    let style = Style::default().with_theme(theme).with_flip(is_flipped);
    #[cfg(feature = "png")]
    if let Some(place) = &args.png {
        let png = scene.png(&style, args.width).map_err(|error| Failure::Input(format!("--png: {error}")))?;
        return write_whole(place, &png).map(|()| true);
    }
    let (place, picture) = if let Some(place) = &args.svg {
        (place, scene.svg(&style))
    } else if let Some(place) = &args.tikz {
        (place, scene.tikz(&style))
    } else if let Some(place) = &args.sheet {
        (place, Scene::sheet(&scenes(), args.columns, &style))
    } else if let Some(place) = &args.animation {
        (place, Scene::animation(&scenes(), args.pause.as_secs_f64(), &style))
    } else {
        return Ok(false);
    };
    if place == Path::new("-") {
        return line(picture.trim_end()).map(|()| true);
    }
    write_whole(place, picture.as_bytes()).map(|()| true)
}

/// Returns how a game has ended, in words.
pub(crate) fn ending<R: std::fmt::Display>(outcome: &Outcome<R>) -> String {
    let winner = match outcome.winner() {
        Some(side) => format!("{side} has won"),
        None => "a draw".to_owned(),
    };
    format!("the game is over, {winner}: {} ({})", outcome.reason(), outcome.score())
}
