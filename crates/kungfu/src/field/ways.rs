//! How a piece may go, and what blocks it (section 3).
//!
//! [`Field::way`] judges one destination, [`Field::ways`] lists all of them; both look at the same lines.

use crate::{
    Condition, Extent, Field, Gait, Kind, Motion, Piece, Player, Refusal, Slot, Square, Squares, Step, board::Line,
};

/// What an accepted command sets going.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The piece's own motion.
    pub motion: Motion,
    /// The rook that castles with it.
    pub rook: Option<(Slot, Motion)>,
}

/// The squares still ahead of a player's moving pieces, which block all others of that player (3.3).
#[derive(Clone, Copy, Debug)]
pub struct Obstacles {
    player: Player,
    ahead: Squares,
}

impl Field {
    /// What blocks the pieces of a player besides standing ones and enemies.
    pub fn obstacles(&self, player: Player) -> Obstacles {
        let mut ahead = Squares::NONE;
        for slot in self.moving().filter(|&slot| self.get(slot).player() == player) {
            let piece = self.get(slot);
            if let Some(motion) = piece.motion() {
                for square in motion.ahead(piece.square, self.tick(), self.speed()) {
                    ahead.insert(square);
                }
            }
        }
        Obstacles { player, ahead }
    }

    /// How a standing piece gets to another square of the board, or why it cannot.
    pub fn way(&self, obstacles: &Obstacles, slot: Slot, to: Square) -> Result<Way, Refusal> {
        let piece = self.get(slot);
        let step = Step::between(piece.square, to);
        let not_how = Refusal::NotHow { kind: piece.kind };
        let motion = match piece.kind {
            Kind::Pawn => return self.pawn_way(obstacles, piece, step),
            Kind::Knight => {
                if !Step::LEAPS.contains(&step) {
                    return Err(not_how);
                }
                self.free_end(obstacles, to)?;
                self.motion(step, 1, Gait::Leap)
            }
            Kind::King => match step.direction() {
                Some((step, 1)) => {
                    self.free_end(obstacles, to)?;
                    self.motion(step, 1, Gait::Line)
                }
                Some((step, 2)) => return self.castling(piece, step),
                _ => return Err(not_how),
            },
            Kind::Bishop | Kind::Rook | Kind::Queen => {
                let (step, points) = step
                    .direction()
                    .filter(|(step, _)| slides(piece.kind, *step))
                    .ok_or(not_how)?;
                let reached = self.reach(obstacles, piece, step, points);
                if reached < points {
                    return Err(Refusal::Blocked);
                }
                self.motion(step, points, Gait::Line)
            }
        };
        Ok(Way { motion, rook: None })
    }

    /// Every square a standing piece may be sent to, whether or not it rests.
    pub fn ways(&self, obstacles: &Obstacles, slot: Slot, found: &mut impl FnMut(Square)) {
        self.motions(obstacles, slot, &mut |to, _| found(to));
    }

    /// The same squares with the motion to each of them.
    pub fn motions(&self, obstacles: &Obstacles, slot: Slot, found: &mut impl FnMut(Square, Motion)) {
        let piece = self.get(slot);
        let from = piece.square;
        match piece.kind {
            Kind::Pawn => {
                let forward = self.board().forward(piece.player());
                let [left, right] = diagonals(forward);
                for step in [forward, double(forward), left, right] {
                    if let Some(to) = self.board().after(from, step, 1)
                        && let Ok(way) = self.pawn_way(obstacles, piece, step)
                    {
                        found(to, way.motion);
                    }
                }
            }
            Kind::Knight => {
                for step in Step::LEAPS {
                    if let Some(to) = self.board().after(from, step, 1)
                        && self.free_end(obstacles, to).is_ok()
                    {
                        found(to, self.motion(step, 1, Gait::Leap));
                    }
                }
            }
            Kind::King => {
                for step in Step::DIRECTIONS {
                    if let Some(to) = self.board().after(from, step, 1)
                        && self.free_end(obstacles, to).is_ok()
                    {
                        found(to, self.motion(step, 1, Gait::Line));
                    }
                }
                if !piece.moved {
                    let forward = self.board().forward(piece.player());
                    let along = Step {
                        row: forward.col,
                        col: forward.row,
                    };
                    for step in [along, along.reversed()] {
                        if let Some(to) = self.board().after(from, step, 2)
                            && let Ok(way) = self.castling(piece, step)
                        {
                            found(to, way.motion);
                        }
                    }
                }
            }
            Kind::Bishop | Kind::Rook | Kind::Queen => {
                for step in Step::DIRECTIONS.into_iter().filter(|&step| slides(piece.kind, step)) {
                    for points in 1..=self.reach(obstacles, piece, step, self.board().size()) {
                        if let Some(square) = self.board().after(from, step, points) {
                            found(square, self.motion(step, points, Gait::Line));
                        }
                    }
                }
            }
        }
    }

    /// How many of `most` squares a bishop, rook or queen can go (3.2, 3.3, 3.4).
    fn reach(&self, obstacles: &Obstacles, piece: &Piece, step: Step, most: u8) -> u8 {
        let mut reached = 0;
        while reached < most {
            let Some(square) = self.board().after(piece.square, step, reached + 1) else {
                break;
            };
            match self.standing(square) {
                Some(other) if self.get(other).player() == piece.player() => break,
                _ if obstacles.ahead.contains(square) => break,
                Some(_) => {
                    reached += 1;
                    break;
                }
                None => reached += 1,
            }
        }
        // Enemies on the same line come last: there are few, and none on most lines.
        for slot in self.moving() {
            let enemy = self.get(slot);
            let Some(motion) = enemy.motion().filter(|_| enemy.player() != piece.player()) else {
                continue;
            };
            let along = motion.step == step || motion.step == step.reversed();
            let offset = Step::between(piece.square, enemy.square);
            if !along || motion.gait == Gait::Leap || offset.row * step.col != offset.col * step.row {
                continue;
            }
            for square in motion.ahead(enemy.square, self.tick(), self.speed()) {
                if let Some((direction, distance)) = Step::between(piece.square, square).direction()
                    && direction == step
                {
                    reached = reached.min(distance - 1);
                }
            }
        }
        reached
    }

    /// Whether a piece may end on a square (3.2, 3.3).
    fn free_end(&self, obstacles: &Obstacles, to: Square) -> Result<(), Refusal> {
        let own = self
            .standing(to)
            .is_some_and(|slot| self.get(slot).player() == obstacles.player);
        if own || obstacles.ahead.contains(to) {
            return Err(Refusal::Blocked);
        }
        Ok(())
    }

    /// Pawns (3.4, 3.6).
    fn pawn_way(&self, obstacles: &Obstacles, pawn: &Piece, step: Step) -> Result<Way, Refusal> {
        let not_how = Refusal::NotHow { kind: Kind::Pawn };
        let forward = self.board().forward(pawn.player());
        if diagonals(forward).contains(&step) {
            let to = self.board().after(pawn.square, step, 1).ok_or(not_how)?;
            let enemy = self
                .standing(to)
                .is_some_and(|slot| self.get(slot).player() != pawn.player());
            if !enemy {
                return Err(not_how);
            }
            self.free_end(obstacles, to)?;
            let motion = self.motion(step, 1, Gait::Line);
            return Ok(Way { motion, rook: None });
        }
        let points = match step {
            _ if step == forward => 1,
            _ if step == double(forward) && self.board().on_pawn_line(pawn.player(), pawn.square) => 2,
            _ => return Err(not_how),
        };
        for point in 1..=points {
            let square = self
                .board()
                .after(pawn.square, forward, point)
                .ok_or(Refusal::Blocked)?;
            if self.standing(square).is_some() || obstacles.ahead.contains(square) {
                return Err(Refusal::Blocked);
            }
        }
        if self.lane_is_contested(pawn, forward) {
            return Err(Refusal::Blocked);
        }
        let motion = self.motion(forward, points, Gait::Straight);
        Ok(Way { motion, rook: None })
    }

    /// Whether an enemy that started ahead in the pawn's lane comes against it (3.4).
    fn lane_is_contested(&self, pawn: &Piece, forward: Step) -> bool {
        self.moving().map(|slot| self.get(slot)).any(|enemy| {
            let against = enemy.player() != pawn.player()
                && enemy
                    .motion()
                    .is_some_and(|motion| motion.gait != Gait::Leap && motion.step == forward.reversed());
            let ahead = Step::between(pawn.square, enemy.square).direction();
            against && ahead.is_some_and(|(direction, _)| direction == forward)
        })
    }

    /// A king two squares along its home line (3.7).
    fn castling(&self, king: &Piece, step: Step) -> Result<Way, Refusal> {
        let not_how = Refusal::NotHow { kind: Kind::King };
        let player = king.player();
        let corner = self
            .board()
            .corners()
            .map(|index| self.board().home(player, Line::Back, index))
            .into_iter()
            .find(|&corner| {
                let way = Step::between(king.square, corner).direction();
                way.is_some_and(|(direction, distance)| direction == step && distance > 2)
            });
        let rook = corner.and_then(|corner| self.standing(corner)).filter(|&slot| {
            let rook = self.get(slot);
            rook.kind == Kind::Rook && rook.player() == player && !rook.moved && rook.condition == Condition::Ready
        });
        let (Some(corner), Some(rook), false) = (corner, rook, king.moved) else {
            return Err(not_how);
        };
        let Some((_, distance)) = Step::between(king.square, corner).direction() else {
            return Err(not_how);
        };
        let is_between = |square: Square| {
            let way = Step::between(king.square, square).direction();
            way.is_some_and(|(direction, far)| direction == step && far < distance)
        };
        let stood_on = (1..distance)
            .filter_map(|points| self.board().after(king.square, step, points))
            .any(|square| self.standing(square).is_some());
        let headed_for = self.moving().map(|slot| self.get(slot)).any(|other| {
            let Some(motion) = other.motion() else {
                return false;
            };
            let ends = motion.extent == Extent::Whole && is_between(motion.destination(other.square));
            let runs = other.player() != player
                && motion.gait != Gait::Leap
                && (motion.step == step || motion.step == step.reversed())
                && motion.ahead(other.square, self.tick(), self.speed()).any(is_between);
            ends || runs
        });
        if stood_on || headed_for {
            return Err(Refusal::Blocked);
        }
        Ok(Way {
            motion: self.motion(step, 2, Gait::Castling(rook)),
            rook: Some((rook, self.motion(step.reversed(), distance - 1, Gait::Line))),
        })
    }

    /// A motion that starts with the next tick (2.1).
    fn motion(&self, step: Step, points: u8, gait: Gait) -> Motion {
        Motion {
            start: self.tick() + 1,
            step,
            points,
            gait,
            extent: Extent::Whole,
        }
    }
}

/// Whether a bishop, rook or queen goes in a direction.
const fn slides(kind: Kind, step: Step) -> bool {
    match kind {
        Kind::Bishop => step.is_diagonal(),
        Kind::Rook => !step.is_diagonal(),
        Kind::Queen => true,
        Kind::Pawn | Kind::Knight | Kind::King => false,
    }
}

/// Where a pawn captures.
const fn diagonals(forward: Step) -> [Step; 2] {
    [
        Step {
            row: forward.row + forward.col,
            col: forward.col + forward.row,
        },
        Step {
            row: forward.row - forward.col,
            col: forward.col - forward.row,
        },
    ]
}

const fn double(step: Step) -> Step {
    Step {
        row: 2 * step.row,
        col: 2 * step.col,
    }
}
