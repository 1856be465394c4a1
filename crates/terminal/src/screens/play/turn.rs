//! The turn mode: a board that changes only by moves, the record beside it, and earlier positions.

mod board;
mod picture;
mod shown;

use std::time::Instant;

use host::{
    CommonEvent, ExportFormat, SeatNumber, Switch, Thought, TurnAnswer, TurnCommand, TurnEvent, TurnNote, TurnView,
};
use play::{Action as MoveAction, LegalMove, Square};
use ratatui::layout::Rect;

use super::{
    completion,
    controls::Controls,
    mode::{Mode, Panel, Shown},
};
use crate::{
    canvas::Canvas,
    config::Motion,
    context::{AppContext, Effect, SLIDE},
    keys::{Action, KeyContext},
    screens::{
        Step, Touch,
        ask::Afterwards,
        review::Review,
        study::{Study, study_source},
    },
    slash::SlashCommand,
    visit::TurnKind,
    widgets::{
        board::{Form, Turned},
        clock,
        sheet::numbered,
    },
};
use shown::Past;

/// What is chosen, looked at and shown at a turn table.
#[derive(Default)]
pub(crate) struct TurnMode {
    chosen: Option<Square>,
    /// An earlier position that is looked at.
    past: Option<Past>,
    /// A move for one's next turn.
    premove: Option<Premove>,
    /// A move was sent, and the table has not answered yet.
    is_sent: bool,
    hint: Option<LegalMove>,
    analysis: Analysis,
    /// The piece that slides, from where, and since when.
    slide: Option<(u16, Square, Instant)>,
}

/// A move that is played when the other side has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Premove {
    Typed(String),
    Squares(Square, Square),
}

/// Whether the engine's thoughts are shown.
#[derive(Clone, Debug, Default)]
enum Analysis {
    #[default]
    Off,
    On(Option<Thought>),
}

type TurnControls = Controls<TurnKind>;

impl Mode for TurnMode {
    type Kind = TurnKind;

    const EXPORT: ExportFormat = ExportFormat::Pgn;
    const AFTERWARDS: Afterwards = Afterwards::Review;

    fn key_contexts(&self) -> &'static [KeyContext] {
        &[KeyContext::Board, KeyContext::Line]
    }

    fn turned(view: &TurnView) -> Turned {
        match view.yours.as_slice() {
            &[seat] => Turned::below(seat),
            _ => Turned::below(SeatNumber(0)),
        }
    }

    fn candidates(&self, typed: &str, controls: &TurnControls) -> Vec<String> {
        let choices = Self::frame(controls).map_or(&[][..], |frame| &frame.choices);
        completion::candidates(typed, choices)
    }

    fn common(event: &TurnEvent) -> Option<&CommonEvent> {
        match event {
            TurnEvent::Common(common) => Some(common),
            TurnEvent::Moved { .. } | TurnEvent::TakenBack { .. } => None,
        }
    }

    fn opened(&mut self, controls: &mut TurnControls) -> Step {
        self.unmark(controls);
        controls.end_window(Self::AFTERWARDS).map_or(Step::Stay, Step::open)
    }

    fn event(&mut self, event: TurnEvent, controls: &mut TurnControls, context: &mut AppContext) {
        self.unmark(controls);
        match event {
            TurnEvent::Moved { entry } => {
                self.is_sent = false;
                if controls
                    .visit
                    .view()
                    .is_some_and(|view| !view.yours.contains(&entry.seat))
                {
                    context.ring();
                }
                if context.preferences.config.motion == Motion::Sliding {
                    let moved = self.piece_on(controls, entry.squares[1]).map(|piece| piece.id);
                    self.slide = moved.map(|id| (id, entry.squares[0], context.now));
                }
            }
            TurnEvent::TakenBack { .. } => {
                self.premove = None;
                controls.say("Taken back.");
            }
            TurnEvent::Common(_) => {}
        }
    }

    /// A premove is played when the turn has come.
    fn updated(&mut self, controls: &mut TurnControls) {
        let Some(frame) = Self::frame(controls) else { return };
        if frame.end.is_some() {
            self.premove = None;
        }
        if frame.choices.is_empty() || self.is_sent {
            return;
        }
        match self.premove.take() {
            Some(Premove::Typed(text)) => self.send_text(&text, controls),
            Some(Premove::Squares(from, to)) => {
                let fitting = board::moves(controls, from, to).next();
                let action = fitting.map_or(MoveAction::Move, |mv| mv.action);
                self.is_sent = true;
                controls.send(TurnCommand::Move { from, to, action });
            }
            None => {}
        }
    }

    fn answer(&mut self, answer: TurnAnswer, controls: &mut TurnControls) {
        match answer {
            TurnAnswer::Done => {}
            TurnAnswer::Scene {
                scene, seats, opening, ..
            } => {
                controls.quieten();
                self.past = Some(Past {
                    scene: *scene,
                    seats,
                    opening,
                });
            }
            TurnAnswer::Hint { choice, score } => {
                controls.say(format!("Hint: {} ({score})", choice.label));
                self.hint = Some(choice);
            }
        }
    }

    /// The premove after the refused move is void.
    fn refused(&mut self) {
        self.is_sent = false;
        self.premove = None;
    }

    fn note(&mut self, note: TurnNote, _controls: &mut TurnControls) {
        match note {
            TurnNote::Thought(thought) => {
                if let Analysis::On(shown) = &mut self.analysis {
                    *shown = Some(thought);
                }
            }
            TurnNote::Judged(_) | TurnNote::ReviewStopped => {}
        }
    }

    fn unmark(&mut self, controls: &mut TurnControls) {
        self.chosen = None;
        self.hint = None;
        self.past = None;
        self.slide = None;
        controls.quieten();
        if let Analysis::On(shown) = &mut self.analysis {
            *shown = None;
        }
    }

    fn act(&mut self, action: Action, controls: &mut TurnControls, context: &mut AppContext) -> Option<Step> {
        match action {
            Action::Earlier | Action::Later | Action::First | Action::Last => self.look(action, controls),
            Action::Study => return Some(self.study(controls, context)),
            Action::TakeBack => self.obey(&SlashCommand::Undo, controls, context),
            Action::Hint => self.obey(&SlashCommand::Hint, controls, context),
            Action::Evaluate => self.obey(&SlashCommand::Evaluate, controls, context),
            Action::Copy => self.obey(&SlashCommand::Fen, controls, context),
            _ => return None,
        }
        Some(Step::Stay)
    }

    fn take(&mut self, square: Square, controls: &mut TurnControls) -> Step {
        self.take_square(square, controls)
    }

    fn touch(&mut self, touch: Touch, controls: &mut TurnControls) -> Step {
        match touch {
            Touch::Press(square) => {
                let is_own = self.is_choosable(controls, square) || self.is_premovable(controls, square);
                if is_own
                    && self.past.is_none()
                    && self.chosen != Some(square)
                    && !self.targets(controls).contains(&square)
                {
                    self.choose(square, controls);
                    return Step::Stay;
                }
                return self.take_square(square, controls);
            }
            Touch::Release(square) => match self.chosen {
                Some(from) if from != square => return self.go(from, square, controls),
                _ => {}
            },
            Touch::Earlier => self.look(Action::Earlier, controls),
            Touch::Later => self.look(Action::Later, controls),
            Touch::Ply(ply) => self.look_at(ply, controls),
            Touch::Moment(_) => {}
        }
        Step::Stay
    }

    fn step_back(&mut self, controls: &mut TurnControls) -> bool {
        if self.chosen.take().is_some() || self.premove.take().is_some() {
            controls.quieten();
            return true;
        }
        self.past.take().is_some()
    }

    /// A move is played in the current position or waits for the player's turn. A move typed at an earlier position is
    /// refused.
    fn play_text(&mut self, text: &str, controls: &mut TurnControls) {
        self.chosen = None;
        if self.past.is_some() {
            controls.refuse_text(text, "End returns to the game; moves are played there.");
        } else if self.waits(controls) {
            controls.quieten();
            self.premove = Some(Premove::Typed(text.to_owned()));
        } else {
            self.send_text(text, controls);
        }
    }

    fn play_move(&mut self, mv: LegalMove, controls: &mut TurnControls) {
        self.chosen = None;
        self.is_sent = true;
        controls.send(TurnCommand::Move {
            from: mv.from,
            to: mv.to,
            action: mv.action,
        });
    }

    fn obey(&mut self, command: &SlashCommand, controls: &mut TurnControls, context: &mut AppContext) {
        match command {
            SlashCommand::Undo => {
                self.chosen = None;
                controls.send(TurnCommand::TakeBack);
            }
            SlashCommand::Hint => {
                self.chosen = None;
                controls.send(TurnCommand::Hint);
                controls.say("Looking for a good move…");
            }
            SlashCommand::Evaluate => {
                let (analysis, switch) = match self.analysis {
                    Analysis::Off => (Analysis::On(None), Switch::On),
                    Analysis::On(_) => (Analysis::Off, Switch::Off),
                };
                self.analysis = analysis;
                controls.send(TurnCommand::Analyse { analysis: switch });
            }
            SlashCommand::Fen => {
                if let Some(text) = self.scene(controls).map(|scene| scene.text.clone()) {
                    context.effects.push(Effect::Copy(text.clone()));
                    controls.say(format!("Copied: {text}"));
                }
            }
            _ => controls.refuse("That command is for live games."),
        }
    }

    fn review(&mut self, controls: &mut TurnControls, context: &mut AppContext) -> Step {
        let table = controls.visit.table().clone();
        let seats = controls.visit.view().map(|view| view.yours.clone()).unwrap_or_default();
        let below = match seats.as_slice() {
            &[seat] => seat,
            _ => SeatNumber(0),
        };
        match Review::open(context, &table, below, &seats) {
            Ok(review) => Step::open(review),
            Err(words) => {
                controls.refuse(words);
                Step::Stay
            }
        }
    }

    fn is_running(view: &TurnView) -> bool {
        view.frame.end.is_none()
    }

    fn next_change(&self, controls: &TurnControls, now: Instant) -> Option<Instant> {
        let clocks = (0..2).filter_map(|seat| {
            let (left, runs) = controls.visit.clock(seat, now)?;
            Some(now + clock::until_change(left).filter(|_| runs)?)
        });
        // A slide goes in six steps; its last step is its end.
        let slide = self.slide.and_then(|(_, _, began)| {
            let end = began + SLIDE;
            (now < end).then(|| end.min(now + SLIDE / 6))
        });
        clocks.chain(slide).min()
    }

    fn draw_board(&self, canvas: &mut Canvas<'_>, area: Rect, form: Form, shown: Shown<'_, Self>) {
        self.picture_board(canvas, area, form, shown);
    }

    fn draw_header(&self, canvas: &mut Canvas<'_>, row: Rect, shown: Shown<'_, Self>) {
        let [above, _] = Self::seat_order(shown);
        self.draw_seat(canvas, row, above, shown);
    }

    fn draw_footer(&self, canvas: &mut Canvas<'_>, row: Rect, shown: Shown<'_, Self>) {
        let [_, below] = Self::seat_order(shown);
        self.draw_seat(canvas, row, below, shown);
    }

    fn draw_panel(&self, canvas: &mut Canvas<'_>, area: Rect, place: Panel, shown: Shown<'_, Self>) {
        self.draw_record(canvas, area, place, shown);
    }

    fn banner(&self, shown: Shown<'_, Self>) -> Option<String> {
        let past = self.past.as_ref()?;
        let turn = numbered(shown.view, past.scene.ply);
        let of = shown.view.record.len();
        Some(format!(
            " {turn} · {} of {of} · End returns to the game ",
            past.scene.ply
        ))
    }

    fn standing(&self, _form: Form, shown: Shown<'_, Self>) -> String {
        self.standing_words(shown)
    }
}

impl TurnMode {
    /// Opens a study of the game at the shown position.
    fn study(&self, controls: &mut TurnControls, context: &mut AppContext) -> Step {
        let ply = self.scene(controls).map_or(0, |scene| scene.ply);
        let source = study_source(context, controls.visit.table());
        match Study::of(context, source) {
            Ok(study) => Step::open(study.at_ply(ply)),
            Err(words) => {
                controls.refuse(words);
                Step::Stay
            }
        }
    }

    fn send_text(&mut self, text: &str, controls: &mut TurnControls) {
        self.is_sent = true;
        controls.send_typed(text, TurnCommand::Type { text: text.to_owned() });
    }
}
