//! Runs [`tavlei_fuzz::table`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::table(data));
