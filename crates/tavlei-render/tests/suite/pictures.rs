//! Every position of the cases is drawn, well formed and with all its pieces.

use tavlei_game::{Game, Notation, Side};
use tavlei_render::{Arrow, Cell, Disc, Figure, Mark, Picture, Scene, Style, Theme};

use crate::{Case, cases};

/// The elements that are open at the end of each step are closed in the right order, and attributes are quoted.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (inside, _) = tag.split_once('>').unwrap_or_else(|| panic!("<{tag} is not closed"));
        assert_eq!(inside.matches('"').count() % 2, 0, "<{inside}>");
        let name = inside.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if inside.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !inside.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    assert!(!svg.contains("<text") && !svg.contains("href") && !svg.contains("<script"), "no fonts, no resources");
}

fn draw<G: Notation + Picture>(position: &str, rules: &str) -> usize {
    let rules: G::Rules = rules.parse().unwrap_or_else(|error| panic!("{rules}: {error}"));
    let position = G::read_position(position, &rules).unwrap_or_else(|error| panic!("{position}: {error}"));
    let scene = Scene::of(&position);
    for theme in Theme::ALL {
        for flip in [false, true] {
            let style = Style::default().with_theme(theme).with_flip(flip).with_coordinates(flip);
            let svg = scene.svg(&style);
            assert_well_formed(&svg);
            assert_eq!(svg, scene.svg(&style), "the same scene is the same text");
        }
    }
    let svg = scene.svg(&Style::default());
    svg.matches("<g ").count()
}

#[test]
fn every_position_of_the_cases_is_drawn() {
    let cases = cases();
    let mut tall = 0;
    for Case { is_towers, position, rules } in &cases {
        let pieces = if *is_towers {
            tall += usize::from(position.split([',', ';']).any(|tower| tower.len() > 12));
            draw::<tavlei_towers::Position>(position, rules)
        } else {
            draw::<tavlei_ashtarashki::Position>(position, rules)
        };
        assert_eq!(pieces, position[2..].split([',', ';']).filter(|piece| !piece.is_empty()).count(), "{position}");
    }
    assert!(cases.len() >= 400 && tall > 0, "{} positions, {tall} with tall towers", cases.len());
}

#[test]
fn boards_of_every_size_of_proryv_are_drawn() {
    for files in 3..=8 {
        for ranks in 4..=8 {
            let rules = format!("board={files}x{ranks}").parse().expect("rules");
            let position = tavlei_proryv::Position::start(&rules);
            let svg = Scene::of(&position).svg(&Style::default());
            assert_well_formed(&svg);
            let men = Side::BOTH.map(|side| position.men_of(side).len()).iter().sum::<u32>() as usize;
            assert_eq!(svg.matches("<circle class=").count(), men, "{rules}");
        }
    }
}

/// A king keeps its rank in prison (T-14), and it is to be seen.
#[test]
fn every_disc_and_every_king_of_a_tower_is_drawn() {
    let position: tavlei_towers::Position = "w c1=10/0100;".parse().expect("a position");
    let svg = Scene::of(&position).svg(&Style::default());
    assert_eq!(svg.matches("<path class=\"white\"").count(), 2);
    assert_eq!(svg.matches("<path class=\"black\"").count(), 4);
    assert_eq!(svg.matches("<path class=\"king\"").count(), 2);
    assert_eq!(svg.matches("class=\"crown\"").count(), 1);
    assert_eq!(svg.matches("class=\"badge\"").count(), 1);
    let tower = vec![Disc { side: Side::White, is_king: false }; 24];
    let highest = Scene::empty(8, 8, "").with_figure(Cell { file: 0, rank: 0 }, Figure::Tower(tower));
    let svg = highest.svg(&Style::default());
    assert_well_formed(&svg);
    assert_eq!(svg.matches("<path class=\"white\"").count(), 2 * 24, "on its square, and beside the board");
}

#[test]
fn marks_and_arrows_are_drawn_where_they_are() {
    let scene = Scene::empty(4, 5, "a \"title\" & <more>\u{1b}")
        .with_marks(Mark::Dot, &["a1", "d5"])
        .with_marks(Mark::Cross, &["b2", "e1", "a9", "nonsense", ""])
        .with_path(&["a1", "b2", "d4"])
        .with_arrow(Arrow { path: vec![Cell { file: 3, rank: 4 }, Cell { file: 2, rank: 3 }], is_dashed: true });
    let svg = scene.svg(&Style::default());
    assert_well_formed(&svg);
    assert!(svg.contains("<title>a &quot;title&quot; &amp; &lt;more&gt; </title>"), "{svg}");
    let count = |class: &str| svg.matches(&format!("class=\"{class}\"")).count();
    assert_eq!((count("mark"), count("cross"), count("tint")), (2, 1, 2));
    assert_eq!((count("arrow"), count("arrow dashed"), count("arrow-head")), (1, 1, 2));
    assert!(svg.contains(r#"class="tint" x="26" y="244""#), "a1 is the lower left square: {svg}");
    let flipped = scene.svg(&Style::default().with_flip(true));
    assert!(flipped.contains(r#"class="tint" x="206" y="4""#), "and the upper right one: {flipped}");
    assert_eq!(Cell::named("c3"), Some(Cell { file: 2, rank: 2 }));
    assert_eq!((Cell::named("c0"), Cell::named("C3"), Cell::named("c33")), (None, None, None));
}

/// The positions of a short game of towers, from the start on.
fn game() -> Vec<Scene> {
    let mut position = tavlei_towers::Position::default();
    let mut scenes = vec![Scene::of(&position)];
    for text in ["c3-d4", "f6-e5", "d4:f6", "g7:e5"] {
        let mv = position.read_move(text).expect("legal");
        position.play(&mv).expect("legal");
        scenes.push(Scene::of(&position));
    }
    scenes
}

#[test]
fn a_sheet_has_every_position_at_a_place_of_its_own() {
    let scenes = game();
    let sheet = Scene::sheet(&scenes, 2, &Style::default());
    assert_well_formed(&sheet);
    assert_eq!(sheet.matches("class=\"frame\"").count(), 5);
    // Boards of 510 by 510: two columns, three rows.
    assert!(sheet.contains("viewBox=\"0 0 1068 1594\""), "{}", &sheet[..120]);
    for (x, y) in [(16, 16), (542, 16), (16, 542), (542, 542), (16, 1068)] {
        assert_eq!(sheet.matches(&format!("<g transform=\"translate({x} {y})\"><path class=\"light\"")).count(), 0);
        assert!(sheet.contains(&format!("<g transform=\"translate({x} {y})\"><rect class=\"page\"")), "{x} {y}");
    }
    assert_well_formed(&Scene::sheet(&[], 3, &Style::default()));
    assert_well_formed(&Scene::sheet(&scenes, 0, &Style::default()));
}

/// The elements of a list that ends with a quotation mark.
fn list(text: &str) -> Vec<&str> {
    text.split('"').next().unwrap_or_default().split(';').collect()
}

#[test]
fn an_animation_shows_one_position_at_a_time() {
    let scenes = game();
    let svg = Scene::animation(&scenes, 2.0, &Style::default());
    assert_well_formed(&svg);
    assert_eq!(svg.matches("class=\"frame\"").count(), 1, "one board");
    assert_eq!(svg.matches("<g display=\"inline\">").count(), 1, "the first, where nothing moves");
    assert_eq!(svg.matches("<g display=\"none\">").count(), 4);
    assert_eq!(svg.matches("dur=\"10.00s\"").count(), 5);
    // At every time the frames that are shown are one.
    let frames: Vec<Vec<(f64, bool)>> = svg
        .split("values=\"")
        .skip(1)
        .map(|rest| {
            let times = rest.split("keyTimes=\"").nth(1).expect("times");
            let times = list(times).into_iter().map(|time| time.parse().expect("a time"));
            times.zip(list(rest).into_iter().map(|value| value == "inline")).collect()
        })
        .collect();
    for hundredth in 0..100 {
        let now = f64::from(hundredth) / 100.0;
        let is_shown =
            |frame: &&Vec<(f64, bool)>| frame.iter().rev().find(|(time, _)| *time <= now).is_some_and(|f| f.1);
        assert_eq!(frames.iter().filter(is_shown).count(), 1, "at {now}");
    }
    let still = Scene::animation(&scenes[..1], 1.0, &Style::default());
    assert!(!still.contains("<animate"), "one position stands still");
    assert_well_formed(&still);
}

#[test]
fn a_tikz_picture_has_the_same_shapes() {
    for Case { is_towers, position, rules } in cases() {
        let scene = if is_towers {
            let rules = rules.parse().expect("rules");
            Scene::of(&tavlei_towers::Position::read_position(&position, &rules).expect("a position"))
        } else {
            let rules = rules.parse().expect("rules");
            Scene::of(&tavlei_ashtarashki::Position::read_position(&position, &rules).expect("a position"))
        };
        let (svg, tikz) = (scene.svg(&Style::default()), scene.tikz(&Style::default()));
        let count = |text: &str, what: &str| text.matches(what).count();
        assert_eq!(count(&tikz, "svg \""), count(&svg, "<path "), "{position}");
        assert_eq!(count(&tikz, "rectangle"), count(&svg, "<rect "), "{position}");
        assert_eq!(count(&tikz, "circle[radius"), count(&svg, "<circle "), "{position}");
        assert_eq!(count(&tikz, "begin{scope}"), count(&tikz, "end{scope}"), "{position}");
        assert_eq!(count(&tikz, "{"), count(&tikz, "}"), "{position}");
        for class in
            tikz.split("tavlei-").skip(1).map(|rest| rest.split([',', ']', '}', '/']).next().unwrap_or_default())
        {
            let is_known =
                tikz.contains(&format!("tavlei-{class}/.style")) || tikz.contains(&format!("{{tavlei-{class}}}"));
            assert!(is_known, "{class}");
        }
    }
}

/// Ten thousand pictures in a row: the time of each is far below what a page needs, and nothing grows.
#[test]
fn ten_thousand_positions_are_drawn_quickly() {
    let position: tavlei_towers::Position =
        "w c1=1/000,a3=0,g3=00,f6=01/001;d4=1000/00,c5=0,h6=0/00".parse().expect("one");
    let begun = std::time::Instant::now();
    let bytes: usize = (0..10_000).map(|_| Scene::of(&position).svg(&Style::default()).len()).sum();
    let each = begun.elapsed() / 10_000;
    assert!(bytes > 10_000 * 1_000);
    // Measured: 66 µs, and 79 µs from the start. The bound allows for a loaded machine and an unoptimized build.
    assert!(each < std::time::Duration::from_micros(400), "{each:?} a picture");
}

#[cfg(feature = "png")]
mod png {
    use super::*;
    use tavlei_render::PngError;

    /// The width and the height that the header of a PNG file says.
    fn size_of(png: &[u8]) -> (u32, u32) {
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        (number(16), number(20))
    }

    #[test]
    fn a_picture_is_as_wide_as_it_is_asked_for() {
        let scene = Scene::of(&tavlei_proryv::Position::default());
        for width in [1, 200, 400, 800] {
            let png = scene.png(&Style::default(), width).expect("a picture");
            let (wide, high) = size_of(&png);
            assert_eq!(wide, width);
            assert!(high >= wide, "four files and five ranks: {high}");
        }
        for width in [0, 8193, u32::MAX] {
            assert_eq!(scene.png(&Style::default(), width), Err(PngError::Width { width }));
        }
    }

    /// Every position of the cases, small: what the rasterizer refuses would be an error.
    #[test]
    fn every_position_of_the_cases_becomes_pixels() {
        for Case { is_towers, position, rules } in cases() {
            if is_towers {
                let rules = rules.parse().expect("rules");
                let position = tavlei_towers::Position::read_position(&position, &rules).expect("a position");
                Scene::of(&position).png(&Style::default(), 100).expect("a picture");
            } else {
                let rules = rules.parse().expect("rules");
                let position = tavlei_ashtarashki::Position::read_position(&position, &rules).expect("a position");
                Scene::of(&position).png(&Style::default(), 100).expect("a picture");
            }
        }
    }
}
