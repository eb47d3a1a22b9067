//! Records are read, mended, refused, played and written.

mod hostile;
mod reading;
mod replaying;
#[cfg(feature = "serde")]
mod serialized;
mod toy;
mod writing;
