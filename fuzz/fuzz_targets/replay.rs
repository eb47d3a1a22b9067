//! Runs [`tavlei_fuzz::replay`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::replay(data));
