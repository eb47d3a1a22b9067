//! What a reader makes of a text.

use tavlei_record::{Reader, Record, ResultMark, WarningKind};

fn read(text: &str) -> Record {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn moves(record: &Record) -> Vec<&str> {
    record.moves.iter().map(|mv| mv.text.as_str()).collect()
}

/// Each text is the game c3-d4 f6-e5 d4:f6, with a slip; the second column is what the moves are read as, the third the
/// warnings, by their place and text. Nothing is a second game.
#[test]
fn slips_are_mended() {
    const PLAIN: &str = "c3-d4|f6-e5|d4:f6";
    let table: &[(&str, &str, &[&str])] = &[
        // Numbers.
        ("1. c3-d4 f6-e5 2. d4:f6 *", PLAIN, &[]),
        ("1.c3-d4 f6-e5 2.d4:f6 *", PLAIN, &[]),
        ("1.c3-d4 1...f6-e5 2.d4:f6 *", PLAIN, &[]),
        ("1. c3-d4 1. … f6-e5 2. d4:f6 *", PLAIN, &[]),
        ("1. c3-d4\n1.  …          f6-e5\n2. d4:f6\n*", PLAIN, &[]),
        ("1.c3-d4 1…f6-e5 2.d4:f6 *", PLAIN, &[]),
        ("1) c3-d4 f6-e5 2) d4:f6 *", PLAIN, &[]),
        ("1 c3-d4 f6-e5 2 d4:f6 *", PLAIN, &[]),
        ("1c3-d4 f6-e5 2d4:f6 *", PLAIN, &[]),
        ("1-c3-d4 f6-e5 2-d4:f6 *", PLAIN, &[]),
        ("1: c3-d4 f6-e5 2: d4:f6 *", PLAIN, &[]),
        ("1 . c3-d4 f6-e5 2 . d4:f6 *", PLAIN, &[]),
        ("1.\nc3-d4 f6-e5 2.\nd4:f6 *", PLAIN, &[]),
        ("001. c3-d4 f6-e5 2. d4:f6 *", PLAIN, &[]),
        ("c3-d4 f6-e5 d4:f6 *", PLAIN, &[]),
        ("17. c3-d4 f6-e5 18. d4:f6 *", PLAIN, &[]),
        ("1. c3-d4 f6-e5 3. d4:f6 *", PLAIN, &["line 1, column 19: move number 3 where 2 is due"]),
        ("1. c3-d4 f6-e5 1. d4:f6 *", PLAIN, &["line 1, column 19: move number 1 is repeated"]),
        ("1. c3-d4 2. f6-e5 3. d4:f6 *", PLAIN, &["line 1, column 13: move number 2 where 1 is due"]),
        (
            "1. c3-d4 f6-e5 99999999999999999999. d4:f6 *",
            PLAIN,
            &["line 1, column 16: move number 99999999999999999999 where 2 is due"],
        ),
        (
            "1. c3-d4 f6-e5 d4:f6 g7:e5 3. b2-c3 *",
            "c3-d4|f6-e5|d4:f6|g7:e5|b2-c3",
            &["line 1, column 31: before move 3 a move number is missing"],
        ),
        // Dashes, colons, spaces.
        ("1. c3 - d4 f6 - e5 2. d4 : f6 *", "c3 - d4|f6 - e5|d4 : f6", &[]),
        ("1. c3 -d4 f6- e5 2. d4: f6 *", "c3 -d4|f6- e5|d4: f6", &[]),
        ("1. c3–d4 f6—e5 2. d4 х f6 *", "c3–d4|f6—e5|d4 х f6", &[]),
        ("1. c3 – d4 f6 — e5 2. d4×f6 *", "c3 – d4|f6 — e5|d4×f6", &[]),
        ("1. c3−d4 f6‑e5 2. d4xf6 *", "c3−d4|f6‑e5|d4xf6", &[]),
        ("1. c3-d4 – f6-e5 2. d4:f6 *", PLAIN, &[]),
        ("1. c3-d4, f6-e5; 2. this is a comment\n2. d4:f6 *", PLAIN, &[]),
        ("1. c3-d4\tf6-e5\r\n2.\u{a0}d4:f6\u{a0}*\r\n", PLAIN, &[]),
        ("\u{feff}1. c3-d4 f6-e5 2. d4:f6 *", PLAIN, &[]),
        ("1. c3-d4\u{200b} f6-e5 2. d4:f6 *", PLAIN, &[]),
        ("- c3-d4 f6-e5\n- d4:f6 *", PLAIN, &[]),
        ("* c3-d4 f6-e5\n* d4:f6 *", PLAIN, &[]),
        ("• c3-d4 f6-e5\n• d4:f6 *", PLAIN, &[]),
        ("1. a3:c5 : e7 f6 : d4 : b2 *", "a3:c5 : e7|f6 : d4 : b2", &[]),
        ("1. 22 - 18 11-15 2. 18 x 11 *", "22 - 18|11-15|18 x 11", &[]),
        // Spaces around the sign of the half-short form, and behind what might be a label.
        ("1. c - d4 f – e5 2. d : f6 *", "c - d4|f – e5|d : f6", &[]),
        ("1. c- d4 f -e5 2. dх f6 *", "c- d4|f -e5|dх f6", &[]),
        ("1 c - d4 — F × e5 : g3 2 d: f6:h8 *", "c - d4|F × e5 : g3|d: f6:h8", &[]),
        ("1. 8x 15 8 ×15 2. 1- 5 8х 15х 22 *", "8x 15|8 ×15|1- 5|8х 15х 22", &[]),
        ("1. f2 x h4 F2 х h6 2. M3 x h4 *", "f2 x h4|F2 х h6|M3 x h4", &[]),
        (
            "a: c3-d4 is usual\n1. c3-d4 f6-e5 M1 xyz\n2. d4:f6 *",
            PLAIN,
            &["line 2, column 16: text outside braces, read as a comment"],
        ),
        // An asterisk takes, if no space parts it from its squares; else it is a result. Two make bold.
        ("1. c3-d4 f6-e5 2. d4*f6 *", "c3-d4|f6-e5|d4*f6", &[]),
        ("1. cd4 fe5 2. d*f6*", "cd4|fe5|d*f6", &[]),
        ("1. 22-18 11-15 2. 18*11 *", "22-18|11-15|18*11", &[]),
        ("1. M3*h4 M1*e5*d4 *", "M3*h4|M1*e5*d4", &[]),
        ("**1. c3-d4 f6-e5** 2. **d4:f6** *", PLAIN, &[]),
        // Rules, and the heads of tables.
        ("---\n1. c3-d4 f6-e5 2. d4:f6 *\n---\n", PLAIN, &[]),
        ("№ | Белые | Чёрные\n--|--|--\n1 | c3-d4 | f6-e5\n2 | d4:f6 | *", PLAIN, &[]),
        ("|№|White|Black|\n|:---|:---:|---|\n|1|c3-d4|f6-e5|\n|2|d4:f6|*|", PLAIN, &[]),
        ("+---+-------+-------+\n| 1 | c3-d4 | f6-e5 |\n+---+-------+-------+\n| 2 | d4:f6 | * |", PLAIN, &[]),
        // A move whose digits are missing, and a file parted from its square, where a move is due; but no words.
        ("1. c3-d4 fe 2. df *", "c3-d4|fe|df", &[]),
        ("1. c3-d4 f-e {!} 2. d:f? *", "c3-d4|f-e|d:f", &[]),
        ("1. c3-d4 Mf M3de 1-0", "c3-d4|Mf|M3de", &[]),
        ("1. c3-d4 f6-e5 2. d f6 *", "c3-d4|f6-e5|df6", &["line 1, column 19: ‘d f6’ is read as one move"]),
        (
            "1. c3-d4 f6-e5 be so kind\n2. На d4:f6 всё не кончается\n2. d4:f6 *",
            PLAIN,
            &[
                "line 1, column 16: text outside braces, read as a comment",
                "line 2, column 4: text outside braces, read as a comment",
            ],
        ),
        (
            "1. c3-d4 f6-e5 2. с d4 на f6\n2. d4:f6 не\n*",
            PLAIN,
            &[
                "line 1, column 19: text outside braces, read as a comment",
                "line 2, column 10: text outside braces, read as a comment",
            ],
        ),
        // Marks.
        ("1. c3-d4! f6-e5?! 2. d4:f6!! *", PLAIN, &[]),
        ("1. c3-d4 ! f6-e5 ?? 2. d4:f6 $1 $23 *", PLAIN, &[]),
        ("1. c3-d4. f6-e5… 2. d4:f6. *", PLAIN, &[]),
        ("1. c3-d4+ f6-e5 = 2. d4:f6 ± *", PLAIN, &[]),
        ("1. C3-D4 F6-E5 2. D4:F6 *", "C3-D4|F6-E5|D4:F6", &[]),
        ("1. с3-d4 f6-е5 2. d4:f6 *", "с3-d4|f6-е5|d4:f6", &[]),
        // The author's form.
        ("1. M3cd4 M3de5 2. V2c7 W Wd8Z *", "M3cd4|M3de5|V2c7 W|Wd8Z", &[]),
        ("1. M3 : h4 M1:e5 : d4 *", "M3 : h4|M1:e5 : d4", &[]),
        (
            "5. M1cd2    M3d6V   Эта запись означает, что М3 черных\n6. M1e3 *",
            "M1cd2|M3d6V|M1e3",
            &["line 1, column 21: text outside braces, read as a comment"],
        ),
        (
            "11. M3f:e5   M1:e5:d4     М1 бьет 2 камня на e5 и d4.\n12. M2:d4 *",
            "M3f:e5|M1:e5:d4|M2:d4",
            &["line 1, column 27: text outside braces, read as a comment"],
        ),
        // Comments and variations.
        ("1. c3-d4 {a} f6-e5 {b\nc} 2. d4:f6 *", PLAIN, &[]),
        ("1. c3-d4 (1. e3-d4 (1. a3-b4 {)}) f6-g5)\nf6-e5 2. d4:f6 *", PLAIN, &[]),
        ("1. c3-d4 ( ; a smiley :)\n) f6-e5 2. d4:f6 *", PLAIN, &[]),
        ("1. c3-d4 ) f6-e5 2. d4:f6 *", PLAIN, &["line 1, column 10: ‘)’ has no meaning here and is skipped"]),
        ("1. c3-d4 } f6-e5 2. d4:f6 *", PLAIN, &["line 1, column 10: ‘}’ has no meaning here and is skipped"]),
        (
            "1. c3-d4 [%clk 0:10] f6-e5 2. d4:f6 *",
            PLAIN,
            &["line 1, column 10: ‘[’ has no meaning here and is skipped"],
        ),
        ("% a line for machines\n1. c3-d4 f6-e5 2. d4:f6 *", PLAIN, &[]),
        (
            "1. c3-d4 fine! 1... f6-e5 well 2. d4:f6 *",
            PLAIN,
            &[
                "line 1, column 10: text outside braces, read as a comment",
                "line 1, column 27: text outside braces, read as a comment",
            ],
        ),
        (
            "1. c3-d4 – a good move\nf6-e5 2. d4:f6 *",
            PLAIN,
            &["line 1, column 12: text outside braces, read as a comment"],
        ),
        ("Here is a game.\n\n1. c3-d4 f6-e5 2. d4:f6 *\nThat was it, 5 moves.", PLAIN, &[]),
        // A semicolon between moves is the sign of a comment, which is told if only moves stand behind it.
        ("1. c3-d4 f6-e5; 2. d4:f6;\n2. d4:f6 *", PLAIN, &["line 1, column 15: the moves behind ‘;’ are a comment"]),
        ("1. c3-d4 f6-e5 ; 1... d6-e5 was no better\n2. d4:f6 ; 3 points\n*", PLAIN, &[]),
        // Signs of who stands better.
        ("1. c3-d4 +- f6-e5 -+ 2. d4:f6+– *", PLAIN, &[]),
        // Passes.
        ("1. b2-c3 -- 2. -- b4-b3 3. -- -- *", "b2-c3|--|--|b4-b3|--|--", &[]),
        ("1. b2-c3 —\n2. b2-c3 - 3. a1-a2 – *", "b2-c3|--|b2-c3|--|a1-a2|--", &[]),
        ("1. b2-c3 Пропуск 2. пас pass {so} *", "b2-c3|Пропуск|пас|pass", &[]),
        // A single dash is a pass behind a number if one move follows it, and an ornament before two.
        ("1. – c4-c3 2. b2:c3 – 3.— a1 - a2 *", "--|c4-c3|b2:c3|--|--|a1 - a2", &[]),
        ("1. - c4-c3!\n2. − c3-c2 {so}\n3. — b2-b3 1-0", "--|c4-c3|--|c3-c2|--|b2-b3", &[]),
        ("1. – c3-d4 f6-e5 2. d4:f6 *", PLAIN, &[]),
        ("1. c3-d4 {so} 1. – f6-e5 2. d4:f6 *", PLAIN, &[]),
        ("1. b2-c3 прочерк *", "b2-c3|прочерк", &[]),
        // The end.
        ("1. c3-d4 f6-e5 2. d4:f6", PLAIN, &["line 1, column 24: no result stands behind the moves"]),
    ];
    assert!(table.len() >= 40);
    for (text, expected, warnings) in table {
        let record = read(text);
        assert_eq!(moves(&record).join("|"), *expected, "{text:?}");
        let found: Vec<String> = record.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(found, *warnings, "{text:?}");
    }
}

#[test]
fn results_are_read_as_people_write_them() {
    let table = [
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("*", "*"),
        ("2-0", "2-0"),
        ("0-2", "0-2"),
        ("0-12", "0-12"),
        ("1 : 0", "1-0"),
        ("# 1 : 0", "1-0"),
        ("1:0.", "1-0"),
        ("0–1", "0-1"),
        ("0 — 2", "0-2"),
        ("1-О", "1-0"),
        ("½-½", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("½ : ½", "1/2-1/2"),
        ("½:½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("0,5 : 0,5", "1/2-1/2"),
        ("0.5–½", "1/2-1/2"),
        ("ничья", "1/2-1/2"),
        ("Ничья.", "1/2-1/2"),
        ("\nНИЧЬЯ!", "1/2-1/2"),
        ("Draw", "1/2-1/2"),
        ("      # 1 : 0                Победа белых со счетом 1:0.", "1-0"),
    ];
    for (text, expected) in table {
        let record = read(&format!("1. c3-d4 f6-e5 {text}"));
        assert_eq!(record.result.map(|mark| mark.to_string()).as_deref(), Some(expected), "{text}");
        assert_eq!(moves(&record), ["c3-d4", "f6-e5"], "{text}");
        assert_eq!(record.warnings, [], "{text}");
    }
    for no_result in
        ["256-0", "1-2", "10-00", "1-1", "0-0", "", "1", "1-", "-0", "1-0-1", "1-05", "0.5", "0.5-0", "0.5-0.55"]
    {
        assert!(no_result.parse::<ResultMark>().is_err(), "{no_result}");
    }
}

#[test]
fn tags_are_read_as_people_write_them() {
    let record = read(
        "[Game \"towers\"] [ White  \"O\\\"Neill \\\\ \\x\" ]\n[Black “Анна”]\n[Место «Псков»]\n[Round 3]\n[date \"2005\"\n\
         [Result \"0-1\"]\n\n1. c3-d4 1-0",
    );
    let tags: Vec<_> = record.tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
    assert_eq!(
        tags,
        [
            ("Game", "towers"),
            ("White", "O\"Neill \\ \\x"),
            ("Black", "Анна"),
            ("Место", "Псков"),
            ("Round", "3"),
            ("date", "2005"),
            ("Result", "0-1"),
        ]
    );
    assert_eq!(record.tag("white"), Some("O\"Neill \\ \\x"));
    assert_eq!(record.tag("Date"), Some("2005"));
    let warnings: Vec<_> = record.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "line 2, column 1: the tag ‘Black’ is not written as [Name \"value\"]",
            "line 3, column 1: the tag ‘Место’ is not written as [Name \"value\"]",
            "line 4, column 1: the tag ‘Round’ is not written as [Name \"value\"]",
            "line 5, column 1: the tag ‘date’ is not written as [Name \"value\"]",
            "line 6, column 10: the tag Result says 0-1, the moves end with 1-0",
        ]
    );
    assert_eq!(record.mark().map(|mark| mark.to_string()).as_deref(), Some("1-0"));
    let place = record.find_tag("Black").map(|tag| tag.place.to_string());
    assert_eq!(place.as_deref(), Some("line 2, column 9"));
}

#[test]
fn a_result_tag_that_is_none_is_told() {
    let record = read("[Result \"unclear\"]\n\n1. c3-d4 *");
    assert_eq!(record.warnings.len(), 1);
    assert_eq!(record.warnings[0].kind, WarningKind::ResultTag("unclear".into()));
}

#[test]
fn a_file_holds_any_number_of_games() {
    let text = "[White \"A\"]\n\n1. c3-d4 1-0\n\n\n[White \"B\"]\n\n1. c3-b4\n[White \"C\"]\n[Result \"0-1\"]\n\n1. g3-f4 * \
                1. a3-b4 0-1 1. e3-d4";
    let games: Vec<Record> = Reader::from(text).map(|game| game.expect("the text is in order")).collect();
    let firsts: Vec<_> = games.iter().map(|game| (game.tag("White"), moves(game)[0], game.mark())).collect();
    let mark = |text: &str| text.parse().ok();
    assert_eq!(
        firsts,
        [
            (Some("A"), "c3-d4", mark("1-0")),
            (Some("B"), "c3-b4", None),
            (Some("C"), "g3-f4", mark("*")),
            (None, "a3-b4", mark("0-1")),
            (None, "e3-d4", None),
        ]
    );
    assert_eq!(games[1].warnings[0].to_string(), "line 9, column 1: no result stands behind the moves");
}

/// A game without a result ends where the next one begins with its number 1; but not before the second number, for lists
/// copied from the web have a 1 before each line.
#[test]
fn a_number_1_at_the_beginning_of_a_line_begins_a_game() {
    let games = |text: &str| -> Vec<String> {
        Reader::from(text).map(|game| moves(&game.expect("the text is in order")).join(" ")).collect()
    };
    let game = "1. c3-d4 f6-e5 2. d4:f6 g7:e5";
    for between in ["\n", "\n\n", "\nПартия 2.\n\n", "\n {so}\n  "] {
        let expected = ["c3-d4 f6-e5 d4:f6 g7:e5"; 2];
        assert_eq!(games(&format!("{game}{between}{game}")), expected, "{between:?}");
    }
    let first: Record = Reader::from(format!("{game}\n{game}").as_str()).next().expect("two games").expect("in order");
    assert_eq!(first.warnings[0].to_string(), "line 2, column 1: no result stands behind the moves");
    for one in [
        "1. c3-d4 f6-e5\n1. d4:f6 g7:e5",
        "1. c3-d4 f6-e5 2. d4:f6\n1... g7:e5",
        "1. c3-d4 f6-e5 2. d4:f6 {\n1. c3-d4} g7:e5",
        "1. c3-d4 f6-e5 2. d4:f6\n1. Белые бьют, и\n2. ... g7:e5",
    ] {
        assert_eq!(games(one), ["c3-d4 f6-e5 d4:f6 g7:e5"], "{one:?}");
    }
}

#[test]
fn comments_go_to_the_move_before_them() {
    let record = read(
        "{To  begin}\n[White \"A\"]\n; so\n1. c3-d4 {fine} {very\n\t fine} f6-e5 ; hm } yes\n2. d4:f6 1-0 {the end} Bye",
    );
    let texts = |comments: &[tavlei_record::Comment]| -> Vec<String> {
        comments.iter().map(|comment| comment.text.clone()).collect()
    };
    assert_eq!(texts(&record.preface), ["To begin", "so"]);
    assert_eq!(texts(&record.moves[0].comments), ["fine", "very fine"]);
    assert_eq!(texts(&record.moves[1].comments), ["hm } yes"]);
    assert_eq!(texts(&record.moves[2].comments), ["the end", "Bye"]);
    assert_eq!(record.moves[0].comments[1].place.to_string(), "line 4, column 17");
}

#[test]
fn places_count_characters_and_bytes() {
    let text = "{Первый ход} 1. с3-d4 f6-е5\r\n2. d4:f6 1-0";
    let record = read(text);
    let places: Vec<_> = record.moves.iter().map(|mv| (mv.place.line, mv.place.column)).collect();
    assert_eq!(places, [(1, 17), (1, 23), (2, 4)]);
    for mv in &record.moves {
        let offset = usize::try_from(mv.place.offset).expect("a short text");
        assert!(text[offset..].starts_with(&mv.text));
    }
    assert_eq!(record.result_place.to_string(), "line 2, column 10");
    assert_eq!(record.source_line(2), Some("2. d4:f6 1-0"));
    assert_eq!(record.source_line(3), None);
}

#[test]
fn text_without_moves_and_tags_is_no_game() {
    for text in ["", "\n\n", "Just words.\n", "{a comment}", "; one\n; two", "*", "1-0\n*\n", "\u{feff}"] {
        assert!(Reader::from(text).next().is_none(), "{text:?}");
    }
    assert!("".parse::<Record>().is_err());
    assert!("1. a1 * 1. a1 *".parse::<Record>().is_err());
}

#[test]
fn black_can_have_the_first_move() {
    let record = read("1… b6-c5 2. c3-b4 a7-b6 *");
    assert!(record.black_first);
    assert_eq!(record.warnings, []);
    assert_eq!(record.to_string(), "[Result \"*\"]\n\n1... b6-c5 2. c3-b4 a7-b6 *\n");
}
