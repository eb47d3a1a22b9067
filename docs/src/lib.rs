//! The book of tavlei, read by the compiler: every program in it is compiled and run with the tests.
//!
//! The book itself is the Markdown beside this file, in the order of `SUMMARY.md`; `mdbook build docs` turns it into
//! pages. That nothing is missing here, and that no link leads astray, is checked in `tests/suite/book.rs`.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "the programs of the book show what is good input")]

pub mod helpers;
mod readmes;

/// Hands the pages to rustdoc, which runs the programs in them.
macro_rules! pages {
    ($($name:ident: $file:literal;)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!($file)]
            mod $name {}
        )*
    };
}

pages! {
    introduction: "introduction.md";
    faq: "faq.md";
    gallery: "gallery.md";
    rules: "rules.md";
    towers: "towers.md";
    ashtarashki: "ashtarashki.md";
    proryv: "proryv.md";
    notation: "notation.md";
    decisions: "decisions.md";
    play: "play.md";
    embed: "embed.md";
    bot: "bot.md";
    count: "count.md";
    sealed_move: "sealed-move.md";
    pictures: "pictures.md";
    web: "web.md";
    python: "python.md";
    side_by_side: "side-by-side.md";
    add_a_game: "add-a-game.md";
    design: "design.md";
    trust: "trust.md";
    perft: "perft.md";
    performance: "performance.md";
    proryv_solved: "proryv-solved.md";
    matches: "matches.md";
    glossary: "glossary.md";
    comparison: "comparison.md";
    ru_introduction: "ru/introduction.md";
    ru_towers: "ru/towers.md";
    ru_ashtarashki: "ru/ashtarashki.md";
    ru_proryv: "ru/proryv.md";
    notes_counting: "notes/counting.md";
    notes_search: "notes/search.md";
    notes_solver: "notes/solver.md";
}
