//! Tests of records: read, mended, refused, played and written; published ones, random ones, and ones with slips.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

mod hostile;
mod published;
mod random;
mod reading;
mod replaying;
#[cfg(feature = "serde")]
mod serialized;
mod slips;
mod strangers;
mod strangers_edges;
mod toy;
mod writing;
