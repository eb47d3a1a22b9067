//! Input that means harm costs linear time and bounded memory, and ends in an error with its place.

use std::io::{self, BufRead, BufReader, Read};

use tavlei_record::{OpenPart, ReadError, ReadLimits, Reader, Visitor};

/// What a reader that is not interested in anything meets.
struct Nothing;

impl Visitor for Nothing {}

/// So many bytes of a text that is repeated for ever.
struct Repeated {
    text: &'static [u8],
    at: usize,
    left: usize,
}

impl Repeated {
    fn new(text: &'static str, bytes: usize) -> BufReader<Self> {
        BufReader::new(Self { text: text.as_bytes(), at: 0, left: bytes })
    }
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.left);
        for byte in &mut buffer[..length] {
            *byte = self.text[self.at];
            self.at = (self.at + 1) % self.text.len();
        }
        self.left -= length;
        Ok(length)
    }
}

fn first_error(input: impl BufRead) -> ReadError {
    let mut reader = Reader::new(input);
    loop {
        match reader.read(&mut Nothing) {
            Ok(true) => {}
            Ok(false) => panic!("the input is in order"),
            Err(error) => return error,
        }
    }
}

const MEGABYTES: usize = 32 << 20;

#[test]
fn endless_things_are_given_up() {
    let table: [(&str, &str); 12] = [
        ("{", "line 1, column 1: the line is longer than 4194304 bytes"),
        ("(\n", "line 65, column 1: variations are nested more than 64 deep"),
        ("a", "line 1, column 1: the line is longer than 4194304 bytes"),
        ("a1 ", "line 1, column 1: the line is longer than 4194304 bytes"),
        ("a1\n", "line 1048577, column 1: the game has more than 1048576 tags, moves and comments"),
        ("{x}\n", "line 1048577, column 1: the game has more than 1048576 tags, moves and comments"),
        ("; x\n", "line 1048577, column 1: the game has more than 1048576 tags, moves and comments"),
        (
            "a1 is good\n",
            "line 466034, column 4: the tags, moves and comments of the game are longer than 4194304 bytes",
        ),
        ("a1 )\n", "line 1048577, column 1: the game has more than 1048576 tags, moves and comments"),
        ("{ x\n", "line 1, column 1: the comment that begins here is longer than 65536 bytes; is a ‘}’ missing?"),
        ("a1 ( {\n", "line 1, column 4: the variation that begins here is never closed"),
        ("words\n", "line 838861, column 1: the tags, moves and comments of the game are longer than 4194304 bytes"),
    ];
    for (text, expected) in table {
        assert_eq!(first_error(Repeated::new(text, MEGABYTES)).to_string(), expected, "{text:?}");
    }
}

/// A program may write a game on one line, with long comments.
#[test]
fn a_game_on_one_line_is_read() {
    let comment = "so ".repeat(10_000);
    let line = format!("{}*", format!("c3-d4 {{{comment}}} ").repeat(100));
    assert!((2 << 20..4 << 20).contains(&line.len()), "{}", line.len());
    let record = Reader::new(line.as_bytes()).read_record().expect("in order").expect("a game");
    assert_eq!((record.moves.len(), record.result_place.column as usize), (100, line.len()));
}

/// The source makes its bytes up as they are asked for, so only the reader could hold the file, and it is bounded above.
#[test]
fn a_hundred_thousand_games_are_a_stream() {
    const GAME: &str = "[White \"Анна\"]\n\n1. c3-d4 f6-e5 {so}\n2. d4:f6 g7:e5 1-0\n\n";
    let mut reader = Reader::new(Repeated::new(GAME, GAME.len() * 100_000));
    let (mut games, mut moves, mut line) = (0, 0, 0);
    for record in &mut reader {
        let record = record.expect("each game is in order");
        games += 1;
        moves += record.moves.len();
        line = record.result_place.line;
    }
    assert_eq!((games, moves, line), (100_000, 400_000, 499_999));
}

#[test]
fn long_tokens_are_given_up() {
    let token = format!("1. c3-d4 {} *", "d4".repeat(1000));
    assert!(
        matches!(first_error(token.as_bytes()), ReadError::MoveTooLong { limit: 256, place } if place.column == 10)
    );
    let pieces = format!("1. c3-d4 a1{} *", " : c3".repeat(1000));
    assert!(
        matches!(first_error(pieces.as_bytes()), ReadError::MoveTooLong { limit: 256, place } if place.column == 10)
    );
    let comment = format!("1. c3-d4 {{{}}} *", "so ".repeat(50_000));
    assert!(matches!(first_error(comment.as_bytes()), ReadError::CommentTooLong { place, .. } if place.column == 10));
    let prose = format!("1. c3-d4 {} *", "so ".repeat(50_000));
    assert!(matches!(first_error(prose.as_bytes()), ReadError::CommentTooLong { place, .. } if place.column == 10));
    let value = format!("[A \"{}\"]", "so ".repeat(50_000));
    assert!(matches!(first_error(value.as_bytes()), ReadError::TagTooLong { place, .. } if place.column == 1));
    let name = format!("[{} \"b\"]", "A".repeat(50_000));
    assert!(matches!(first_error(name.as_bytes()), ReadError::TagTooLong { place, .. } if place.column == 1));
}

/// Every scrap, repeated over one long line and over short ones: the time is linear, or this would run for hours.
#[test]
fn no_scrap_costs_more_than_linear_time() {
    let scraps = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        "-",
        "--",
        "- ",
        "*",
        "* ",
        " *",
        "1",
        "1 ",
        "1.",
        "1. ",
        "1 .",
        "…",
        ".",
        "x",
        "х ",
        ":",
        ": ",
        "a1",
        "a1 ",
        "a1 -",
        "a1 - ",
        "a1 :",
        "M1 ",
        "M1 word ",
        "word ",
        "word 1. ",
        "1. word 1. ",
        "5. a1 ",
        "[A",
        "[A ",
        "[A \"",
        "[A \"b",
        "[A \"b\" ",
        "[A b",
        "[A b]",
        "[A\u{a0}",
        "a1 1-0 ",
        "1-0 ",
        "1 - ",
        "½ ",
        "½ - ",
        "$",
        "%",
        "#",
        "\u{feff}",
        "\u{200b}",
        "é",
        "é ",
        "слово 2. a1 ",
        "\0",
        "=",
        "+",
        "a=",
        "\\",
        "[A \"\\",
        "'",
        "_",
        "/",
        "1/2 ",
        "1/2",
        "(a ",
        "{a ",
        "a1 {",
        "a1 (",
        "22-",
        "22 - ",
        "22 -",
        "V1 W ",
        "a1 W ",
        " ",
        "\t",
        "\u{3000}",
        "1 -a",
        "1-",
        "1. - ",
        "1. - a1 ",
        "1. - a1 - ",
        "ab ",
        "ab!",
        "a b1 ",
        "2. a b1 ",
        "2. a b1",
        "**",
        "** ",
        "a1*",
        "a*",
        "|-",
        "|--",
        "| -- ",
        "ничья",
        "ничья ",
        "ничья .",
        "0.5",
        "0.5-",
        "0,5 - ",
    ];
    let limits = ReadLimits { line: 1 << 19, comment: 1 << 22, game: 1 << 24, token: 256, depth: 1 << 20 };
    for scrap in scraps {
        for prefix in ["", "1. a1 ", "a1 1-0 ", "- ", "[A \"b\"] "] {
            let line = format!("{prefix}{}", scrap.repeat((1 << 17) / scrap.len()));
            let mut reader = Reader::with_limits(line.as_bytes(), limits);
            while let Ok(true) = reader.read(&mut Nothing) {}
            let spaces = format!("{}{line}", " ".repeat(1 << 17));
            let mut reader = Reader::with_limits(spaces.as_bytes(), limits);
            while let Ok(true) = reader.read(&mut Nothing) {}
        }
    }
}

#[test]
fn reading_goes_on_behind_a_broken_game() {
    let mut file =
        b"[White \"A\"]\n1. a1 *\n[White \"B\"]\n1. a1 \xff\xfe a2 *\n\n1. a1 *\n[White \"C\"]\n1. a1 *\n".to_vec();
    file.extend_from_slice(b"[White \"D\"]\n1. a1 {never closed");
    let mut reader = Reader::new(file.as_slice());
    let mut found = Vec::new();
    for game in &mut reader {
        found.push(match game {
            Ok(record) => record.tag("White").unwrap_or_default().to_string(),
            Err(error) => error.to_string(),
        });
    }
    assert_eq!(
        found,
        [
            "A",
            "line 4, column 7: the text is not UTF-8",
            "C",
            "line 10, column 7: the comment that begins here is never closed",
        ]
    );
    assert!(reader.next().is_none());
}

/// The error names its place, and the next game says how much could not be read because of it.
#[test]
fn lines_that_an_error_passes_over_are_counted() {
    let file = "1. a1 (((a2 {\n1. a1 *\n1. a2 *\n [White \"B\"]\n1. a1 *\n";
    let mut reader = Reader::with_limits(file.as_bytes(), ReadLimits { depth: 2, ..ReadLimits::default() });
    assert!(reader.read_record().is_err());
    let record = reader.read_record().expect("in order").expect("a game");
    assert_eq!(
        record.warnings[0].to_string(),
        "line 1, column 9: behind this place 2 lines are passed over, up to the next line that begins with a tag"
    );
    assert_eq!((record.tag("White"), record.moves.len()), (Some("B"), 1));
    let mut reader = Reader::new("1. a1 \u{7}\u{b}\n".as_bytes());
    assert_eq!(reader.read_record().expect("in order").expect("a game").warnings.len(), 2);
}

#[test]
fn the_place_of_wrong_bytes_is_counted_in_characters() {
    let error = first_error("a1\nПсков: \u{439}".as_bytes().split_last().expect("not empty").1);
    let ReadError::NotUtf8 { place } = error else { panic!("{error}") };
    assert_eq!((place.line, place.column, place.offset), (2, 8, 15));
    assert!(
        matches!(first_error("\u{feff}a1".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>().as_slice()),
        ReadError::NotUtf8 { place } if (place.line, place.column) == (1, 1))
    );
}

#[test]
fn a_long_line_is_passed_over() {
    let limits = ReadLimits { line: 20, ..ReadLimits::default() };
    let text = format!("1. a1 a2 *\n{}\n[A \"b\"]\na3 *", "a1 ".repeat(20));
    let found: Vec<_> = Reader::with_limits(text.as_bytes(), limits)
        .map(|game| match game {
            Ok(record) => format!("{} moves from line {}", record.moves.len(), record.moves[0].place.line),
            Err(error) => error.to_string(),
        })
        .collect();
    assert_eq!(
        found,
        ["2 moves from line 1", "line 2, column 1: the line is longer than 20 bytes", "1 moves from line 4"]
    );
}

#[test]
fn a_source_that_fails_ends_the_stream() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let mut reader = Reader::buffered("1. a1 ".as_bytes().chain(Failing));
    let error = reader.read_record().expect_err("the source fails");
    assert_eq!(error.to_string(), "can’t read: unplugged");
    assert_eq!(error.place(), None);
    assert!(reader.next().is_none());
}

#[test]
fn an_open_variation_is_told_with_its_place() {
    let error = first_error("1. a1\n a2 (1... a3 (a4) *\n".as_bytes());
    let ReadError::Unclosed { what: OpenPart::Variation, place } = error else { panic!("{error}") };
    assert_eq!(place.to_string(), "line 2, column 5");
}
