//! The review of a game: every position with its evaluation, and the mistakes.

mod picture;

use host::{ExportFormat, Judged, OccupantView, SeatNumber, TableId, TurnAnswer, TurnCommand, TurnNote, TurnView};
use play::{OpeningName, Scene};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    context::{AppContext, Effect},
    keys::{Action, KeyContext},
    screens::{
        Screen, Step, Touch,
        explorer::{Explored, Source},
        help::Help,
        play::export_game,
        study::{Study, study_source},
    },
    status::Status,
    visit::{Kind, Received, TableMessage, TurnKind, Visit},
};

/// A game that is gone through.
pub(crate) struct Review {
    visit: Visit<TurnKind>,
    below: SeatNumber,
    /// The position that was asked for; the one that is shown may lag behind.
    at: usize,
    scene: Option<Scene>,
    /// The opening that had been played by the shown position.
    opening: Option<OpeningName>,
    /// The key of the shown position.
    key: String,
    judged: Vec<Judged>,
    /// What was played in other games.
    explorer: Option<Explored>,
    status: Status,
}

impl Review {
    /// Opens a table to go through its game, for somebody on `seats`: a game that is not over is reviewed for its
    /// players only.
    pub(crate) fn open(
        context: &mut AppContext,
        table: &TableId,
        below: SeatNumber,
        seats: &[SeatNumber],
    ) -> Result<Review, String> {
        Ok(Review {
            visit: Visit::open(context, table, seats)?,
            below,
            at: 0,
            scene: None,
            opening: None,
            key: String::new(),
            judged: Vec::new(),
            explorer: None,
            status: Status::default(),
        })
    }
}

impl Screen for Review {
    fn title(&self) -> String {
        let Some(view) = self.visit.view() else {
            return "Review".to_owned();
        };
        let names = names(view);
        let result = view.frame.end.as_ref().map_or("", |end| end.result.as_str());
        format!("Review: {} {result}", names.join(" – "))
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        &[KeyContext::Review]
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        let plies = self.plies();
        match action {
            Action::Earlier => self.go(self.at.saturating_sub(1)),
            Action::Later => self.go(self.at + 1),
            Action::First => self.go(0),
            Action::Last => self.go(plies),
            Action::Up => {
                let before = self.mistakes().filter(|judged| judged.ply < self.at).last();
                if let Some(ply) = before.map(|judged| judged.ply) {
                    self.go(ply);
                }
            }
            Action::Down => {
                let after = self.mistakes().find(|judged| judged.ply > self.at);
                if let Some(ply) = after.map(|judged| judged.ply) {
                    self.go(ply);
                }
            }
            Action::Flip => self.below = SeatNumber(1 - self.below.0.min(1)),
            Action::Copy => {
                if let Some(text) = self.scene.as_ref().map(|scene| scene.text.clone()) {
                    context.effects.push(Effect::Copy(text.clone()));
                    self.status = Status::calm(format!("Copied: {text}"));
                }
            }
            Action::Save => {
                self.status = export_game(context, self.visit.table(), None, ExportFormat::Pgn).into();
            }
            Action::Explore => self.switch_explorer(context),
            Action::Study => {
                let source = study_source(context, self.visit.table());
                match Study::of(context, source) {
                    Ok(study) => return Step::open(study.at_ply(self.at)),
                    Err(words) => self.status = Status::refusal(words),
                }
            }
            Action::Help => return Step::open(Help::default()),
            Action::Back => return Step::Back,
            _ => {}
        }
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        match touch {
            Touch::Earlier => self.go(self.at.saturating_sub(1)),
            Touch::Later => self.go(self.at + 1),
            Touch::Ply(ply) => self.go(ply),
            Touch::Press(_) | Touch::Release(_) | Touch::Moment(_) => {}
        }
        Step::Stay
    }

    fn subscriber(&self) -> Option<u64> {
        Some(self.visit.number())
    }

    fn message(&mut self, message: TableMessage, context: &mut AppContext) -> Step {
        let Some(message) = TurnKind::unwrap(message) else {
            return Step::Stay;
        };
        let was_unknown = self.visit.view().is_none();
        match self.visit.receive(message, context.now) {
            Received::Snapshot if was_unknown => {
                self.go(0);
                self.visit.send_own(TurnCommand::Review);
            }
            Received::Answer(TurnAnswer::Scene {
                scene, opening, key, ..
            }) => {
                if scene.ply == self.at {
                    self.opening = opening;
                    self.key = key;
                    self.scene = Some(*scene);
                }
            }
            Received::Note(TurnNote::Judged(judged)) => {
                self.judged.retain(|known| known.ply != judged.ply);
                self.judged.push(judged);
                self.judged.sort_by_key(|judged| judged.ply);
            }
            Received::Note(TurnNote::ReviewStopped) => {
                self.status = Status::refusal("The engine stopped before the last position.");
            }
            Received::Refused(_, words) | Received::Closed(words) => self.status = Status::refusal(words),
            Received::Snapshot
            | Received::Events(_)
            | Received::Answer(TurnAnswer::Done | TurnAnswer::Hint { .. })
            | Received::Note(TurnNote::Thought(_))
            | Received::Notice(..)
            | Received::Nothing => {}
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _context: &AppContext) {
        self.draw_whole(canvas, area);
    }
}

impl Review {
    /// Shows the position after so many moves.
    fn go(&mut self, ply: usize) {
        self.at = ply.min(self.plies());
        self.status = Status::default();
        self.visit.send_own(TurnCommand::Look { ply: self.at });
    }

    /// Shows the next source of the explorer; a game that others still play has none.
    fn switch_explorer(&mut self, context: &AppContext) {
        let next = Source::after(self.explorer.take().as_ref());
        self.status = Status::default();
        let Some((source, view)) = next.zip(self.visit.view()) else {
            return;
        };
        let others = (0..)
            .map(SeatNumber)
            .zip(&view.frame.seats)
            .any(|(number, seat)| !matches!(seat.seat.occupant, OccupantView::Bot(_)) && !view.yours.contains(&number));
        if view.frame.end.is_none() && others {
            self.status = Status::refusal("The explorer is off while people play each other.");
            return;
        }
        match Explored::open(source, view.game, context) {
            Ok(explored) => self.explorer = Some(explored),
            Err(words) => self.status = Status::refusal(words),
        }
    }

    fn plies(&self) -> usize {
        self.visit.view().map_or(0, |view| view.record.len())
    }

    fn mistakes(&self) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(|judged| judged.mistake.is_some())
    }
}

/// Who played; one person without a name is the player.
fn names(view: &TurnView) -> Vec<String> {
    let seats = view.frame.seats.iter().map(|seat| &seat.seat);
    let is_person = |seat: &&host::Seat| matches!(seat.occupant, OccupantView::Person);
    let people = seats.clone().filter(is_person).count();
    let named = seats.map(|seat| {
        if people == 1 && is_person(&seat) && seat.name == seat.side {
            "You".to_owned()
        } else {
            seat.name.clone()
        }
    });
    named.collect()
}
