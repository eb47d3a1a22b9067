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
