//! What a viewer is shown of a turn table: legal moves are those of the viewer's own sides only.

use play::{Army, Control, Moment, PlayedMove, Reason, Scene, Side};

use super::{TurnTable, state::CALLED_OFF};
use crate::{
    End, Entry, Occupant, OccupantView, PastSeat, Refusal, Seat, SeatNumber, TurnAnswer, TurnFrame, TurnMay, TurnSeat,
    TurnView,
    decider::{Context, Viewer},
};

/// The reason of a result that was recorded elsewhere.
const RECORDED: &str = "as recorded";

/// The reason of a result by the clock, in words that say whose.
const OUT_OF_TIME: &str = "the other side has no time left";

impl TurnTable {
    pub(super) fn turn_view(&self, viewer: Viewer, context: &Context, now: Moment) -> TurnView {
        TurnView {
            table: context.table.clone(),
            game: self.state.setup.game,
            board: self.state.module.board(),
            yours: self.own(viewer).iter().map(|&side| side.into()).collect(),
            first: self.state.record.first_number(),
            time: self.state.setup.control.map(|control| match control {
                Control::Clock(clock) => clock.base.as_millis() as u64,
                Control::EachMove(time) => time.as_millis() as u64,
            }),
            record: (0..self.state.record.plies())
                .filter_map(|ply| self.entry(ply))
                .collect(),
            frame: self.turn_frame(viewer, context, now),
        }
    }

    pub(super) fn turn_frame(&self, viewer: Viewer, context: &Context, now: Moment) -> TurnFrame {
        let own = self.own(viewer);
        let state = &self.state;
        let playing = !state.is_over() && own.contains(&state.record.turn());
        TurnFrame {
            seq: context.seq,
            now,
            seats: Side::BOTH.map(|side| self.seat_view(side, context, now)).to_vec(),
            scene: self
                .scene(state.record.plies())
                .expect("the present is a point of the record"),
            choices: if playing { state.record.legal() } else { Vec::new() },
            opening: state.record.opening(),
            may: self.may(own, now),
            thinking: self.thinking().map(SeatNumber::from),
            offer: state.offer,
            end: self.end(context),
            next: state.next.clone(),
            absence: self.absence(),
            watchers: self.watchers() as u32,
        }
    }

    /// The board after so many plies; a recorded result ends the game like any other.
    fn scene(&self, ply: usize) -> Option<Scene> {
        let mut scene = self.state.record.scene(ply)?;
        if ply == self.state.record.plies() && self.state.is_over() {
            scene.turn = None;
        }
        Some(scene)
    }

    pub(super) fn look(&self, ply: usize) -> Result<TurnAnswer, Refusal> {
        let plies = self.state.record.plies();
        let scene = self.scene(ply).ok_or(Refusal::NoSuchPly { plies })?;
        let record = self.state.record.until(ply);
        let seats = Side::BOTH.map(|side| PastSeat {
            captured: record.captured(side),
            lead: record.material(side).saturating_sub(record.material(side.other())),
            left: self.state.clocks.left_before(ply, side),
        });
        Ok(TurnAnswer::Scene {
            scene: Box::new(scene),
            seats: seats.to_vec(),
            opening: record.opening(),
            key: self.state.record.key(ply).map(play::key_text).unwrap_or_default(),
        })
    }

    /// A move of the record.
    pub(super) fn entry(&self, ply: usize) -> Option<Entry> {
        let PlayedMove { side, mv, at } = self.state.record.played(ply)?;
        Some(Entry {
            seat: side.into(),
            label: mv.label,
            code: mv.code,
            squares: [mv.from, mv.to],
            captures: mv.captures,
            at,
            left: self.state.clocks.left_after(ply, side),
        })
    }

    fn may(&self, own: &[Side], now: Moment) -> TurnMay {
        let state = &self.state;
        let playing = !own.is_empty() && !state.is_over();
        let opposed = playing && !Side::BOTH.into_iter().any(|side| self.is_free(side));
        TurnMay {
            take_back: state.take_back_target(own).is_some() && self.check_take_back().is_ok(),
            resign: opposed,
            offer_draw: opposed && state.offer.is_none() && self.may_offer_draw(own),
            claim: state.record.claim().filter(|_| playing),
            answer: state
                .offer
                .is_some_and(|offer| own.iter().any(|side| SeatNumber::from(side.other()) == offer.by)),
            hint: self.may_be_hinted(own),
            rematch: !own.is_empty() && state.is_over() && state.next.is_none(),
            turn_out: self.guests_of(own),
            claim_win: self.claim_win(own, now).is_ok(),
            call_off: self.call_off(own, now).is_ok(),
            leave: self.leaving(own),
        }
    }

    /// A draw is offered to a bot at one's own turn only.
    fn may_offer_draw(&self, own: &[Side]) -> bool {
        own.contains(&self.state.record.turn()) || own.iter().all(|side| self.state.is_person(side.other()))
    }

    /// The bot whose move is waited for.
    fn thinking(&self) -> Option<Side> {
        let turn = self.state.record.turn();
        let bot = self.session.bots[turn.index()].as_ref()?;
        let busy = bot.is_open() && (bot.is_asked() || self.session.held.is_some());
        (busy && !self.state.is_over()).then_some(turn)
    }

    /// The name at a seat: the person's, the bot's own, its level's, or the side's.
    pub(super) fn name(&self, side: Side, context: &Context) -> String {
        let named = match &self.state.seat(side).occupant {
            Occupant::Open => None,
            Occupant::Person(player) => context.names.name(*player).map(|name| name.to_string()),
            Occupant::Bot(spec) => {
                let own = self.session.bot_names[side.index()].clone();
                let level = self
                    .state
                    .module
                    .levels()
                    .iter()
                    .find(|level| level.spec == spec.as_str());
                Some(
                    own.or_else(|| level.map(|level| level.name.to_owned()))
                        .unwrap_or_else(|| spec.short_name()),
                )
            }
        };
        named.unwrap_or_else(|| side.to_string())
    }

    fn seat_view(&self, side: Side, context: &Context, now: Moment) -> TurnSeat {
        let state = &self.state;
        let turn = Some(state.record.turn()).filter(|_| !state.is_over());
        let scene_purses = self.state.record.scene(state.record.plies()).map(|scene| scene.purses);
        let [own, other] = [side, side.other()].map(|side| state.record.material(side));
        let occupant = match &state.seat(side).occupant {
            Occupant::Bot(spec) => OccupantView::Bot(spec.clone()),
            Occupant::Person(_) => OccupantView::Person,
            Occupant::Open if self.is_connected(side) => OccupantView::Person,
            Occupant::Open => OccupantView::Open,
        };
        TurnSeat {
            seat: Seat {
                side: side.to_string(),
                army: Army::from(side),
                name: self.name(side, context),
                connected: matches!(occupant, OccupantView::Bot(_)) || self.is_connected(side),
                away_since: self.session.presence.away_since(side.index()),
                occupant,
            },
            clock: state.clocks.view(side, turn, &self.session.clock, now),
            purse: scene_purses.and_then(|purses| purses.get(side.index()).copied()),
            captured: state.record.captured(side),
            lead: own.saturating_sub(other),
        }
    }

    pub(super) fn end(&self, _context: &Context) -> Option<End> {
        if self.state.called_off {
            return Some(End {
                winner: None,
                result: CALLED_OFF.to_owned(),
                words: "The game was called off".to_owned(),
                reason: "called off".to_owned(),
            });
        }
        let (winner, words, reason) = match (self.state.record.outcome(), self.state.recorded()) {
            (Some(outcome), _) => {
                let is_time = matches!(outcome.reason, Reason::Time);
                let reason = if is_time {
                    OUT_OF_TIME.to_owned()
                } else {
                    outcome.reason.to_string()
                };
                (outcome.winner, outcome.to_string(), reason)
            }
            (None, Some(recorded)) => match recorded.winner {
                Some(winner) => (Some(winner), format!("{winner} won"), RECORDED.to_owned()),
                None => (None, "Draw".to_owned(), RECORDED.to_owned()),
            },
            (None, None) => return None,
        };
        Some(End {
            winner: winner.map(SeatNumber::from),
            result: play::result_text(winner).to_owned(),
            words,
            reason,
        })
    }
}
