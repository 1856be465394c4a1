//! The frame for a viewer. It is made from a [`Sight`] only, so it contains nothing that is hidden from the viewer
//! (6.1).

use kungfu::{Condition, Extent, Gait, Game, Outcome, Player, Sight, Slot, TICKS_A_SECOND, Verdict};
use play::{Moment, PieceKind};

use super::{
    GAME, LiveTable,
    clock::LiveClock,
    convert::{army_of, board_of, kind_of, seat_of, square_of, turned},
    state::Time,
    words,
};
use crate::{
    End, LiveFrame, LiveMay, LivePiece, LiveSeat, LiveView, Occupant, OccupantView, Phase, Place, Premove,
    ScenarioView, Seat,
    decider::{Context, Viewer},
};

impl LiveTable {
    /// All that a viewer may know.
    pub(super) fn view_for(&self, viewer: Viewer, context: &Context, now: Moment) -> LiveView {
        let field = self.state.game().field();
        let (board, speed) = (field.board(), field.speed());
        let player = self.session.speaks_for(viewer);
        LiveView {
            table: context.table.clone(),
            game: GAME,
            board: board_of(board),
            yours: player.map(seat_of).into_iter().collect(),
            turned: player.map_or(0, |player| turned(board, player)),
            speed,
            ticks_per_second: TICKS_A_SECOND,
            ticks_per_square: speed.ticks_per_square(),
            rest: speed.rest(),
            frame: self.frame_for(viewer, context, now),
        }
    }

    /// The changing part of it.
    pub(super) fn frame_for(&self, viewer: Viewer, context: &Context, now: Moment) -> LiveFrame {
        let game = self.state.game();
        let player = self.session.speaks_for(viewer);
        let sight = player.map_or_else(|| Sight::of_spectator(game), |player| Sight::of_player(game, player));
        let since = match self.session.clock {
            LiveClock::Countdown { until } => Some(until),
            LiveClock::Stopped | LiveClock::Running { .. } => self.session.clock.due(game.tick_count()),
        };
        LiveFrame {
            seq: self.state.seen_by(player),
            phase: self.phase(),
            since,
            premoves: player.map_or_else(Vec::new, |player| self.premoves(player)),
            may: self.may(player, now),
            absence: self.absence(),
            rematch: self.rematch_offer(),
            ..self.frame_of(game, &sight, context, now)
        }
    }

    /// The present or an earlier moment of the game as a viewer sees it, with time stopped.
    pub(super) fn frame_of(&self, game: &Game, sight: &Sight, context: &Context, now: Moment) -> LiveFrame {
        let players = game.field().board().players().iter();
        LiveFrame {
            seq: self.state.seen_by(None),
            now,
            phase: Phase::Paused,
            tick: game.tick_count().0,
            since: None,
            seats: players.map(|player| self.seat(player, game, context)).collect(),
            pieces: sight.field().living().map(|slot| piece(sight, slot)).collect(),
            premoves: Vec::new(),
            may: LiveMay::default(),
            offers: game.offers().iter().map(seat_of).collect(),
            rematch: None,
            end: self.end_of(game, context),
            next: self.state.next.clone(),
            absence: None,
            watchers: self.session.watchers() as u32,
            scenario: self.scenario_view(),
        }
    }

    fn scenario_view(&self) -> Option<ScenarioView> {
        let run = self.state.scenario.as_ref()?;
        Some(ScenarioView {
            name: run.scenario().name.clone(),
            until: run.scenario().until.0,
            moves: run.moves_left(&self.state.bout),
            won: run.verdict().map(Verdict::is_won),
        })
    }

    pub(super) fn end_of(&self, game: &Game, context: &Context) -> Option<End> {
        if self.state.called_off {
            return Some(End {
                winner: None,
                result: words::CALLED_OFF.to_owned(),
                words: "The game was called off".to_owned(),
                reason: "called off".to_owned(),
            });
        }
        // The end of the task is that of the game; a look at an earlier moment shows neither.
        if let Some(verdict) = self.state.verdict()
            && game.tick_count() == self.state.tick_count()
        {
            return Some(words::verdict(verdict));
        }
        game.outcome().map(|outcome| self.end(outcome, context))
    }

    /// The end of the game.
    fn end(&self, outcome: Outcome, context: &Context) -> End {
        let board = self.state.game().field().board();
        let left = self.state.abandoned != kungfu::Players::NONE;
        let reason = words::reason(board, outcome.end, left);
        let winner = outcome.winner.map(|winner| self.name_in_sentence(winner, context));
        End {
            winner: outcome.winner.map(seat_of),
            result: words::result(board, outcome.winner),
            words: words::end(winner.as_deref(), reason),
            reason: reason.to_owned(),
        }
    }

    const fn phase(&self) -> Phase {
        match (self.session.clock, self.state.time) {
            _ if self.state.is_over() => Phase::Over,
            (LiveClock::Running { .. }, _) => Phase::Running,
            (LiveClock::Countdown { .. }, _) => Phase::Countdown,
            (LiveClock::Stopped, Time::Paused) => Phase::Paused,
            (LiveClock::Stopped, Time::NotBegun | Time::Runs | Time::Waits) => Phase::Waiting,
        }
    }

    /// A player's premoves; after the end none of them means anything.
    fn premoves(&self, player: Player) -> Vec<Premove> {
        if self.state.is_over() {
            return Vec::new();
        }
        let field = self.state.game().field();
        let own = field.living().filter(|&slot| field.get(slot).player() == player);
        let premove = |slot: Slot| {
            let [row, col] = self.state.bout.waiting(slot)?.to;
            Some(Premove {
                piece: slot.index() as u16,
                to: square_of(field.board(), field.board().square(row, col)?),
            })
        };
        own.filter_map(premove).collect()
    }

    fn may(&self, player: Option<Player>, now: Moment) -> LiveMay {
        let game = self.state.game();
        let (over, begun) = (self.state.is_over(), self.state.has_begun());
        let plays = player.filter(|&player| !over && game.alive().contains(player));
        let waits = self.phase() == Phase::Waiting;
        LiveMay {
            ready: waits && plays.is_some_and(|player| !self.ready().contains(player)),
            not_ready: !begun && plays.is_some_and(|player| self.state.ready.contains(player)),
            seat_bots: !over && !begun && player.is_some_and(|player| self.may_seat_bots(player)),
            pause: !over && self.may_pause(player),
            resign: begun && plays.is_some(),
            offer_draw: begun && plays.is_some_and(|player| !game.offers().contains(player)),
            replay: over && !self.state.called_off,
            rematch: over
                && self.state.scenario.is_none()
                && self.state.next.is_none()
                && player.is_some_and(|player| !self.state.rematch.contains(player)),
            turn_out: player.map_or_else(Vec::new, |player| self.guests_of(player)),
            claim_win: player.is_some_and(|player| self.claim_win(player, now).is_ok()),
            call_off: player.is_some_and(|player| self.call_off(player, now).is_ok()),
            answer: player.is_some_and(|player| self.is_asked_for_rematch(player)),
            leave: player.and_then(|player| self.leaving(player)),
        }
    }

    fn seat(&self, player: Player, game: &Game, context: &Context) -> LiveSeat {
        let connected = self.session.connected().contains(player);
        let (occupant, connected) = match &self.state.seats[player.index()] {
            Occupant::Bot(spec) => (OccupantView::Bot(spec.clone()), true),
            Occupant::Person(_) => (OccupantView::Person, connected),
            Occupant::Open if connected => (OccupantView::Person, true),
            Occupant::Open => (OccupantView::Open, false),
        };
        LiveSeat {
            seat: Seat {
                side: words::side(game.field().board(), player).to_owned(),
                army: army_of(player),
                name: self.name(player, context),
                occupant,
                connected,
                away_since: self.session.presence.away_since(player.index()),
            },
            alive: game.alive().contains(player),
            ready: self.ready().contains(player),
            lost: lost(game, player),
        }
    }
}

/// The pieces that a player has lost, in the order of the set-up.
fn lost(game: &Game, player: Player) -> Vec<PieceKind> {
    let field = game.field();
    let gone = field.slots() - field.living();
    let pieces = gone.map(|slot| field.get(slot));
    pieces
        .filter(|piece| piece.player() == player)
        .map(|piece| kind_of(piece.kind))
        .collect()
}

/// A piece as it is seen.
pub(super) fn piece(sight: &Sight, slot: Slot) -> LivePiece {
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
        army: army_of(piece.player()),
        kind: kind_of(piece.kind),
        place,
    }
}
