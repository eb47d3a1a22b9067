//! Whatever bytes a record holds, each is in a tag, a move, a comment or a result, is known decoration, or is reported.

use proptest::prelude::*;
use tavlei_verify::records::account;

/// Pieces of which texts are made that come close to records.
const SCRAPS: [&str; 122] = [
    " ",
    " ",
    " ",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "\u{a0}",
    "\u{200b}",
    "\u{feff}",
    "\u{1b}[1m",
    "\0",
    "\u{85}",
    "[A \"b\"]",
    "[a \"c\"]",
    "[White \"A\"]",
    "[Result \"1-0\"]",
    "[FEN \"W:Wa1:Bg7:H3:F7\"]",
    "[A b]",
    "[A “b”",
    "[A \"b",
    "[%clk 1]",
    "[",
    "]",
    "\"",
    "\\",
    "1.",
    "1",
    "2.",
    "2",
    "2...",
    "12",
    "0.",
    "65537.",
    "2218",
    "1115",
    "99999999999999999999",
    "1)",
    "1-",
    "3:",
    ".",
    "…",
    "c3-d4",
    "f6-e5",
    "d4:f6",
    "cd4",
    "b:d4",
    "M3cd4",
    "V2c7 W",
    "Wd8Z",
    "22-18",
    "11x15",
    "--",
    "-",
    "–",
    "---",
    "-----",
    ":",
    "x",
    "х",
    "a3(b4)(b6)a7",
    "c7-b8=K",
    "cd",
    "c-d",
    "d",
    "M1",
    "o",
    "*",
    "**",
    "d4*f6",
    "c3-d4*",
    "1-0",
    "0-1",
    "1/2",
    "½",
    "½-½",
    "0.5",
    "1 : 0",
    "draw",
    "ничья",
    "{",
    "}",
    "{so}",
    "{}",
    "(",
    ")",
    "(1. e3-d4)",
    ";",
    "; so\n",
    "%",
    "\n% so",
    "word",
    "слово 2.",
    "!",
    "!?",
    "$4",
    "$",
    "+-",
    "=",
    "±",
    "|",
    "|---|---|",
    "<&>~@^`€",
    "－",
    "：",
    "ｘ",
    "＿",
    "／",
    "ｃ３－ｄ４",
    "３",
    "１．",
    "‑",
    "―",
    "×",
    "⁄",
    "3e",
    "3e:",
    "47.",
    "e",
    "\u{1}",
    "b\u{1}:",
];

fn scraps() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(SCRAPS.as_slice()), 0..30).prop_map(|scraps| scraps.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost_of_what_comes_close_to_records(text in scraps()) {
        let _ = account(text.as_bytes());
    }

    #[test]
    fn nothing_is_lost_of_any_text(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = account(text.as_bytes());
        let _ = account(&bytes);
    }
}

/// The balance itself fails if a reader passes something over.
#[test]
fn each_kind_of_text_is_accounted_for() {
    for (source, games, moves, reported) in [
        ("", 0, 0, 0),
        ("1. c3-d4! f6-e5 {so} (or so) $4 *", 1, 2, 0),
        ("1. 2218 1115", 1, 2, 1),
        ("\u{1b} 1. c3-d4 ~ *", 1, 1, 2),
        ("1. c3-d4 {", 1, 1, 1),
        ("1-0\n[A \"b\"] *", 1, 0, 1),
    ] {
        let found = account(source.as_bytes());
        assert_eq!((found.games, found.moves, found.reported), (games, moves, reported), "{source:?}");
    }
}
