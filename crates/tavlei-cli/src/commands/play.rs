//! `tavlei play`: a game in the terminal, against a bot or between two people at one keyboard, or of two bots.

mod args;
mod begin;
mod lines;
#[cfg(feature = "screen")]
mod screen;

pub(crate) use self::args::PlayArgs;
use crate::output::{Done, Failure};

/// Plays on the full screen, or line by line if that is asked for or if there is no screen.
pub(crate) fn run(args: &PlayArgs) -> Done {
    #[cfg(feature = "screen")]
    if !args.lines && screen::is_there() {
        return screen::run(args);
    }
    if args.clock.is_some() {
        return Err(Failure::Usage(
            "--clock is for the full screen: a terminal, and a build with the feature screen".into(),
        ));
    }
    lines::run(args)
}
