//! The bodies of the fuzz targets as ordinary tests: on the committed corpora, on small changes to them, and on noise.
//! The same bytes in every run.

use std::fs;
use std::path::Path;

use tavlei_fuzz::TARGETS;

/// A target, its corpus in the order of the file names, and bytes made of it, so many times.
fn run(name: &str, times: u64) {
    let (_, target) = TARGETS.into_iter().find(|(known, _)| *known == name).expect(name);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder).expect(name).map(|entry| entry.expect(name).path()).collect();
    files.sort();
    let corpus: Vec<Vec<u8>> = files.iter().map(|path| fs::read(path).expect(name)).collect();
    assert!(!corpus.is_empty(), "{name} has no corpus");
    for (path, seed) in files.iter().zip(&corpus) {
        println!("{}", path.display()); // shown if it fails
        target(seed);
    }
    let mut random = Random(1);
    for _ in 0..times {
        let bytes = if random.below(4) == 0 { noise(&mut random) } else { change(&corpus, &mut random) };
        let failed = std::panic::catch_unwind(|| target(&bytes)).is_err();
        assert!(!failed, "{name} fails on {bytes:?}, that is {:?}", String::from_utf8_lossy(&bytes));
    }
    println!("{name}: {} files, {times} inputs", corpus.len());
}

/// Up to 100 bytes of no meaning.
fn noise(random: &mut Random) -> Vec<u8> {
    (0..random.below(100)).map(|_| random.next() as u8).collect()
}

/// A member of the corpus with up to eight changes: a bit, a byte, a piece left out, said twice, or taken from another.
fn change(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = corpus[random.below(corpus.len())].clone();
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(8)).min(bytes.len());
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 => bytes.insert(at, b"abcdefgh12345678:-x=,;/MVWFw "[random.below(29)]),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let twice = bytes[at..end].to_vec();
                bytes.splice(at..at, twice);
            }
            _ => {
                let other = &corpus[random.below(corpus.len())];
                let from = random.below(other.len() + 1);
                let to = (from + random.below(40)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
        }
    }
    bytes
}

/// SplitMix64: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

#[test]
fn towers_reference() {
    run("towers_reference", 400);
}

#[test]
fn ashtarashki_reference() {
    run("ashtarashki_reference", 1_000);
}

#[test]
fn proryv_reference() {
    run("proryv_reference", 200);
}

#[test]
fn parse_position() {
    run("parse_position", 10_000);
}

#[test]
fn parse_move() {
    run("parse_move", 10_000);
}

#[test]
fn parse_record() {
    run("parse_record", 10_000);
}

#[test]
fn nothing_lost() {
    run("nothing_lost", 10_000);
}

#[test]
fn replay() {
    run("replay", 3_000);
}

#[test]
fn capture() {
    run("capture", 3_000);
}

#[test]
fn proryv_protocol() {
    run("proryv_protocol", 5_000);
}

#[test]
fn sealed_move() {
    run("sealed_move", 300);
}

#[test]
fn table() {
    run("table", 5_000);
}
