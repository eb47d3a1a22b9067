//! Runs [`tavlei_fuzz::parse_move`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::parse_move(data));
