//! One module a command.

pub(crate) mod apply;
pub(crate) mod best;
pub(crate) mod bot;
pub(crate) mod convert;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod records;
pub(crate) mod replay;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod table;
