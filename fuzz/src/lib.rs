//! Equivalences that hold for any bytes: the bodies of the fuzz targets, which ordinary tests call, too.
//!
//! Every function takes bytes, makes of them what it needs, and panics if something is not as it must be. None may
//! panic, whatever the bytes.

mod bytes;
mod capture;
mod play;
mod protocol;
mod records;
mod table;
mod text;

pub use capture::capture;
pub use play::{ashtarashki_reference, proryv_reference, towers_reference};
pub use protocol::{proryv_protocol, sealed_move};
pub use records::{nothing_lost, parse_record, replay};
pub use table::table;
pub use text::{parse_move, parse_position};

/// A target: checks an equivalence on any bytes.
pub type Target = fn(&[u8]);

/// All targets, by name.
pub const TARGETS: [(&str, Target); 12] = [
    ("towers_reference", towers_reference),
    ("ashtarashki_reference", ashtarashki_reference),
    ("proryv_reference", proryv_reference),
    ("parse_position", parse_position),
    ("parse_move", parse_move),
    ("parse_record", parse_record),
    ("nothing_lost", nothing_lost),
    ("replay", replay),
    ("capture", capture),
    ("proryv_protocol", proryv_protocol),
    ("sealed_move", sealed_move),
    ("table", table),
];
