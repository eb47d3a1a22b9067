//! Runs [`tavlei_fuzz::ashtarashki_reference`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::ashtarashki_reference(data));
