//! The READMEs of the crates, whose programs are compiled and run like those of the book.

/// Passes the READMEs to rustdoc, which runs the programs in them.
macro_rules! readmes {
    ($($name:ident: $folder:literal;)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../crates/", $folder, "/README.md"))]
            mod $name {}
        )*
    };
}

readmes! {
    geometry: "tavlei-geometry";
    game: "tavlei-game";
    towers: "tavlei-towers";
    ashtarashki: "tavlei-ashtarashki";
    proryv: "tavlei-proryv";
    perft: "tavlei-perft";
    record: "tavlei-record";
    search: "tavlei-search";
    solve: "tavlei-solve";
    render: "tavlei-render";
}
