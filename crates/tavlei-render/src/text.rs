//! Boards for a terminal.

use std::fmt::Write as _;

use tavlei_game::Side;

use crate::{Cell, Disc, Figure, Mark, Scene, StoneState, TextStyle};

/// Columns of a square. The longest text of a tower, `W12/12`, has six.
const WIDTH: usize = 6;

/// Writes the board, the list of towers beside it, and a legend of the signs that need one.
pub(crate) fn write(scene: &Scene, style: &TextStyle) -> String {
    let mut ranks: Vec<u8> = (0..scene.ranks).rev().collect();
    let mut files: Vec<u8> = (0..scene.files).collect();
    if style.is_flipped {
        ranks.reverse();
        files.reverse();
    }
    let mut lines = Vec::new();
    for &rank in &ranks {
        let mut line = format!("{} ", rank.saturating_add(1));
        for &file in &files {
            write_square(&mut line, scene, Cell { file, rank }, style);
        }
        lines.push(line);
    }
    let names = files.iter().map(|&file| format!("{:^WIDTH$}", file_name(file)));
    lines.push(format!("  {}", names.collect::<String>()));

    // Every line is as wide as the board.
    let below = " ".repeat(WIDTH.saturating_mul(files.len()).saturating_add(2));
    let towers = listed_towers(scene);
    let mut text = String::new();
    for number in 0..lines.len().max(towers.len()) {
        let line = lines.get(number).unwrap_or(&below);
        let _ = match towers.get(number) {
            None => writeln!(text, "{}", line.trim_end()),
            Some(tower) => writeln!(text, "{line}   {tower}"),
        };
    }
    if let Some(legend) = legend(scene, !towers.is_empty()) {
        text.push_str(legend);
        text.push('\n');
    }
    text
}

fn file_name(file: u8) -> char {
    char::from(b'a'.saturating_add(file))
}

fn write_square(line: &mut String, scene: &Scene, cell: Cell, style: &TextStyle) {
    let piece = scene.figure_at(cell);
    let (is_dark, is_played) = (cell.is_dark(), scene.is_played(cell));
    let marked = scene.marks.iter().rev().find_map(|&(at, mark)| (at == cell).then_some(mark));
    let is_on_path = scene.arrows.iter().any(|arrow| arrow.path.contains(&cell));
    let mut content = match piece {
        Some(piece) => piece_text(piece),
        None if !is_played || style.is_coloured => String::new(),
        None if style.is_ascii => ".".to_owned(),
        None => "·".to_owned(),
    };
    match marked {
        Some(Mark::Cross) if piece.is_none() => content = "x".to_owned(),
        Some(Mark::Dot) if piece.is_none() => content = "*".to_owned(),
        // Without colours, brackets stand for the tint.
        _ if (marked.is_some() || is_on_path) && !style.is_coloured => content = bracketed(&content),
        _ => {}
    }
    let text = format!("{content:^WIDTH$}");
    if !style.is_coloured {
        line.push_str(&text);
        return;
    }
    let ground = match (marked.is_some() || is_on_path, is_dark, is_played) {
        (true, ..) => 64,
        (_, true, _) => 130,
        // All squares of Proryv are played on, so both letters must be readable on both shades.
        (.., true) => 94,
        _ => 180,
    };
    let ink = if piece.map(side_of) == Some(Side::White) { "1;38;5;231" } else { "1;38;5;16" };
    let _ = write!(line, "\x1b[48;5;{ground};{ink}m{text}\x1b[0m");
}

/// Puts brackets round the text of a square, as far as there is room.
fn bracketed(content: &str) -> String {
    match WIDTH.saturating_sub(content.chars().count()) {
        0 => content.to_owned(),
        1 => format!("[{content}"),
        _ => format!("[{content}]"),
    }
}

pub(crate) fn side_of(piece: &Figure) -> Side {
    match piece {
        Figure::Tower(discs) => discs.first().map_or(Side::White, |disc| disc.side),
        Figure::Stone { side, .. } | Figure::Man(side) => *side,
    }
}

/// Returns the sign of a piece: `w`, `W` for a king, `w3/2` for three own pieces on two prisoners; `M3` or `m3`; `w`.
pub(crate) fn piece_text(piece: &Figure) -> String {
    match piece {
        Figure::Man(side) => side.letter().to_string(),
        Figure::Stone { side, state } => {
            let text = match state {
                StoneState::Full(number) => format!("M{number}"),
                StoneState::Turned(number) => format!("V{number}"),
                StoneState::Covered => "W".to_owned(),
                StoneState::Finished => "F".to_owned(),
            };
            if *side == Side::White { text } else { text.to_lowercase() }
        }
        Figure::Tower(discs) => {
            let (own, prisoners) = split(discs);
            let letter = side_of(piece).letter();
            let is_king = discs.first().is_some_and(|disc| disc.is_king);
            let letter = if is_king { letter.to_ascii_uppercase() } else { letter };
            match (own.len(), prisoners.len()) {
                (1, 0) => letter.to_string(),
                (own, 0) => format!("{letter}{own}"),
                (own, prisoners) => format!("{letter}{own}/{prisoners}"),
            }
        }
    }
}

/// Splits a tower into the commander's own pieces and the prisoners, both from top to bottom.
fn split(discs: &[Disc]) -> (&[Disc], &[Disc]) {
    let own = discs.iter().take_while(|disc| Some(disc.side) == discs.first().map(|top| top.side)).count();
    discs.split_at_checked(own).unwrap_or((discs, &[]))
}

/// Returns a line for each tower of several pieces, `f6  w3/2    010/00`: square, sign, and its pieces from top to bottom.
pub(crate) fn listed_towers(scene: &Scene) -> Vec<String> {
    let mut pieces: Vec<_> = scene.pieces.iter().collect();
    pieces.sort_by_key(|(cell, _)| *cell);
    let towers = pieces.into_iter().filter_map(|(cell, piece)| match piece {
        Figure::Tower(discs) if discs.len() > 1 => {
            let digits =
                |discs: &[Disc]| -> String { discs.iter().map(|disc| if disc.is_king { '1' } else { '0' }).collect() };
            let (own, prisoners) = split(discs);
            let slash = if prisoners.is_empty() { "" } else { "/" };
            let sign = piece_text(piece);
            Some(format!("{cell}  {sign:WIDTH$}  {}{slash}{}", digits(own), digits(prisoners)))
        }
        _ => None,
    });
    towers.collect()
}

/// Explains the signs of a board, if any of them needs it.
fn legend(scene: &Scene, has_tall_towers: bool) -> Option<&'static str> {
    let needs = |state: &StoneState| !matches!(state, StoneState::Full(_));
    if has_tall_towers {
        return Some("w man, W king, w3/2: 3 own on 2 prisoners; listed top to bottom, 0 man, 1 king");
    }
    if scene.pieces.iter().any(|(_, piece)| matches!(piece, Figure::Stone { state, .. } if needs(state))) {
        return Some("M full rights, V retreated once, W twice, F finished; capitals are White's");
    }
    let is_king = |piece: &Figure| matches!(piece, Figure::Tower(discs) if discs.iter().any(|disc| disc.is_king));
    scene.pieces.iter().any(|(_, piece)| is_king(piece)).then_some("w man, W king")
}
