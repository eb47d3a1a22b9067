//! Runs [`tavlei_fuzz::nothing_lost`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::nothing_lost(data));
