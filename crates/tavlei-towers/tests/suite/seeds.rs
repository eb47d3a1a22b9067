//! What the encyclopedia article that the rulebook rests on shows: an opening, a notation, a position.

use crate::common::{play, position};
use tavlei_game::{Game, Notation, Side};
use tavlei_geometry::dark::Square;
use tavlei_towers::{Position, Rules};

const ARTICLE: &str =
    "1. c3-b4 b6-c5 2. b4-a5 a7-b6 3. b2-c3 c5-b4 4. a3:c5:a7 c7-b6 5. a5:c7:e5 f6:d4:b2 6. a1:c3 d8-c7";

#[test]
fn the_opening_can_be_played() {
    let mut here = Position::default();
    for text in ARTICLE.split_whitespace().filter(|token| !token.ends_with('.')) {
        let mv = here.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(here.move_text(&mv), text);
        here.play(&mv).expect("legal");
    }
    // 5…f6:d4:b2 took a man off e5 and one off c3; 6. a1:c3 takes its commander off b2, and two white men are free.
    let end = "w c1=0,e1=0,g1=0,b2=00,d2=0,f2=0,h2=0,c3=0/0,e3=0,g3=0,a7=0/00;e5=00,h6=0,c7=0,e7=0,g7=0,b8=0,f8=0,h8=0";
    assert_eq!(here.to_string(), end);
}

#[test]
fn t07_its_capture_of_three_pieces_takes_two() {
    let here = play(&Position::default(), "c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4 a3:c5:a7 c7-b6");
    let mv = here.read_move("a5:c7:e5").expect("legal");
    assert_eq!(mv.jumped(), [Square::B6, Square::D6]);
}

#[test]
fn its_position_is_read_as_it_is_printed_there() {
    // Cyrillic letters for the squares, two kinds of dash, no side to move.
    let printed = "белые: с1 - 1/0000, d6 – 000000, f4 – 0000; чёрные: а1 – 110101/1, b2 – 00.";
    let here = position(printed);
    assert_eq!(here.to_string(), "w c1=1/0000,f4=0000,d6=000000;a1=110101/1,b2=00");
    assert_eq!((here.pieces(Side::White), here.pieces(Side::Black)), (12, 12));
    let without_f4 = position("белые: с1 - 1/0000, d6 – 000000; чёрные: а1 – 110101/1");
    assert_eq!(without_f4.to_string(), "w c1=1/0000,d6=000000;a1=110101/1");
    let tower = here.tower_at(Square::A1).expect("a tower");
    assert_eq!((tower.side(), tower.owners(), tower.prisoners()), (Side::Black, 6, 1));
    // It is written back in the canonical way, and read again.
    assert_eq!(position(&here.to_string()), here);
    assert_eq!(here.rules(), Rules::default());
}

#[test]
fn t13_its_third_diagram_a_man_goes_on_as_a_king() {
    // “A man jumps a tower, comes to the far rank and goes on capturing as a king”: the text without the picture.
    let here = position("b b2=0/0,e3=0;a3=0");
    assert_eq!(
        here.moves().iter().map(|mv| here.move_text(mv)).collect::<Vec<_>>(),
        ["a3:c1:f4", "a3:c1:g5", "a3:c1:h6"]
    );
    assert_eq!(play(&here, "a3:c1:h6").to_string(), "w ;b2=0,h6=1/00");
}
