//! Prints a position as SVG: `picture GAME POSITION [light|dark|print|colour-blind] [SQUARE…]`.
//!
//! The squares after the theme are drawn as the path of a move.

use tavlei_game::Notation;
use tavlei_render::{Picture, Scene, Style, Theme};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, position, rest @ ..] = args.as_slice() else {
        return Err("picture GAME POSITION [THEME] [SQUARE…]".into());
    };
    let scene = match game.as_str() {
        "towers" => scene::<tavlei_towers::Position>(position)?,
        "ashtarashki" => scene::<tavlei_ashtarashki::Position>(position)?,
        "proryv" => scene::<tavlei_proryv::Position>(position)?,
        _ => return Err(format!("there is no game {game}").into()),
    };
    let theme = match rest.first().map(String::as_str) {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some("print") => Theme::Print,
        Some("colour-blind") => Theme::ColourBlind,
        Some(other) => return Err(format!("there is no theme {other}").into()),
    };
    let scene = if rest.len() > 2 { scene.with_path(&rest[1..]) } else { scene };
    print!("{}", scene.svg(&Style::default().with_theme(theme)));
    Ok(())
}

fn scene<G: Notation + Picture>(position: &str) -> Result<Scene, G::PositionError> {
    G::read_position(position, &G::Rules::default()).map(|position| Scene::of(&position))
}
