//! What a viewer is shown, through a [`Sight`] and nothing else: what is hidden never gets into a frame (6.1).

use kungfu::{Condition, End as Why, Extent, Gait, Game, Kind, Outcome, Player, Sight, Slot, TICKS_A_SECOND};
use play::Moment;

use super::{LiveTable, course::Course, number};
use crate::{
    Army, Board, End, LiveFrame, LiveMay, LivePiece, LiveSeat, LiveSitter, LiveView, Phase, Place, Premove, Shape,
    Sitting, Square, saved::result_text, table::Viewer,
};

impl LiveTable {
    /// All that a viewer may know.
    pub(crate) fn view(&self, viewer: Viewer, now: Moment) -> LiveView {
        let field = self.bout.game().field();
        let (board, speed) = (field.board(), field.speed());
        let player = self.speaks_for(viewer);
        LiveView {
            table: self.id.clone(),
            board: form(board),
            yours: player.map(number),
            turned: player.map_or(0, |player| turned(board, player)),
            speed,
            ticks_a_second: TICKS_A_SECOND,
            ticks_a_square: speed.ticks_per_square(),
            rest: speed.rest(),
            frame: self.frame(viewer, now),
        }
    }

    /// What changes.
    pub(crate) fn frame(&self, viewer: Viewer, now: Moment) -> LiveFrame {
        let game = self.bout.game();
        let player = self.speaks_for(viewer);
        let sight = player.map_or_else(|| Sight::of_spectator(game), |player| Sight::of_player(game, player));
        let tick = game.tick_count();
        let since = match self.course {
            _ if self.is_over() => None,
            Course::Countdown { until } => Some(until),
            Course::Waiting | Course::Runs { .. } | Course::Paused => self.course.due(tick),
        };
        LiveFrame {
            phase: self.phase(),
            since,
            premoves: player.map_or_else(Vec::new, |player| self.premoves(player)),
            may: self.may(player),
            ..self.frame_of(game, &sight, now)
        }
    }

    /// A moment of the game, the present or another, as it is seen, with time standing.
    pub(super) fn frame_of(&self, game: &Game, sight: &Sight, now: Moment) -> LiveFrame {
        LiveFrame {
            version: self.version,
            now,
            phase: Phase::Paused,
            tick: game.tick_count().0,
            since: None,
            seats: self.chairs.iter().map(|chair| self.seat(chair.player, game)).collect(),
            pieces: sight.field().living().map(|slot| piece(sight, slot)).collect(),
            premoves: Vec::new(),
            may: LiveMay::default(),
            offers: game.offers().iter().map(number).collect(),
            end: game.outcome().map(|outcome| self.end(outcome)),
        }
    }

    /// For whom a viewer speaks.
    pub(super) fn speaks_for(&self, viewer: Viewer) -> Option<Player> {
        self.desks.get(&viewer).copied().flatten()
    }

    fn phase(&self) -> Phase {
        match self.course {
            _ if self.is_over() => Phase::Over,
            Course::Waiting => Phase::Waiting,
            Course::Countdown { .. } => Phase::Countdown,
            Course::Runs { .. } => Phase::Running,
            Course::Paused => Phase::Paused,
        }
    }

    fn premoves(&self, player: Player) -> Vec<Premove> {
        let field = self.bout.game().field();
        let own = field.living().filter(|&slot| field.get(slot).player() == player);
        let premove = |slot: Slot| {
            let [row, col] = self.bout.waiting(slot)?.to;
            let to = field.board().square(row, col)?;
            Some(Premove {
                piece: slot.index() as u16,
                to: square_of(field.board(), to),
            })
        };
        own.filter_map(premove).collect()
    }

    fn may(&self, player: Option<Player>) -> LiveMay {
        let game = self.bout.game();
        let plays = player.filter(|&player| !self.is_over() && game.alive().contains(player));
        LiveMay {
            ready: plays.is_some_and(|player| !self.chair(player).ready) && self.course == Course::Waiting,
            pause: !self.is_over() && self.may_pause(player),
            resign: plays.is_some() && self.has_begun(),
            offer_draw: plays.is_some_and(|player| !game.offers().contains(player)) && self.has_begun(),
            replay: self.is_over(),
        }
    }

    fn seat(&self, player: Player, game: &Game) -> LiveSeat {
        let chair = self.chair(player);
        let here = self.desks.values().any(|speaks| *speaks == Some(player));
        LiveSeat {
            side: self.side(player).to_owned(),
            army: Army::of_player(player),
            name: self.name(player),
            sitter: match &chair.sitter {
                LiveSitter::Bot(spec) => Sitting::Bot(spec.to_string()),
                LiveSitter::Person(_) => Sitting::Person,
                LiveSitter::Free if here => Sitting::Person,
                LiveSitter::Free => Sitting::Nobody,
            },
            alive: game.alive().contains(player),
            ready: chair.ready,
        }
    }

    pub(super) fn end(&self, outcome: Outcome) -> End {
        let board = self.bout.record().start.board();
        let two = board == kungfu::Board::Standard;
        let why = match outcome.end {
            Why::KingCaptured if two => "the king is captured",
            Why::KingCaptured => "the last of the other kings is captured",
            Why::Resignation if two => "the other side resigned",
            Why::Resignation => "the last of the others resigned",
            Why::NoKing => "no king is left",
            Why::Idle => "nobody moved for too long",
            Why::Peace => "nothing was captured for too long",
            Why::Agreement => "agreed",
        };
        End {
            winner: outcome.winner.map(number),
            result: result_text(board, outcome.winner),
            words: outcome.winner.map_or_else(
                || format!("Draw — {why}"),
                |winner| format!("{} wins — {why}", self.name(winner)),
            ),
            reason: why.to_owned(),
        }
    }
}

/// A piece as it is seen.
pub(crate) fn piece(sight: &Sight, slot: Slot) -> LivePiece {
    let field = sight.field();
    let (board, speed) = (field.board(), field.speed());
    let piece = field.get(slot);
    let from = square_of(board, piece.square);
    let place = match piece.condition {
        Condition::Resting { until } => Place::Standing {
            square: from,
            rests: Some(until.0),
        },
        Condition::Moving(motion) if motion.gait == Gait::Leap && motion.extent == Extent::Glimpse => {
            let place = sight.spot(slot);
            let lowest = i32::from(board.size() - 1) * kungfu::SQUARE;
            Place::Flying {
                at: [place.col, lowest - place.row],
            }
        }
        Condition::Moving(motion) => Place::Moving {
            from,
            since: motion.start.0,
            step: [motion.step.col, -motion.step.row],
            ticks: match motion.gait {
                Gait::Leap => 2 * speed.ticks_per_square(),
                Gait::Line | Gait::Straight | Gait::Castling(_) => speed.ticks_per_square(),
            },
            to: match motion.extent {
                Extent::Whole => Some(square_of(board, motion.destination(piece.square))),
                Extent::Glimpse => None,
            },
        },
        Condition::Ready | Condition::Captured => Place::Standing {
            square: from,
            rests: None,
        },
    };
    LivePiece {
        id: slot.index() as u16,
        army: Army::of_player(piece.player()),
        shape: shape(piece.kind),
        place,
    }
}

const fn shape(kind: Kind) -> Shape {
    match kind {
        Kind::Pawn => Shape::Pawn,
        Kind::Knight => Shape::Knight,
        Kind::Bishop => Shape::Bishop,
        Kind::Rook => Shape::Rook,
        Kind::Queen => Shape::Queen,
        Kind::King => Shape::King,
    }
}

/// The board as front ends draw it.
pub(crate) fn form(board: kungfu::Board) -> Board {
    let size = board.size();
    let all = (0..size).flat_map(|rank| (0..size).map(move |file| Square { file, rank }));
    Board {
        width: size,
        height: size,
        holes: all.filter(|square| square_on(board, *square).is_none()).collect(),
    }
}

/// Quarter turns, clockwise, that bring a player's army to the lower edge.
const fn turned(board: kungfu::Board, player: Player) -> u8 {
    let forward = board.forward(player);
    match (forward.row, forward.col) {
        (-1, _) => 0,
        (1, _) => 2,
        (_, -1) => 1,
        _ => 3,
    }
}

/// A square by file and rank.
pub(super) fn square_of(board: kungfu::Board, square: kungfu::Square) -> Square {
    Square {
        file: square.col(),
        rank: board.size() - 1 - square.row(),
    }
}

/// A square of the board, if it has it.
pub(super) fn square_on(board: kungfu::Board, square: Square) -> Option<kungfu::Square> {
    let row = i32::from(board.size()) - 1 - i32::from(square.rank);
    board.square(row, i32::from(square.file))
}
