//! A game as the host describes it, and the bot that plays it.
//!
//! The pieces of the first question have the same slots for the whole game, because the bot remembers them by slot.
//! Enemy moves are reduced to what a player may see, even if the host sends more.

use kungfu::{
    Board, Condition, Extent, Field, FieldError, Gait, Kind, MOST_PIECES, Motion, Piece, PieceId, Player, Players,
    Sight, Slot, Speed, Spot, Square, Step, TICKS_A_SECOND, Tick,
};
use kungfu_bots::{Level, LevelBot, LiveBot};
use serde_json::{Value, json};
use thiserror::Error;

use super::message::{Go, Move, New};

/// A game that is being played.
pub(super) struct Session {
    board: Board,
    speed: Speed,
    player: Player,
    bot: LevelBot,
    /// Every piece that the host has ever named, by slot.
    pieces: Vec<Piece>,
}

impl Session {
    pub(super) fn new(new: &New, level: Level) -> Result<Self, SessionError> {
        let sent = [new.tick_hz, new.tps, new.cd, new.w.map(u32::from), new.h.map(u32::from)];
        let size = u32::from(new.board.size());
        let known = [
            TICKS_A_SECOND,
            new.speed.ticks_per_square(),
            new.speed.rest(),
            size,
            size,
        ];
        for ((name, sent), known) in ["tick_hz", "tps", "cd", "w", "h"].into_iter().zip(sent).zip(known) {
            if let Some(sent) = sent.filter(|&sent| sent != known) {
                return Err(SessionError::Number { name, sent, known });
            }
        }
        let players: Players = new.players.iter().copied().collect();
        if players.minus(new.board.players()) != Players::NONE || !players.contains(new.player) {
            return Err(SessionError::Players);
        }
        Ok(Session {
            board: new.board,
            speed: new.speed,
            player: new.player,
            bot: LevelBot::new(level, new.seed ^ u64::from(new.player.number()) << 56),
            pieces: Vec::new(),
        })
    }

    /// The answer to a question.
    pub(super) fn answer(&mut self, go: &Go) -> Result<Value, SessionError> {
        let sight = self.sight(go)?;
        let decision = self.bot.look(&sight);
        let now = Tick(go.tick);
        Ok(match decision.order {
            Some(order) => json!({"id": sight.field().get(order.slot).id, "to": order.to}),
            None if decision.wake > now + 1 => json!({"pass": true, "wake": decision.wake}),
            None => json!({"pass": true}),
        })
    }

    fn sight(&mut self, go: &Go) -> Result<Sight, SessionError> {
        let now = Tick(go.tick);
        let mut pieces = self.pieces.clone();
        for piece in &mut pieces {
            piece.condition = Condition::Captured;
        }
        for sent in &go.pieces {
            let (id, square) = (
                sent.0,
                self.board
                    .square(sent.3, sent.4)
                    .ok_or(SessionError::OffBoard(sent.0))?,
            );
            if id.player != sent.2 {
                return Err(SessionError::Owner(id));
            }
            let piece = Piece {
                id,
                kind: sent.1,
                square,
                moved: sent.5.is_set(),
                condition: match sent.6 {
                    0 => Condition::Ready,
                    left => Condition::Resting {
                        until: Tick(go.tick.saturating_add(left)),
                    },
                },
            };
            match pieces.iter().position(|known| known.id == id) {
                Some(index) if pieces[index].lives() => return Err(SessionError::Twice(id)),
                Some(index) => pieces[index] = piece,
                None if pieces.len() < MOST_PIECES => pieces.push(piece),
                None => return Err(FieldError::TooMany(pieces.len() + 1).into()),
            }
        }
        let mut flights = Vec::new();
        for sent in &go.moves {
            let place = pieces.iter().position(|piece| piece.id == sent.0 && piece.lives());
            let index = place.ok_or(SessionError::Unknown(sent.0))?;
            let (motion, spot) = self.motion(now, &pieces[index], sent)?;
            let unnoticed = motion.elapsed(now) < NOTICE && sent.0.player != self.player;
            let left_empty = pieces
                .iter()
                .all(|other| other.id == sent.0 || !other.stands() || other.square != pieces[index].square);
            pieces[index].condition = if unnoticed && left_empty {
                Condition::Ready
            } else {
                Condition::Moving(motion)
            };
            flights.push((index, spot));
        }
        leave_one_on_each_square(&mut pieces);
        let field = Field::from_pieces(self.board, self.speed, now, &pieces)?;
        let flights: Vec<(Slot, Spot)> = field
            .slots()
            .filter_map(|slot| Some((slot, flights.iter().find(|(index, _)| *index == slot.index())?.1)))
            .collect();
        self.pieces = pieces;
        Ok(Sight::reported(field, self.player, &flights))
    }

    /// A move as this player may see it, and where the piece is now.
    fn motion(&self, now: Tick, piece: &Piece, sent: &Move) -> Result<(Motion, Spot), SessionError> {
        let wrong = || SessionError::Path(piece.id);
        let (whole, points) = path(piece.square, &sent.2).ok_or_else(wrong)?;
        let start = Tick(sent.1);
        let gait = match piece.kind {
            Kind::Knight => Gait::Leap,
            Kind::Pawn if whole == self.board.forward(piece.player()) => Gait::Straight,
            Kind::Pawn | Kind::Bishop | Kind::Rook | Kind::Queen | Kind::King => Gait::Line,
        };
        let motion = Motion {
            start,
            step: whole,
            points,
            gait,
            extent: Extent::Whole,
        };
        if start.since(now) > 1 || motion.elapsed(now) > motion_limit(self.speed) {
            return Err(wrong());
        }
        let spot = motion.spot(piece.square, now, self.speed);
        if piece.player() == self.player {
            return Ok((motion, spot));
        }
        let next = motion.next_point(now, self.speed).min(points);
        let (step, points) = if gait == Gait::Leap {
            (Step { row: 0, col: 0 }, 0)
        } else {
            (whole, next)
        };
        let seen = Motion {
            step,
            points,
            extent: Extent::Glimpse,
            ..motion
        };
        Ok((seen, spot))
    }
}

/// Of pieces that a host reports standing on one square only one counts: a king before others, then one that is ready,
/// then the most valuable. The others are left out of this question.
fn leave_one_on_each_square(pieces: &mut [Piece]) {
    let rank = |piece: &Piece| {
        let ready = piece.condition == Condition::Ready;
        (piece.kind == Kind::King, ready, piece.kind)
    };
    for index in 0..pieces.len() {
        let piece = pieces[index];
        let outranked = pieces.iter().enumerate().any(|(other, rival)| {
            let ahead = rank(rival) > rank(&piece) || (rank(rival) == rank(&piece) && other < index);
            other != index && rival.stands() && rival.square == piece.square && ahead
        });
        if piece.stands() && outranked {
            pieces[index].condition = Condition::Captured;
        }
    }
}

/// Ticks until others' moves are noticed (8.1).
const NOTICE: u32 = 3;

/// No move takes longer than across the larger board.
const fn motion_limit(speed: Speed) -> u32 {
    12 * speed.ticks_per_square()
}

/// Step and number of points of a path that may begin with its origin, may be cut, and may have halves for a knight.
fn path(origin: Square, points: &[[f64; 2]]) -> Option<(Step, u8)> {
    let last = points.last()?;
    let halves = |sent: f64, from: u8| {
        let halves = (sent - f64::from(from)) * 2.0;
        (halves.fract() == 0.0 && halves.abs() <= 24.0).then_some(halves as i8)
    };
    let (row, col) = (halves(last[0], origin.row())?, halves(last[1], origin.col())?);
    match (row.abs(), col.abs()) {
        // A whole leap, or half of one.
        (4, 2) | (2, 4) => Some((
            Step {
                row: row / 2,
                col: col / 2,
            },
            1,
        )),
        (2, 1) | (1, 2) => Some((Step { row, col }, 1)),
        _ if row % 2 == 0 && col % 2 == 0 => {
            let way = Step {
                row: row / 2,
                col: col / 2,
            };
            way.direction()
        }
        _ => None,
    }
}

/// What is wrong with what a host said.
#[derive(Debug, Error)]
pub(super) enum SessionError {
    /// Another number than that of the rules.
    #[error("{name} is {sent}, but {known} by the rules")]
    Number { name: &'static str, sent: u32, known: u32 },
    #[error("these players do not fit the board, or the bot is none of them")]
    Players,
    #[error("{0} is not on the board")]
    OffBoard(PieceId),
    #[error("{0} is said to belong to another player")]
    Owner(PieceId),
    #[error("{0} is given twice")]
    Twice(PieceId),
    #[error("{0} moves but is not among the pieces")]
    Unknown(PieceId),
    #[error("the path of {0} is not possible")]
    Path(PieceId),
    #[error(transparent)]
    Field(#[from] FieldError),
}
