//! Faults that users reported in other libraries (`cases/bugs.md`): the positions of the reports, engine against model
//! under every option, and the page that says which test looks after which fault.

use std::collections::BTreeSet;
use std::path::Path;

use tavlei_game::{Game, Notation};
use tavlei_geometry::dark::Square;
use tavlei_towers::{Landing, Position, Rejump, Rules};
use tavlei_verify::towers;

fn every_rules() -> impl Iterator<Item = Rules> {
    let rules = |rejump| Landing::ALL.map(|landing| Rules::default().with_rejump(rejump).with_landing(landing));
    Rejump::ALL.into_iter().flat_map(rules)
}

/// The towers of single pieces on squares that have these numbers in draughts, 1 on b8 to 32 on g1.
fn by_number(men: &[u8], kings: &[u8]) -> String {
    let square = |number: u8| Square::new((7 - (number - 1) / 4) * 4 + (number - 1) % 4).expect("1 to 32");
    let men = men.iter().map(|&number| format!("{}=0", square(number)));
    men.chain(kings.iter().map(|&number| format!("{}=1", square(number)))).collect::<Vec<_>>().join(",")
}

#[test]
fn engine_and_model_agree_in_the_positions_of_the_reports() {
    let reports = [
        (1, "w h6=1;g7=0,c5=0,d2=0".to_string()),
        (3, {
            let white = by_number(&[12, 17, 19, 23, 25, 27, 29], &[]);
            format!("b {white};{}", by_number(&[1, 3, 4, 7, 8, 10, 11, 14], &[13]))
        }),
        (14, format!("w {};{}", by_number(&[], &[2]), by_number(&[7, 8, 17, 18], &[]))),
        (19, "w e3=0,g3=0,h4=0,a5=0,b2=0,h2=0,a3=0;c5=0,e5=0,g5=0,g7=0,h8=1,f8=1".to_string()),
    ];
    for (fault, text) in reports {
        for rules in every_rules() {
            let position = Position::read_position(&text, &rules).unwrap_or_else(|error| panic!("{fault}: {error}"));
            towers::compare(&position);
            towers::compare_reading(&position);
            let moves = position.moves();
            assert_eq!(moves.iter().collect::<BTreeSet<_>>().len(), moves.len(), "{fault}: {position:?}");
        }
    }
}

/// Both directions of a windmill are moves of their own (T-15): the prisoners lie in another order.
#[test]
fn bugs14_a_windmill_in_two_directions_is_two_moves() {
    let position: Position = "w d2=0;c3=1,e3=0,c5=0,e5=0".parse().expect("a position");
    let after: BTreeSet<String> = position.moves().iter().map(|mv| position.after(mv).to_string()).collect();
    assert_eq!((position.count_moves(), after.len()), (2, 2), "{after:?}");
    // Where all that is taken is alike, the two moves have one result, and are counted as two.
    let position: Position = "w d2=0;c3=0,e3=0,c5=0,e5=0".parse().expect("a position");
    let after: BTreeSet<String> = position.moves().iter().map(|mv| position.after(mv).to_string()).collect();
    assert_eq!((position.count_moves(), after.len()), (2, 1), "{after:?}");
}

/// Every fault has a row on the page, and every test that it names is there.
#[test]
fn the_page_names_a_test_for_every_fault() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let page = read("docs/src/trust.md");
    let faults = read("cases/bugs.md");
    let mut rows = 0;
    for row in page.lines() {
        let Some(number) = row.strip_prefix("| ").and_then(|row| row.split(' ').next()?.parse::<u32>().ok()) else {
            continue;
        };
        rows += 1;
        assert_eq!(number, rows, "{row}");
        assert!(faults.contains(&format!("\n{number}. ")), "{row}");
        let code: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        let (paths, tests): (Vec<&str>, Vec<&str>) = code.iter().partition(|code| code.ends_with(".rs"));
        assert!(!paths.is_empty() && !tests.is_empty(), "{row}");
        for test in tests {
            let is_there = |path: &&str| read(&format!("crates/{path}")).contains(&format!("fn {test}("));
            assert!(paths.iter().any(is_there), "{row}: there is no {test}");
        }
    }
    assert_eq!(rows, 31);
}
