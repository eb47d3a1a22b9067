//! Records of the three games: published ones, random ones, and ones with slips.

mod published;
mod random;
mod slips;
