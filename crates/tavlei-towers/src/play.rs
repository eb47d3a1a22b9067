//! Playing a move (T-4 to T-6, T-11, T-13, T-14): on the towers, on the sets of squares, and on a position.

#![expect(clippy::indexing_slicing, reason = "an index of a square is below 32, and there are two sides")]

use tavlei_game::Side;
use tavlei_geometry::dark::Square;

use crate::bitboards::Bitboards;
use crate::padded::PaddedBitboard;
use crate::tower::{Towers, index};
use crate::{Move, Position, Tower};

impl Bitboards {
    /// The sets when a tower of the side to move has been lifted.
    #[inline(always)]
    pub(crate) fn lifted(self, start: PaddedBitboard) -> Self {
        Self { own: self.own ^ start, kings: self.kings & !start, ..self }
    }

    /// The sets when the commander of this tower of the other side's has been taken off (rule T-11).
    #[inline(always)]
    pub(crate) fn taken(self, jumped: Tower, over: PaddedBitboard) -> Self {
        let lost = over.when(jumped.owners() == 1);
        let rest = over.when(jumped.height() > 1);
        Self {
            own: self.own | lost & rest,
            enemy: self.enemy ^ lost,
            kings: self.kings & !over | rest.when(jumped.is_king_at(1)),
        }
    }

    /// The sets as the other side sees them when the lifted tower has been put down, as a king's or a man's.
    #[inline(always)]
    pub(crate) fn landed(self, end: PaddedBitboard, king: bool) -> Self {
        Self { own: self.enemy, enemy: self.own | end, kings: self.kings | end.when(king) }
    }

    /// The sets as the other side sees them after a quiet move.
    #[inline]
    pub(crate) fn quiet(&self, mv: &Move) -> Self {
        let end = PaddedBitboard::of(mv.to());
        let path = PaddedBitboard::of(mv.from()) | end;
        let mut kings = self.kings;
        if mv.is_promotion() {
            kings |= end;
        } else if kings.intersects(PaddedBitboard::of(mv.from())) {
            kings ^= path;
        }
        Self { own: self.enemy, enemy: self.own ^ path, kings }
    }

    /// Plays a capture on the towers; returns what the other side sees after it.
    #[inline]
    pub(crate) fn capture(&self, towers: &mut Towers, mv: &Move) -> Self {
        let (start, end) = (PaddedBitboard::of(mv.from()), PaddedBitboard::of(mv.to()));
        let Some(mut tower) = towers[index(mv.from())].take() else { return *self };
        let mut boards = self.lifted(start);
        for &over in mv.jumped() {
            let Some(jumped) = towers[index(over)] else { continue };
            tower = tower.with_prisoner(jumped.is_king());
            towers[index(over)] = jumped.without_commander();
            boards = boards.taken(jumped, PaddedBitboard::of(over));
        }
        if mv.is_promotion() {
            tower = tower.promoted();
        }
        towers[index(mv.to())] = Some(tower);
        boards.landed(end, tower.is_king())
    }
}

impl Position {
    /// Plays a move that is legal here.
    #[inline]
    pub(crate) fn make(&mut self, mv: &Move) {
        if mv.is_capture() {
            self.make_capture(mv);
            return;
        }
        let (start, end) = (PaddedBitboard::of(mv.from()), PaddedBitboard::of(mv.to()));
        let [from, to] = [mv.from(), mv.to()].map(index);
        self.boards[self.setting.side_to_move as usize] ^= start | end;
        if self.kings.intersects(start) {
            self.kings ^= start | end;
        }
        self.towers[to] = self.towers[from];
        self.towers[from] = None;
        if mv.is_promotion() {
            self.towers[to] = self.towers[to].map(Tower::promoted);
            self.kings |= end;
        }
        self.setting = self.setting.other_side();
    }

    /// The position after a move that is legal here. Written out, so that it is copied once.
    #[inline]
    pub(crate) fn made(&self, mv: &Move) -> Self {
        if mv.is_capture() {
            return self.made_capture(mv);
        }
        let Self { towers, boards: [white, black], kings, draw_plies, setting } = *self;
        let (start, end) = (PaddedBitboard::of(mv.from()), PaddedBitboard::of(mv.to()));
        let path = start | end;
        let boards = match setting.side_to_move {
            Side::White => [white ^ path, black],
            Side::Black => [white, black ^ path],
        };
        let (from, to) = (index(mv.from()), index(mv.to()));
        let tower = towers[from];
        let kings = if mv.is_promotion() {
            kings | end
        } else if kings.intersects(start) {
            kings ^ path
        } else {
            kings
        };
        let mut after = Self { towers, boards, kings, draw_plies, setting: setting.other_side() };
        after.towers[from] = None;
        after.towers[to] = if mv.is_promotion() { tower.map(Tower::promoted) } else { tower };
        after
    }

    fn make_capture(&mut self, mv: &Move) {
        let boards = self.boards();
        let Bitboards { own, enemy, kings } = boards.capture(&mut self.towers, mv);
        self.setting = self.setting.other_side();
        self.kings = kings;
        self.boards = match self.setting.side_to_move {
            Side::White => [own, enemy],
            Side::Black => [enemy, own],
        };
    }

    /// Out of line, so that a quiet move is made without it.
    #[inline(never)]
    fn made_capture(&self, mv: &Move) -> Self {
        if let &[over] = mv.jumped()
            && let (Some(tower), Some(jumped)) = (self.tower_at(mv.from()), self.tower_at(over))
        {
            return self.made_jump(mv, tower, over, jumped);
        }
        let mut after = self.clone();
        after.make_capture(mv);
        after
    }

    /// The same for a capture of one jump, which most are. Written out, so that the position is copied once.
    #[inline(always)]
    fn made_jump(&self, mv: &Move, tower: Tower, over: Square, jumped: Tower) -> Self {
        let tower = tower.with_prisoner(jumped.is_king());
        let tower = if mv.is_promotion() { tower.promoted() } else { tower };
        let [start, square, end] = [mv.from(), over, mv.to()].map(PaddedBitboard::of);
        let Bitboards { own, enemy, kings } =
            self.boards().lifted(start).taken(jumped, square).landed(end, tower.is_king());
        let boards = match self.to_move() {
            Side::White => [enemy, own],
            Side::Black => [own, enemy],
        };
        let (draw_plies, setting) = (self.draw_plies, self.setting.other_side());
        let mut after = Self { towers: self.towers, boards, kings, draw_plies, setting };
        after.towers[index(mv.from())] = None;
        after.towers[index(over)] = jumped.without_commander();
        after.towers[index(mv.to())] = Some(tower);
        after
    }
}
