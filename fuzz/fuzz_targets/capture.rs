//! Runs [`tavlei_fuzz::capture`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::capture(data));
