//! Three small games to test with: one that can go round in circles, one that always ends, one of simultaneous choices.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::ControlFlow;
use std::str::FromStr;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_game::{
    ChoiceNotation, EnterMove, Form, Game, HistoryRules, Joint, Keyed, MoveError, NoRules, Notation, Outcome,
    RulesError, Sequential, Side, Simultaneous, Symmetric, ToMove, rule_pairs,
};

pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Visits the items one by one, as every game must.
fn visit_all<T, B>(items: impl IntoIterator<Item = T>, visit: impl FnMut(T) -> ControlFlow<B>) -> ControlFlow<B> {
    items.into_iter().try_for_each(visit)
}

// ---------------------------------------------------------------------------------------------------
// Lane: sequential, with cycles, draws by history and options

/// Two men on a strip of seven cells, a to g, White's on the left.
///
/// In turn, a man slides one or two empty cells, either way. Whoever cannot has lost. Landing on a coin takes it, which
/// is progress; there are two at the start. Nothing keeps the men from sliding to and fro for ever.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Lane {
    /// The cells of White's and of Black's man, 0 to 6.
    men: [u8; 2],
    /// The cells with coins, as bits.
    coins: u8,
    to_move: Side,
    rules: LaneRules,
}

/// Slides the man of the side to move to a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Slide(pub(crate) u8);

/// The cell.
impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&letter(self.0), f)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Blocked;

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no move is left")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LaneRules {
    pub(crate) repetition: Option<u32>,
    pub(crate) unchanged: Option<u32>,
    pub(crate) cap: Option<u32>,
}

impl Default for LaneRules {
    fn default() -> Self {
        Self { repetition: Some(3), unchanged: Some(30), cap: None }
    }
}

impl LaneRules {
    pub(crate) const NONE: Self = Self { repetition: None, unchanged: None, cap: None };
}

impl Lane {
    pub(crate) const CELLS: u8 = 7;

    fn cells(&self) -> impl Iterator<Item = u8> + use<> {
        let [white, black] = self.men;
        let (reach, own) = match self.to_move {
            Side::White => (0..black, white),
            Side::Black => (white + 1..Self::CELLS, black),
        };
        reach.filter(move |&cell| matches!(cell.abs_diff(own), 1 | 2))
    }
}

impl Default for Lane {
    fn default() -> Self {
        Self::start(&LaneRules::default())
    }
}

impl Game for Lane {
    type Move = Slide;
    type Reason = Blocked;
    type Rules = LaneRules;

    fn start(rules: &LaneRules) -> Self {
        Self { men: [0, 6], coins: 0b10100, to_move: Side::White, rules: *rules }
    }

    fn rules(&self) -> LaneRules {
        self.rules
    }

    fn to_move(&self) -> ToMove {
        ToMove::One(self.side_to_move())
    }

    fn outcome(&self) -> Option<Outcome<Blocked>> {
        self.cells().next().is_none().then(|| Outcome::win(!self.to_move, 1, Blocked))
    }

    fn for_each_move<B>(&self, visit: impl FnMut(Slide) -> ControlFlow<B>) -> ControlFlow<B> {
        visit_all(self.cells().map(Slide), visit)
    }

    fn play_unchecked(&mut self, &Slide(cell): &Slide) {
        self.men[self.to_move as usize] = cell;
        self.coins &= !(1 << cell);
        self.to_move = !self.to_move;
    }

    fn history_rules(&self) -> HistoryRules {
        HistoryRules::NONE
            .with_repetition(self.rules.repetition)
            .with_plies_since_progress(self.rules.unchanged)
            .with_ply_cap(self.rules.cap)
    }

    fn is_irreversible(&self, &Slide(cell): &Slide) -> bool {
        self.coins >> cell & 1 == 1
    }
}

impl Sequential for Lane {
    fn side_to_move(&self) -> Side {
        self.to_move
    }
}

impl Keyed for Lane {
    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> u64 {
        let [white, black] = self.men;
        [white, black, self.coins, self.to_move as u8]
            .iter()
            .fold(1, |key: u64, &byte| (key ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23))
    }
}

/// Seen from the other end, with the sides exchanged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherEnd;

impl Symmetric for Lane {
    type Symmetry = OtherEnd;

    fn symmetries(&self) -> &'static [OtherEnd] {
        &[OtherEnd]
    }

    fn swaps_sides(_: OtherEnd) -> bool {
        true
    }

    fn transform(&self, _: OtherEnd) -> Self {
        let [white, black] = self.men;
        Self {
            men: [6 - black, 6 - white],
            coins: self.coins.reverse_bits() >> 1,
            to_move: !self.to_move,
            rules: self.rules,
        }
    }

    fn transform_move(&self, _: OtherEnd, &Slide(cell): &Slide) -> Slide {
        Slide(6 - cell)
    }
}

fn letter(cell: u8) -> char {
    char::from(b'a' + cell)
}

fn read_cell(text: &mut Scanner<'_>) -> Result<u8, SyntaxError> {
    let letter = text.eat_if(|c| ('a'..='g').contains(&c)).ok_or_else(|| text.expected("a cell, a to g"))?;
    Ok(letter as u8 - b'a')
}

/// `w a;g c,e`: the side to move, White's man, Black's, the coins if any are left.
impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {};{}", self.to_move.letter(), letter(self.men[0]), letter(self.men[1]))?;
        for (i, cell) in (0..Self::CELLS).filter(|cell| self.coins >> cell & 1 == 1).enumerate() {
            write!(f, "{}{}", if i == 0 { ' ' } else { ',' }, letter(cell))?;
        }
        Ok(())
    }
}

impl Notation for Lane {
    const NAME: &'static str = "lane";
    const FORMS: &'static [Form] = &[Form::Long, Form::Short, Form::Numeric];

    type PositionError = SyntaxError;

    fn read_position(text: &str, rules: &LaneRules) -> Result<Self, SyntaxError> {
        if text == "start" {
            return Ok(Self::start(rules));
        }
        let mut text = Scanner::new(text);
        let to_move = match text.eat_if(|c| matches!(c, 'w' | 'b')) {
            Some('w') => Side::White,
            Some(_) => Side::Black,
            None => return Err(text.expected("the side to move, w or b")),
        };
        text.skip_spaces();
        let white = read_cell(&mut text)?;
        if !text.eat(';') {
            return Err(text.expected("a semicolon"));
        }
        let black = read_cell(&mut text)?;
        let mut coins = 0;
        while text.eat(',') || text.skip_spaces() {
            coins |= 1 << read_cell(&mut text)?;
        }
        text.finish("the end").map(|()| Self { men: [white, black], coins, to_move, rules: *rules })
    }

    fn write_move(&self, mv: &Slide, out: &mut dyn Write) -> fmt::Result {
        self.write_move_as(Form::Long, mv, out)
    }

    fn write_move_as(&self, form: Form, &Slide(cell): &Slide, out: &mut dyn Write) -> fmt::Result {
        match form {
            Form::Short => write!(out, "{}", letter(cell)),
            Form::Numeric => write!(out, "{}", cell + 1),
            _ => write!(out, "{}-{}", letter(self.men[self.to_move as usize]), letter(cell)),
        }
    }

    fn read_move(&self, text: &str) -> Result<Slide, MoveError> {
        let mut text = Scanner::new(text);
        let mut cell = read_cell(&mut text)?;
        if text.eat('-') {
            cell = read_cell(&mut text)?;
        }
        text.finish("the end")?;
        let meant = || self.moves().iter().map(|mv| self.move_text(mv)).collect();
        match Slide(cell) {
            mv if self.is_legal(&mv) => Ok(mv),
            _ => Err(MoveError::Illegal { offset: 0, reason: "the man can’t slide there".into(), meant: meant() }),
        }
    }

    fn read_move_as(&self, form: Form, text: &str) -> Result<Slide, MoveError> {
        match (form, text.parse::<u8>()) {
            (Form::Numeric, Ok(number @ 1..=7)) => Ok(Slide(number - 1)),
            _ => self.read_move(text),
        }
    }

    fn write_diagram(&self, out: &mut dyn Write) -> fmt::Result {
        for cell in 0..Self::CELLS {
            out.write_char(match cell {
                _ if cell == self.men[0] => 'w',
                _ if cell == self.men[1] => 'b',
                _ if self.coins >> cell & 1 == 1 => 'o',
                _ => '.',
            })?;
        }
        out.write_char('\n')
    }
}

/// `repetition=3,unchanged=30,cap=none`: whatever differs from the default.
impl fmt::Display for LaneRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Self::default();
        let mut separator = "";
        for (key, value, usual) in [
            ("repetition", self.repetition, default.repetition),
            ("unchanged", self.unchanged, default.unchanged),
            ("cap", self.cap, default.cap),
        ] {
            if value != usual {
                write!(f, "{separator}{key}={}", value.map_or("none".into(), |n| n.to_string()))?;
                separator = ",";
            }
        }
        Ok(())
    }
}

impl FromStr for LaneRules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for (offset, key, value_offset, value) in rule_pairs(text)? {
            let option = match key.as_str() {
                "repetition" => &mut rules.repetition,
                "unchanged" => &mut rules.unchanged,
                "cap" => &mut rules.cap,
                _ => return Err(RulesError::UnknownKey { offset, key, known: "repetition, unchanged and cap" }),
            };
            *option = match value.parse() {
                Ok(number) => Some(number),
                Err(_) if value == "none" => None,
                Err(_) => {
                    let expected = "a number or none";
                    return Err(RulesError::BadValue { offset: value_offset, key, value, expected });
                }
            };
        }
        Ok(rules)
    }
}

// ---------------------------------------------------------------------------------------------------
// Nim: sequential, always ends

/// Piles of matches; in turn, a side takes any number from one pile, and whoever takes the last match has won.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Nim {
    piles: Vec<u8>,
    to_move: Side,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Take {
    pub(crate) pile: usize,
    pub(crate) matches: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LastTaken;

impl fmt::Display for LastTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the last match is taken")
    }
}

impl Nim {
    pub(crate) fn new(piles: &[u8]) -> Self {
        Self { piles: piles.to_vec(), to_move: Side::White }
    }
}

impl Default for Nim {
    fn default() -> Self {
        Self::new(&[3, 4, 5])
    }
}

impl Game for Nim {
    type Move = Take;
    type Reason = LastTaken;
    type Rules = NoRules;

    fn start(_: &NoRules) -> Self {
        Self::default()
    }

    fn rules(&self) -> NoRules {
        NoRules
    }

    fn to_move(&self) -> ToMove {
        ToMove::One(self.side_to_move())
    }

    fn outcome(&self) -> Option<Outcome<LastTaken>> {
        self.piles.iter().all(|&pile| pile == 0).then(|| Outcome::win(!self.to_move, 1, LastTaken))
    }

    fn for_each_move<B>(&self, visit: impl FnMut(Take) -> ControlFlow<B>) -> ControlFlow<B> {
        let takes = |(pile, &left): (usize, &u8)| (1..=left).map(move |matches| Take { pile, matches });
        visit_all(self.piles.iter().enumerate().flat_map(takes), visit)
    }

    fn play_unchecked(&mut self, take: &Take) {
        self.piles[take.pile] -= take.matches;
        self.to_move = !self.to_move;
    }
}

impl Sequential for Nim {
    fn side_to_move(&self) -> Side {
        self.to_move
    }
}

/// Cells or cards as bits, each named by a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Places(u128);

impl FromIterator<char> for Places {
    fn from_iter<I: IntoIterator<Item = char>>(places: I) -> Self {
        Self(places.into_iter().fold(0, |set, place| set | 1 << place as u32))
    }
}

impl IntoIterator for Places {
    type Item = char;
    type IntoIter = std::vec::IntoIter<char>;

    fn into_iter(self) -> Self::IntoIter {
        ('\0'..='\x7f').filter(|&place| self.0 >> place as u32 & 1 == 1).collect::<Vec<_>>().into_iter()
    }
}

/// The man’s cell, then the one that it slides to.
impl EnterMove for Lane {
    type Square = char;
    type Squares = Places;
    type Entered = Slide;

    fn next_squares(&self, _: Side, squares: &[char]) -> Places {
        match squares {
            [] => [letter(self.men[self.to_move as usize])].into_iter().collect(),
            [_] => self.cells().map(letter).collect(),
            _ => [].into_iter().collect(),
        }
    }

    fn diagnose(&self, _: Side, squares: &[char], square: char) -> Cow<'static, str> {
        let reason = if squares.is_empty() { "the man is not on" } else { "the man cannot slide to" };
        format!("{reason} {square}").into()
    }

    fn diagnose_incomplete(&self, _: Side, _: &[char]) -> Cow<'static, str> {
        "the man has not slid yet".into()
    }

    fn entered(&self, _: Side, squares: &[char]) -> Option<Slide> {
        squares.get(1).map(|&cell| Slide(cell as u8 - b'a'))
    }

    fn captured_on(&self, _: Side, squares: &[char]) -> Places {
        squares.get(1).into_iter().copied().filter(|&cell| self.coins >> (cell as u8 - b'a') & 1 == 1).collect()
    }

    fn board_during(&self, side: Side, squares: &[char]) -> Self {
        let mut board = self.clone();
        if let Some(mv) = self.entered(side, squares) {
            board.play_unchecked(&mv);
            board.to_move = side;
        }
        board
    }

    fn combine(&self, white: Option<&Slide>, black: Option<&Slide>) -> Option<Slide> {
        [white, black][self.to_move as usize].copied()
    }

    fn path(&self, side: Side, &Slide(cell): &Slide) -> Vec<char> {
        vec![letter(self.men[side as usize]), letter(cell)]
    }

    fn entered_text(&self, _: Side, slide: &Slide) -> String {
        self.move_text(slide)
    }

    fn moves_from(&self, side: Side, square: char) -> Vec<Slide> {
        let is_here = side == self.to_move && letter(self.men[side as usize]) == square;
        if is_here { self.moves() } else { Vec::new() }
    }
}

// ---------------------------------------------------------------------------------------------------
// Duel: simultaneous, with options

/// Both sides hold the cards 1 to 9, or fewer; in each round both lay one down at once, and the higher one wins as many
/// points as there have been rounds, this one included. When the cards are gone, the side with more points has won.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Duel {
    /// The cards that White and Black still hold, card *n* as bit *n*.
    hands: [u16; 2],
    /// White's points less Black's.
    lead: i32,
    cards: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Card(pub(crate) u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CardsGone;

impl fmt::Display for CardsGone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all cards are played")
    }
}

/// How many cards each side begins with, 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cards(pub(crate) u32);

impl Default for Cards {
    fn default() -> Self {
        Self(4)
    }
}

impl Default for Duel {
    fn default() -> Self {
        Self::start(&Cards::default())
    }
}

impl Game for Duel {
    type Move = Joint<Card>;
    type Reason = CardsGone;
    type Rules = Cards;

    fn start(&Cards(cards): &Cards) -> Self {
        let hand = (2 << cards) - 2;
        Self { hands: [hand, hand], lead: 0, cards }
    }

    fn rules(&self) -> Cards {
        Cards(self.cards)
    }

    fn to_move(&self) -> ToMove {
        ToMove::Both
    }

    fn outcome(&self) -> Option<Outcome<CardsGone>> {
        (self.hands == [0, 0]).then(|| match self.lead {
            0 => Outcome::draw(CardsGone),
            1.. => Outcome::win(Side::White, 1, CardsGone),
            _ => Outcome::win(Side::Black, 1, CardsGone),
        })
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Joint<Card>) -> ControlFlow<B>) -> ControlFlow<B> {
        self.for_each_choice(Side::White, |white| {
            self.for_each_choice(Side::Black, |black| visit(Joint { white, black }))
        })
    }

    fn play_unchecked(&mut self, &Joint { white: Card(white), black: Card(black) }: &Joint<Card>) {
        let round = (self.cards + 1 - self.hands[0].count_ones()) as i32;
        self.lead += (white as i32 - black as i32).signum() * round;
        self.hands[0] &= !(1 << white);
        self.hands[1] &= !(1 << black);
    }

    fn count_moves(&self) -> u64 {
        self.count_choices(Side::White) * self.count_choices(Side::Black)
    }
}

impl Simultaneous for Duel {
    type Choice = Card;

    fn for_each_choice<B>(&self, side: Side, visit: impl FnMut(Card) -> ControlFlow<B>) -> ControlFlow<B> {
        let hand = self.hands[side as usize];
        visit_all((1..=9).filter(|card| hand >> card & 1 == 1).map(Card), visit)
    }
}

/// The sides exchanged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exchange;

impl Symmetric for Duel {
    type Symmetry = Exchange;

    fn symmetries(&self) -> &'static [Exchange] {
        &[Exchange]
    }

    fn swaps_sides(_: Exchange) -> bool {
        true
    }

    fn transform(&self, _: Exchange) -> Self {
        let [white, black] = self.hands;
        Self { hands: [black, white], lead: -self.lead, cards: self.cards }
    }

    fn transform_move(&self, _: Exchange, &Joint { white, black }: &Joint<Card>) -> Joint<Card> {
        Joint { white: black, black: white }
    }
}

/// `124;134 -2`: White's hand, Black's, White's lead.
impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = |side| self.choices(side).iter().map(|card| card.0.to_string()).collect::<String>();
        write!(f, "{};{} {}", hand(Side::White), hand(Side::Black), self.lead)
    }
}

impl Notation for Duel {
    const NAME: &'static str = "duel";
    const MOVE_WORDS: usize = 2;

    type PositionError = SyntaxError;

    fn read_position(text: &str, rules: &Cards) -> Result<Self, SyntaxError> {
        if text == "start" {
            return Ok(Self::start(rules));
        }
        let mut text = Scanner::new(text);
        let mut hands = [0; 2];
        for (hand, end) in hands.iter_mut().zip([';', ' ']) {
            while let Some(card) = text.eat_if(|c| ('1'..='9').contains(&c)) {
                *hand |= 1 << (card as u8 - b'0');
            }
            if !text.eat(end) {
                return Err(text.expected("a card, 1 to 9, or the end of the hand"));
            }
        }
        let lead = text.rest().parse().map_err(|_| text.expected("White’s lead"))?;
        Ok(Self { hands, lead, cards: rules.0 })
    }

    fn write_move(&self, mv: &Joint<Card>, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{} {}", mv.white.0, mv.black.0)
    }

    fn read_move(&self, text: &str) -> Result<Joint<Card>, MoveError> {
        let (white, black) = text.split_once(' ').ok_or(Scanner::new("").expected("two cards"))?;
        Ok(Joint { white: self.read_choice(Side::White, white)?, black: self.read_choice(Side::Black, black)? })
    }

    fn write_diagram(&self, out: &mut dyn Write) -> fmt::Result {
        writeln!(out, "{self}")
    }
}

impl ChoiceNotation for Duel {
    fn write_choice(&self, _: Side, card: &Card, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}", card.0)
    }

    fn read_choice(&self, side: Side, text: &str) -> Result<Card, MoveError> {
        let held = |card: &Card| self.choices(side).contains(card);
        text.parse().ok().map(Card).filter(held).ok_or_else(|| Scanner::new(text).expected("a card held").into())
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cards={}", self.0)
    }
}

impl FromStr for Cards {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for (offset, key, value_offset, value) in rule_pairs(text)? {
            rules = match (key.as_str(), value.parse()) {
                ("cards", Ok(cards @ 1..=9)) => Self(cards),
                ("cards", _) => {
                    return Err(RulesError::BadValue { offset: value_offset, key, value, expected: "1 to 9" });
                }
                _ => return Err(RulesError::UnknownKey { offset, key, known: "cards" }),
            };
        }
        Ok(rules)
    }
}

/// A card, for want of squares; with cards left, the last one can be laid down by passing, too.
impl EnterMove for Duel {
    type Square = char;
    type Squares = Places;
    type Entered = Card;

    fn next_squares(&self, side: Side, squares: &[char]) -> Places {
        let cards = if squares.is_empty() { self.choices(side) } else { Vec::new() };
        cards.into_iter().filter_map(|Card(card)| char::from_digit(card, 10)).collect()
    }

    fn diagnose(&self, _: Side, _: &[char], square: char) -> Cow<'static, str> {
        format!("there is no card {square}").into()
    }

    fn diagnose_incomplete(&self, _: Side, _: &[char]) -> Cow<'static, str> {
        "a card must be chosen".into()
    }

    fn entered(&self, _: Side, squares: &[char]) -> Option<Card> {
        squares.first().and_then(|card| card.to_digit(10)).map(Card)
    }

    fn entered_pass(&self, side: Side) -> Option<Card> {
        self.choices(side).pop()
    }

    fn captured_on(&self, _: Side, _: &[char]) -> Places {
        Places(0)
    }

    fn board_during(&self, _: Side, _: &[char]) -> Self {
        self.clone()
    }

    fn combine(&self, white: Option<&Card>, black: Option<&Card>) -> Option<Joint<Card>> {
        Some(Joint { white: *white?, black: *black? })
    }

    fn path(&self, _: Side, &Card(card): &Card) -> Vec<char> {
        char::from_digit(card, 10).into_iter().collect()
    }

    fn entered_text(&self, _: Side, card: &Card) -> String {
        card.0.to_string()
    }

    fn moves_from(&self, side: Side, square: char) -> Vec<Card> {
        self.choices(side).into_iter().filter(|&Card(card)| char::from_digit(card, 10) == Some(square)).collect()
    }
}
