//! Move generation and perft of each game, each asserting its count.

#![allow(clippy::expect_used, clippy::panic, clippy::unreachable, reason = "a bench that can’t run ends")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tavlei::game::{Game, Notation, perft};
use tavlei::{ashtarashki, proryv, towers};
use tavlei_benches::{ASHTARASHKI, TOWERS, positions};

/// Lists and counts the moves of positions of the cases, and asserts that both come to the same number.
fn generate<G: Notation>(c: &mut Criterion, table: &str, moves: u64) {
    let positions = positions::<G>(table);
    let mut group = c.benchmark_group(format!("{}/the positions of the cases", G::NAME));
    group.bench_function("list", |b| {
        b.iter(|| {
            let listed: usize = positions.iter().map(|position| black_box(position).moves().len()).sum();
            assert_eq!(listed as u64, moves);
        });
    });
    group.bench_function("count", |b| {
        b.iter(|| {
            let counted: u64 = positions.iter().map(|position| black_box(position).count_moves()).sum();
            assert_eq!(counted, moves);
        });
    });
    group.finish();
}

/// Counts the sequences of the given number of plies from the start.
fn from_start<G: Game>(c: &mut Criterion, name: &str, plies: u32, nodes: u128) {
    let start = G::default();
    c.bench_function(&format!("{name}/perft {plies}"), |b| {
        b.iter(|| assert_eq!(perft(black_box(&start), plies), nodes));
    });
}

fn towers(c: &mut Criterion) {
    generate::<towers::Position>(c, TOWERS, moves_in_the_cases(TOWERS, 2));
    from_start::<towers::Position>(c, "towers", 8, 925_945);
}

fn ashtarashki(c: &mut Criterion) {
    generate::<ashtarashki::Position>(c, ASHTARASHKI, moves_in_the_cases(ASHTARASHKI, 2));
    from_start::<ashtarashki::Position>(c, "ashtarashki", 6, 154_929);
}

fn proryv(c: &mut Criterion) {
    let start = proryv::Position::default();
    c.bench_function("proryv/list", |b| b.iter(|| assert_eq!(black_box(&start).moves().len(), 169)));
    from_start::<proryv::Position>(c, "proryv", 3, 13_352_388);
}

/// Returns how many moves a table of cases lists in all: they stand in one column, separated by spaces.
fn moves_in_the_cases(table: &str, column: usize) -> u64 {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split('\t').nth(column)).map(|moves| moves.split_whitespace().count() as u64).sum()
}

criterion_group!(benches, towers, ashtarashki, proryv);
criterion_main!(benches);
