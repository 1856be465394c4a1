//! What a viewer is shown: the choices are only those of the viewer's own side.

use play::{Moment, Side};

use super::{
    Viewer, name_of,
    turn::{TurnTable, number},
};
use crate::{
    Board, Choice, End, Entry, Frame, May, Scene, Seat, Shape, Sitting, View,
    game::HallGame,
    scene::{army, scene_after},
};

/// Why a game ended that was read with its result and no more.
const RECORDED: &str = "as recorded";

impl<R: HallGame> TurnTable<R> {
    /// All that a viewer may know.
    pub(crate) fn view(&self, viewer: Viewer, now: Moment) -> View {
        View {
            table: self.id.clone(),
            game: R::GAME,
            board: Board {
                width: 8,
                height: 8,
                holes: Vec::new(),
            },
            yours: self.own(viewer).iter().map(|side| number(*side)).collect(),
            record: (0..self.record.moves().len())
                .filter_map(|ply| self.entry(ply))
                .collect(),
            frame: self.frame(viewer, now),
        }
    }

    /// What changes from turn to turn.
    pub(crate) fn frame(&self, viewer: Viewer, now: Moment) -> Frame {
        let own = self.own(viewer);
        Frame {
            version: self.version,
            now,
            seats: Side::BOTH.map(|side| self.shown_seat(side, now)).to_vec(),
            scene: self
                .scene(self.record.moves().len())
                .expect("the present is a point of the record"),
            choices: self.choices(own),
            may: self.may(own),
            thinking: self.thinking().map(number),
            offer: self.offer,
            end: self.shown_end(),
        }
    }

    /// The board after so many turns.
    pub(super) fn scene(&self, ply: usize) -> Option<Scene> {
        let mut scene = scene_after(&self.record, self.ids.get(ply)?, ply)?;
        // A result that only a sheet tells ends the game too.
        if ply == self.record.moves().len() && self.is_over() {
            scene.turn = None;
        }
        Some(scene)
    }

    /// A turn of the record.
    pub(super) fn entry(&self, ply: usize) -> Option<Entry> {
        let position = self.record.position_after(ply)?;
        let Choice {
            from,
            to,
            captures,
            label,
            code,
            ..
        } = position.choice(*self.record.moves().get(ply)?);
        Some(Entry {
            seat: number(position.turn()),
            label,
            code,
            squares: [from, to],
            captures,
            moment: self.record.moments().get(ply).copied().flatten(),
            left: self.left.get(ply).copied().flatten(),
        })
    }

    fn own(&self, viewer: Viewer) -> &[Side] {
        self.desks.get(&viewer).map_or(&[], Vec::as_slice)
    }

    fn choices(&self, own: &[Side]) -> Vec<Choice> {
        if self.is_over() || !own.contains(&self.record.turn()) {
            return Vec::new();
        }
        let position = self.record.position();
        self.record.legal().iter().map(|&mv| position.choice(mv)).collect()
    }

    fn may(&self, own: &[Side]) -> May {
        let playing = !own.is_empty() && !self.is_over();
        let mut undos = self.undos;
        May {
            undo: self.undo_target(own).is_some() && undos.spend().is_ok(),
            resign: playing,
            offer_draw: playing && self.offer.is_none() && self.may_be_asked(own),
            claim: self.claim().filter(|_| playing),
            answer: self
                .offer
                .is_some_and(|offer| own.iter().any(|side| number(side.other()) == offer.by)),
            hint: self.may_be_hinted(own),
        }
    }

    /// Whether a draw can be offered now: to a bot only at one's own turn.
    fn may_be_asked(&self, own: &[Side]) -> bool {
        let turn = self.record.turn();
        own.contains(&turn) || own.iter().all(|side| self.seat(side.other()).mind.is_none())
    }

    /// The bot whose answer is waited for.
    pub(super) fn thinking(&self) -> Option<Side> {
        let turn = self.record.turn();
        let mind = self.seat(turn).mind.as_ref()?;
        let busy = mind.is_open() && (mind.is_asked() || self.held.is_some());
        (busy && !self.is_over()).then_some(turn)
    }

    /// What somebody on a seat is called.
    pub(super) fn name(&self, side: Side) -> String {
        let seat = self.seat(side);
        let given = seat.given.as_deref().or(seat.own.as_deref());
        name_of(Some(&seat.sitter()), given, side)
    }

    fn shown_seat(&self, side: Side, now: Moment) -> Seat {
        let seat = self.seat(side);
        let turn = Some(self.record.turn()).filter(|_| !self.is_over());
        let purses = self.record.position().purses();
        let [own, other] = [side, side.other()].map(|side| self.material(side));
        Seat {
            side: side.to_string(),
            army: army(side),
            name: self.name(side),
            sitter: match &seat.mind {
                Some(mind) => Sitting::Bot(mind.spec.to_string()),
                None if self.is_free(side) => Sitting::Nobody,
                None => Sitting::Person,
            },
            clock: self.clocks.face(side, turn, now),
            purse: purses.get(side.index()).copied(),
            captured: self.captured(side),
            lead: own.saturating_sub(other),
        }
    }

    /// What a side has captured, in order.
    fn captured(&self, side: Side) -> Vec<Shape> {
        let turns = self.record.turns().filter(|(position, _)| position.turn() == side);
        turns.filter_map(|(position, mv)| position.captured(mv)).collect()
    }

    fn material(&self, side: Side) -> u32 {
        let pieces = self.record.position().pieces().into_iter();
        let own = pieces.filter(|(_, owner, _)| *owner == side);
        own.map(|(_, _, shape)| R::worth(shape)).sum()
    }

    pub(super) fn shown_end(&self) -> Option<End> {
        let (winner, words, reason) = match (self.record.outcome(), self.told) {
            (Some(outcome), _) => (outcome.winner, outcome.to_string(), outcome.reason.to_string()),
            (None, Some(Some(winner))) => (Some(winner), format!("{winner} won"), RECORDED.to_owned()),
            (None, Some(None)) => (None, "Draw".to_owned(), RECORDED.to_owned()),
            (None, None) => return None,
        };
        Some(End {
            winner: winner.map(number),
            result: play::result_text(winner).to_owned(),
            words,
            reason,
        })
    }
}
