//! The positional terms: centre, development, pawn advance, threats, squares around the enemy king.

use kungfu::{Kind, Piece, Slot, Slots, Square, Squares, Step};

use super::{Judgement, MATERIAL, POINT};
use crate::chances::{recapture_chance, value};

impl Judgement<'_> {
    /// Centre, development and pawn advance (8.6).
    pub(super) fn placement(&self, piece: &Piece, to: Square) -> i32 {
        let nearer = self.centrality(to) - self.centrality(piece.square);
        let hunt = self.approach(piece, to);
        match piece.kind {
            Kind::Pawn => self.advance(piece, to) + hunt / 4,
            Kind::Knight | Kind::Bishop => {
                let developed = if piece.moved { 0 } else { self.weights.development };
                self.weights.centre * nearer + developed + hunt
            }
            Kind::Rook | Kind::Queen => self.weights.centre * nearer / 2 + hunt,
            // The king moves only when attacked or when impatience outweighs this.
            Kind::King => hunt - POINT,
        }
    }

    /// Distance from the edge in half squares, averaged over rows and columns.
    fn centrality(&self, square: Square) -> i32 {
        let last = i32::from(self.field.board().size()) - 1;
        let off = |place: u8| (2 * i32::from(place) - last).abs();
        last - i32::midpoint(off(square.row()), off(square.col()))
    }

    /// Pawn advance, and the value of promotion.
    fn advance(&self, piece: &Piece, to: Square) -> i32 {
        let board = self.field.board();
        if board.ends_lane(piece.player(), to) {
            return MATERIAL * (value(Kind::Queen) - value(Kind::Pawn));
        }
        let forward = board.forward(piece.player());
        let left = (1..board.size())
            .take_while(|&points| board.after(to, forward, points).is_some())
            .count() as i32;
        let gone = i32::from(board.size()) - left;
        // From 0.15 points at home to 1 point before the last square.
        15 + 85 * gone / i32::from(board.size())
    }

    /// Approaching an enemy king; weighted by impatience.
    fn approach(&self, piece: &Piece, to: Square) -> i32 {
        let urge = if piece.kind == Kind::King {
            2 * (self.impatience - 60)
        } else {
            self.eagerness()
        };
        if urge <= 0 {
            return 0;
        }
        let distance = |from: Square, king: Square| {
            let step = Step::between(from, king);
            i32::from(step.row.abs().max(step.col.abs()))
        };
        let kings = self.kings.iter().map(|king| king.square);
        let gain = kings.map(|king| distance(piece.square, king) - distance(to, king));
        gain.max().unwrap_or(0) * urge
    }

    /// The best enemy piece attacked from a square where the piece is safe (8.6).
    pub(super) fn threats(&self, piece: &Piece, seen: &Squares, margin: i32) -> i32 {
        if margin != i32::MAX && recapture_chance(margin) > 50 {
            return 0;
        }
        let mut best = 0;
        for square in seen.common(&self.targets).iter() {
            let Some(target) = self.target(square) else { continue };
            let enemy = self.field.get(target);
            let worth = if enemy.kind == Kind::King {
                value(Kind::Queen)
            } else {
                value(enemy.kind)
            };
            let guards = self.reach.at(square) & self.reach.of_player(enemy.player());
            let gain = if guards.is_empty() {
                worth
            } else {
                worth - value(piece.kind)
            };
            best = best.max(self.weights.threat * gain * self.pressures[enemy.player().index()] / 100);
        }
        best
    }

    /// Squares around an enemy king that only this move covers, less those it gives up (8.6).
    pub(super) fn net(&self, slot: Slot, seen: &Squares) -> i32 {
        let weight = self.weights.net + self.eagerness() / 2;
        let mut best = 0;
        for king in &self.kings {
            let mut change = 0;
            let covered = self.reach.cover(slot);
            for square in king.about.common(&seen.differing(covered)).iter() {
                // Only squares that no other own piece covers count, gained or lost.
                if ((self.reach.at(square) & self.own) - Slots::of(slot)).is_empty() {
                    change += if seen.contains(square) { 1 } else { -1 };
                }
            }
            best = best.max(weight * change * self.pressures[king.player.index()] / 100);
        }
        best
    }

    /// The squares a piece would cover from `from`, with its origin empty.
    pub(super) fn seen_from(&self, piece: &Piece, from: Square) -> Squares {
        let board = self.field.board();
        let mut seen = Squares::NONE;
        let mut each = |steps: &[Step]| {
            for square in steps.iter().filter_map(|&step| board.after(from, step, 1)) {
                seen.insert(square);
            }
        };
        match piece.kind {
            Kind::Knight => each(&Step::LEAPS),
            Kind::King => each(&Step::DIRECTIONS),
            Kind::Pawn => {
                let forward = board.forward(piece.player());
                for step in Step::DIRECTIONS {
                    if step.is_diagonal() && (step.row == forward.row || step.col == forward.col) {
                        each(&[step]);
                    }
                }
            }
            Kind::Bishop | Kind::Rook | Kind::Queen => {
                for step in Step::DIRECTIONS {
                    let goes = if step.is_diagonal() {
                        piece.kind != Kind::Rook
                    } else {
                        piece.kind != Kind::Bishop
                    };
                    let mut points = 1;
                    while goes && let Some(square) = board.after(from, step, points) {
                        seen.insert(square);
                        if self.field.standing(square).is_some() && square != piece.square {
                            break;
                        }
                        points += 1;
                    }
                }
            }
        }
        seen
    }
}
