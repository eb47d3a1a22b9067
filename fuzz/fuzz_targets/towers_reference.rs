//! Runs [`tavlei_fuzz::towers_reference`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::towers_reference(data));
