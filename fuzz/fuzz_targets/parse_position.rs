//! Runs [`tavlei_fuzz::parse_position`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::parse_position(data));
