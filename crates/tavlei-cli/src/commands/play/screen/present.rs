//! The screen of a state: everything that is shown, as texts and marks.

use tavlei::game::{Side, ToMove};
use tavlei_render::{Disc, Figure, StoneState};

use super::app::{App, Open};
use super::clocks::clock_text;
use super::command::HELP;
use super::cursor::cells;
use super::game::Stage;
use super::model::{Marks, Model, Player, Window};
use crate::game::Playable;

const KEYS: &str = "? help  arrows Enter, or type c3-d4  u undo  r redo  i hint  s save  q quit";
const KEYS_OF_WATCHING: &str = "? help  space pause  o turn the board  s save  q quit";

/// Returns the screen.
pub(super) fn present<G: Playable>(app: &App<G>) -> Model {
    let stage = app.game.stage();
    let history = app.game.history();
    let scene = app.scene();
    let width = app.layout().map_or(0, |layout| usize::from(layout.panel.width));
    let under = scene.figure_at(app.cursor).map(described).unwrap_or_default();
    Model {
        look: app.look,
        title: title(app),
        marks: marks(app),
        players: Side::BOTH.map(|side| Player {
            side,
            name: app.game.names[side as usize].clone(),
            clock: app.game.clocks.as_ref().map(|clocks| clock_text(clocks.left(side, app.now))),
            is_awaited: matches!(stage, Stage::Enter(at) | Stage::Think(at) | Stage::HandOver(at) if at == side),
        }),
        assessment: app.assessment.as_ref().map(|found| (found.white, found.text.clone())),
        under_cursor: (app.cursor.to_string(), under),
        towers: scene.tower_lines(),
        moves: match G::MOVE_WORDS {
            1 => numbered(&history.move_texts(), starts_with_black(history.start()), width),
            _ => history.move_texts().iter().zip(1..).map(|(mv, number)| format!("{number:>3}. {mv}")).collect(),
        },
        scroll: app.scroll,
        entry: entry(app),
        message: message(app),
        input: app.input.clone(),
        keys: if app.is_watched() { KEYS_OF_WATCHING } else { KEYS },
        window: window(app),
        scene,
    }
}

fn title<G: Playable>(app: &App<G>) -> String {
    let game = match G::NAME {
        "towers" => "Tower checkers",
        "ashtarashki" => "Ashtarashki",
        "proryv" => "Proryv",
        other => other,
    };
    let rules = app.game.history().start().rules();
    if rules == G::Rules::default() { game.to_owned() } else { format!("{game}, {rules}") }
}

fn starts_with_black<G: Playable>(start: &G) -> bool {
    start.to_move() == ToMove::One(Side::Black)
}

fn marks<G: Playable>(app: &App<G>) -> Marks {
    let history = app.game.history();
    let last = history.plies().last().and_then(|ply| {
        let before = history.position_at(history.len().saturating_sub(1))?;
        Some(cells(before.squares_of_move(ply.mv())))
    });
    let entry = app.game.entry();
    Marks {
        cursor: app.cursor,
        choices: entry.map(|entry| cells(entry.choices())).unwrap_or_default(),
        path: entry.map(|entry| cells(entry.squares())).unwrap_or_default(),
        last: last.unwrap_or_default(),
        hint: app.hint.clone(),
    }
}

/// The line that says who has to do what.
fn entry<G: Playable>(app: &App<G>) -> String {
    let name = |side: Side| &app.game.names[side as usize];
    match app.game.stage() {
        Stage::Over => match app.game.history().termination() {
            Some(end) => format!("The game is over. {end}"),
            None => String::new(),
        },
        _ if app.is_paused => "Paused. Space goes on.".to_owned(),
        Stage::Think(side) => format!("{side}: {} thinks …", name(side)),
        Stage::HandOver(side) => format!("{side} is to choose."),
        Stage::Enter(side) => {
            let Some(entry) = app.game.entry() else { return String::new() };
            let sign = if entry.captured().into_iter().next().is_some() { ":" } else { "-" };
            let squares: Vec<_> = entry.squares().iter().map(ToString::to_string).collect();
            let choices = cells(entry.choices());
            let listed: Vec<_> = choices.iter().map(ToString::to_string).collect();
            match squares.is_empty() {
                true => format!("{side} to move: choose a piece ({} can move)", choices.len()),
                false => format!("{side}: {}, then {}", squares.join(sign), listed.join(" ")),
            }
        }
    }
}

/// The message; without one, what there is to know of hidden choices and of draws.
fn message<G: Playable>(app: &App<G>) -> Option<(String, bool)> {
    if app.message.is_some() {
        return app.message.clone();
    }
    let sealed = app.game.commitment().map(|(side, hash)| format!("{side}’s seal: {hash}"));
    let reveal = Some(app.game.reveal().to_owned()).filter(|reveal| !reveal.is_empty());
    let lines: Vec<String> = reveal.into_iter().chain(sealed).collect();
    if !lines.is_empty() {
        return Some((lines.join("\n"), false));
    }
    let claim = app.game.history().claim()?;
    Some((format!("A draw can be claimed, since {claim}: type draw after a colon."), false))
}

fn window<G: Playable>(app: &App<G>) -> Option<Window> {
    match (app.open, app.game.stage()) {
        (Some(Open::Help), _) => {
            let lines = HELP.iter().map(|(key, does)| format!("{key:<18} {does}"));
            Some(Window { title: "Help", lines: lines.collect() })
        }
        (Some(Open::Leave), _) => Some(Window {
            title: "Leave",
            lines: ["Leave the game?", "", "y  save it and leave", "d  leave without saving", "n  play on"]
                .map(str::to_owned)
                .into(),
        }),
        (None, Stage::HandOver(side)) => {
            let lines = vec![
                format!("{side} chooses, hidden from {}.", side.opponent()),
                format!("{}, look away. {side}, press Enter.", side.opponent()),
            ];
            Some(Window { title: "A hidden choice", lines })
        }
        _ => None,
    }
}

/// Returns the moves with their numbers, two a line, or one if two are wider than the list.
fn numbered(moves: &[String], starts_with_black: bool, width: usize) -> Vec<String> {
    let before = starts_with_black.then(|| "…".to_owned());
    let moves: Vec<String> = before.into_iter().chain(moves.iter().cloned()).collect();
    let mut lines = Vec::new();
    for (pair, number) in moves.chunks(2).zip(1..) {
        let line = format!("{number:>3}. {}", pair.join("  "));
        if line.chars().count() <= width {
            lines.push(line);
        } else {
            let numbers = [format!("{number:>3}. "), " ".repeat(5)];
            lines.extend(numbers.iter().zip(pair).map(|(number, mv)| format!("{number}{mv}")));
        }
    }
    lines
}

/// Describes what stands on a square, a tower piece by piece.
fn described(figure: &Figure) -> Vec<String> {
    let side = figure.side();
    match figure {
        Figure::Man(_) => vec![format!("a man of {side}’s")],
        Figure::Stone { state, .. } => {
            let text = match state {
                StoneState::Full(number) => {
                    let beaten = if *number == 1 { 3 } else { number.saturating_sub(1) };
                    return vec![format!("{side}, full rights"), format!("beats {beaten} and W")];
                }
                StoneState::Turned(number) => format!("{side}’s {number}, retreated once"),
                StoneState::Covered => format!("{side}, retreated twice"),
                StoneState::Finished => format!("{side}, finished"),
            };
            vec![text]
        }
        Figure::Tower(discs) => {
            let run = |discs: &[Disc]| {
                let signs = discs.iter().map(|disc| if disc.is_king { "K" } else { "o" });
                signs.collect::<Vec<_>>().join(if discs.len() > 9 { "" } else { " " })
            };
            let own = discs.iter().take_while(|disc| disc.side == side).count();
            let (own, prisoners) = discs.split_at_checked(own).unwrap_or((discs, &[]));
            let mut lines = vec![format!("{side}  {}", run(own))];
            if !prisoners.is_empty() {
                lines.push(format!("on {}  {}", side.opponent(), run(prisoners)));
            }
            lines
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_from_the_side_that_begins() {
        let moves = ["c3-d4", "f6-e5", "d4:f6"].map(str::to_owned);
        assert_eq!(numbered(&moves, false, 20), ["  1. c3-d4  f6-e5", "  2. d4:f6"]);
        assert_eq!(numbered(&moves, true, 20), ["  1. …  c3-d4", "  2. f6-e5  d4:f6"]);
        assert_eq!(numbered(&moves, false, 16), ["  1. c3-d4", "     f6-e5", "  2. d4:f6"]);
    }

    #[test]
    fn towers_are_described_piece_by_piece() {
        let disc = |side, is_king| Disc { side, is_king };
        let tower = vec![disc(Side::White, true), disc(Side::White, false), disc(Side::Black, true)];
        assert_eq!(described(&Figure::Tower(tower)), ["White  K o", "on Black  K"]);
        // 1 beats 3.
        let stone = Figure::Stone { side: Side::Black, state: StoneState::Full(1) };
        assert_eq!(described(&stone), ["Black, full rights", "beats 3 and W"]);
    }
}
