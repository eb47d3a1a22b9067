//! Squares as text: what is written, what is read, and what is refused and where.

use proptest::prelude::*;
use tavlei_geometry::text::{FoundChar, ParseSquareError, fold};
use tavlei_geometry::{dark, rect};

/// Every file letter and every rank digit as people write them: plain, capital, Cyrillic, full-width.
const FILES: [&str; 8] =
    ["aAаАａＡ", "bBвВьЬｂＢ", "cCсСｃＣ", "dDԁԀｄＤ", "eEеЕёЁｅＥ", "fFｆＦ", "gGɡԍԌｇＧ", "hHнНһҺｈＨ"];
const RANKS: [&str; 8] = ["1１", "2２", "3Зз３", "4４", "5５", "6６", "7７", "8８"];

/// What else is folded: the plain character, then its look-alikes.
const LOOK_ALIKES: [(char, &str); 12] = [
    ('k', "KКк"),
    ('m', "MМм"),
    ('o', "OОо"),
    ('p', "PРр"),
    ('t', "TТт"),
    ('v', "VѴѵ"),
    ('w', "WѠѡԜԝ"),
    ('x', "XХх×✕✖"),
    ('y', "YУу"),
    ('-', "‐‑‒–—―−﹣"),
    (':', "∶꞉"),
    ('/', "⁄∕"),
];

#[test]
fn look_alikes_are_folded_and_nothing_else_is() {
    let mut folded = std::collections::BTreeMap::new();
    for (plain, alike) in LOOK_ALIKES {
        folded.extend(alike.chars().map(|c| (c, plain)));
    }
    for (alike, plain) in FILES.iter().zip('a'..).chain(RANKS.iter().zip('1'..)) {
        folded.extend(alike.chars().map(|c| (c, plain)));
    }
    folded.extend("ijlnqrsuz".chars().map(|plain| (plain.to_ascii_uppercase(), plain)));
    folded.extend((0x21..=0x7e).filter_map(|code| {
        let plain = char::from(code).to_ascii_lowercase();
        Some((char::from_u32(u32::from(code) + 0xff01 - 0x21)?, plain))
    }));
    let wide = ('\u{2000}'..='\u{200a}').chain(['\t', '\u{a0}', '\u{202f}', '\u{205f}', '\u{3000}']);
    folded.extend(wide.map(|c| (c, ' ')));
    // What nobody sees: soft hyphens, spaces without width, marks of direction.
    let unseen = ('\u{200b}'..='\u{200f}').chain('\u{202a}'..='\u{202e}').chain(['\u{ad}', '\u{2060}']);
    folded.extend(unseen.map(|c| (c, ' ')));

    for c in '\0'..=char::MAX {
        assert_eq!(fold(c), folded.get(&c).copied().unwrap_or(c), "{c:?} ({:#x})", c as u32);
        assert_eq!(fold(fold(c)), fold(c), "{c:?} ({:#x})", c as u32);
    }
}

#[test]
fn squares_are_written_file_then_rank() {
    let names = |rank| ('a'..='h').map(move |file| format!("{file}{rank}"));
    let all: Vec<String> = (1..=8).flat_map(names).collect();
    let rect: Vec<String> = (0..64).filter_map(rect::Square::new).map(|square| square.to_string()).collect();
    assert_eq!(rect, all);
    let is_dark = |name: &&String| name.bytes().map(u32::from).sum::<u32>() % 2 == 0;
    let dark: Vec<String> = dark::Square::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(dark.iter().collect::<Vec<_>>(), all.iter().filter(is_dark).collect::<Vec<_>>());
    assert_eq!(format!("{:?} {:?}", dark::Square::C3, rect::Square::new(0)), "c3 Some(a1)");
}

#[test]
fn squares_are_read_in_any_alphabet() {
    for (file, letters) in FILES.iter().enumerate() {
        for (rank, digits) in RANKS.iter().enumerate() {
            for text in letters.chars().flat_map(|letter| digits.chars().map(move |digit| format!("{letter}{digit}"))) {
                let square = rect::Square::at(file as u8, rank as u8).expect("on the grid");
                assert_eq!(text.parse(), Ok(square), "{text}");
                let light = ParseSquareError::Light {
                    file: ('a'..).nth(file).expect("a letter"),
                    rank: ('1'..).nth(rank).expect("a digit"),
                };
                assert_eq!(text.parse(), dark::Square::at(file as u8, rank as u8).ok_or(light), "{text}");
            }
        }
    }
}

#[test]
fn what_is_no_square_is_refused_with_its_place() {
    let refused = |text: &str, message: &str| {
        let dark = text.parse::<dark::Square>().map_err(|error| error.to_string());
        let rect = text.parse::<rect::Square>().map_err(|error| error.to_string());
        assert_eq!((dark, rect), (Err(message.into()), Err(message.into())), "{text:?}");
    };
    refused("", "byte 0: expected a file, a to h, found the end");
    refused("i1", "byte 0: expected a file, a to h, found ‘i’");
    refused("`1", "byte 0: expected a file, a to h, found ‘`’");
    refused("11", "byte 0: expected a file, a to h, found ‘1’");
    refused("я1", "byte 0: expected a file, a to h, found ‘я’");
    refused(" c3", "byte 0: expected a file, a to h, found ‘ ’");
    refused("c", "byte 1: expected a rank, 1 to 8, found the end");
    refused("С", "byte 2: expected a rank, 1 to 8, found the end");
    refused("c0", "byte 1: expected a rank, 1 to 8, found ‘0’");
    refused("c9", "byte 1: expected a rank, 1 to 8, found ‘9’");
    refused("СС", "byte 2: expected a rank, 1 to 8, found ‘С’");
    refused("c\n", "byte 1: expected a rank, 1 to 8, found ‘\\n’");
    refused("c33", "byte 2: expected nothing after the square, found ‘3’");
    refused("С3–b4", "byte 3: expected nothing after the square, found ‘–’");
    refused("ｃ３ ", "byte 6: expected nothing after the square, found ‘ ’");
}

#[test]
fn errors_carry_the_place_and_what_stands_there() {
    let error = |text: &str| text.parse::<dark::Square>().expect_err("no square");
    assert_eq!(error("Я"), ParseSquareError::File { offset: 0, found: Some('Я') });
    assert_eq!(error("А"), ParseSquareError::Rank { offset: 2, found: None });
    assert_eq!(error("АЯ"), ParseSquareError::Rank { offset: 2, found: Some('Я') });
    assert_eq!(error("А1Я"), ParseSquareError::Trailing { offset: 3, found: 'Я' });
    assert_eq!(error("В1"), ParseSquareError::Light { file: 'b', rank: '1' });
    assert_eq!(error("a2").to_string(), "byte 0: a2 is a light square");
}

#[test]
fn what_was_found_is_shown_so_that_it_can_be_seen() {
    assert_eq!(FoundChar(Some('\t')).to_string(), "‘\\t’");
    assert_eq!(FoundChar(Some('ё')).to_string(), "‘ё’");
    assert_eq!(FoundChar(None).to_string(), "the end");
}

proptest! {
    #[test]
    fn whatever_is_read_is_the_text_folded(text in "[a-iA-IавсеАВСЕ0-9１-９Ａ-Ｈ ]{0,3}|.*") {
        if let Ok(square) = text.parse::<dark::Square>() {
            prop_assert_eq!(square.to_string(), text.chars().map(fold).collect::<String>());
        }
        if let Ok(square) = text.parse::<rect::Square>() {
            prop_assert_eq!(square.to_string(), text.chars().map(fold).collect::<String>());
        }
    }
}
