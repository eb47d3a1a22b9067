//! What strangers tripped over: small inputs on which the game failed, with what is right.

use tavlei_ashtarashki::Position;
use tavlei_game::{Game, History, Notation, PlayError, Side};

/// There are no draws: nobody can agree on one, or claim one.
#[test]
fn strangers_24_nobody_agrees_on_a_draw() {
    let mut game = History::<Position>::default();
    assert_eq!(game.agree_draw(), Err(PlayError::NoAgreedDraws));
    assert_eq!(game.termination(), None);
    assert_eq!(game.claim_draw(), None);
    let mv = game.position().moves()[0];
    game.play(&mv).expect("the game goes on");
    assert_eq!(game.agree_draw(), Err(PlayError::NoAgreedDraws));
    game.resign(Side::White).expect("a game can be given up");
    assert_eq!(game.agree_draw(), Err(PlayError::NoAgreedDraws));
    assert_eq!(PlayError::NoAgreedDraws.to_string(), "the game has no draws by agreement");
}

#[test]
fn strangers_25_the_text_of_a_move_is_read_back() {
    let position: Position = "b M1e5,M2d4;M2f6,M2h6".parse().expect("a position");
    assert!(position.moves().iter().any(tavlei_ashtarashki::Move::is_capture));
    for mv in position.moves() {
        assert_eq!(position.read_move(&mv.to_string()), Ok(mv), "{mv}");
    }
}
