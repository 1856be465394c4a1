//! The live mode: pieces glide, rest and are sent at any time; events are listed, and a finished game is replayed.

mod board;
mod names;
mod picture;
mod replay;

use std::time::{Duration, Instant};

use host::{
    CommonEvent, ExportFormat, LiveAnswer, LiveCommand, LiveEvent, LiveFrame, LiveNote, LivePiece, LiveView, Phase,
    SeatNumber, Switch,
};
use play::{LegalMove, Square};
use ratatui::layout::Rect;

use super::{
    completion,
    controls::Controls,
    mode::{Mode, Panel, Shown},
};
use crate::{
    canvas::Canvas,
    context::AppContext,
    keys::{Action, KeyContext},
    screens::{Sight, Step, Touch, ask::Afterwards},
    slash::SlashCommand,
    visit::{LiveKind, next_motion},
    widgets::board::{Form, Turned},
};
use names::SquareNames;
use replay::{Opener, Replay};

/// So many events are remembered; no window shows more.
const REMEMBERED: usize = 64;

/// What is chosen and shown at a live table.
#[derive(Default)]
pub(crate) struct LiveMode {
    /// The piece to be sent.
    chosen: Option<u16>,
    /// Where it can go, as the table has answered.
    targets: Vec<Square>,
    /// What happened and at which tick, the newest last.
    log: Vec<(u32, String)>,
    replay: Option<Replay>,
    /// Time was stopped because another screen hid the board.
    is_stopped: bool,
}

type LiveControls = Controls<LiveKind>;

impl Mode for LiveMode {
    type Kind = LiveKind;

    const EXPORT: ExportFormat = ExportFormat::Json;
    const AFTERWARDS: Afterwards = Afterwards::Replay;

    fn key_contexts(&self) -> &'static [KeyContext] {
        if self.replay.is_some() {
            &[KeyContext::Replay]
        } else {
            &[KeyContext::Live, KeyContext::Line]
        }
    }

    fn turned(view: &LiveView) -> Turned {
        Turned::quarters(view.turned)
    }

    /// Commands, and where the chosen piece can go.
    fn candidates(&self, typed: &str, controls: &LiveControls) -> Vec<String> {
        let commands = completion::candidates(typed, &[]);
        let Some(view) = controls.visit.view().filter(|_| !typed.is_empty()) else {
            return commands;
        };
        let names = SquareNames::of(view);
        let from = self
            .chosen_square(controls)
            .map(|square| names.name(square).to_string());
        let Some(from) = from.filter(|from| typed.starts_with(from.as_str())) else {
            return commands;
        };
        let orders = self
            .targets
            .iter()
            .map(|square| format!("{from}{}", names.name(*square)));
        orders.filter(|order| order.starts_with(typed)).collect()
    }

    /// A typed square chooses the piece on it, and the table sends its targets.
    fn before_completion(&mut self, controls: &mut LiveControls) {
        if let Some(piece) = Self::typed_piece(controls.line.text(), controls)
            && self.chosen != Some(piece.id)
        {
            self.choose(piece, controls);
        }
    }

    fn is_complete(&self, typed: &str, controls: &LiveControls) -> bool {
        let view = controls.visit.view();
        view.is_some_and(|view| SquareNames::of(view).is_whole_order(typed))
    }

    fn shown_words(words: String, view: Option<&LiveView>) -> String {
        match view {
            Some(view) => SquareNames::of(view).words(&words),
            None => words,
        }
    }

    fn common(event: &LiveEvent) -> Option<&CommonEvent> {
        match event {
            LiveEvent::Common(common) => Some(common),
            LiveEvent::Started
            | LiveEvent::Departed { .. }
            | LiveEvent::Arrived { .. }
            | LiveEvent::Captured { .. }
            | LiveEvent::Promoted { .. }
            | LiveEvent::Rested { .. }
            | LiveEvent::Out { .. } => None,
        }
    }

    /// A game that was over before is opened to be replayed.
    fn opened(&mut self, controls: &mut LiveControls) -> Step {
        let is_over = Self::frame(controls).is_some_and(|frame| frame.phase == Phase::Over);
        if is_over && self.replay.is_none() {
            self.begin_replay(Opener::List, controls);
        }
        Step::Stay
    }

    fn event(&mut self, event: LiveEvent, controls: &mut LiveControls, _context: &mut AppContext) {
        match event {
            LiveEvent::Out { seat, words } => {
                let is_own = controls.visit.view().is_some_and(|view| view.yours == [seat]);
                let is_over = Self::frame(controls).is_some_and(|frame| frame.phase == Phase::Over);
                let words = match (is_own, is_over) {
                    (true, true) => "You are out.".to_owned(),
                    (true, false) => "You are out; the others play on.".to_owned(),
                    (false, _) => words,
                };
                self.log(words, controls);
            }
            LiveEvent::Captured { words, .. } => self.log(words, controls),
            LiveEvent::Started
            | LiveEvent::Departed { .. }
            | LiveEvent::Arrived { .. }
            | LiveEvent::Promoted { .. }
            | LiveEvent::Rested { .. }
            | LiveEvent::Common(_) => {}
        }
    }

    /// What the chosen piece can do may have changed.
    fn updated(&mut self, controls: &mut LiveControls) {
        let Some(piece) = self.chosen else { return };
        if self.chosen_square(controls).is_some() {
            controls.visit.send_own(LiveCommand::Targets { piece });
        } else {
            self.unchoose();
        }
    }

    fn answer(&mut self, answer: LiveAnswer, _controls: &mut LiveControls) {
        match answer {
            LiveAnswer::Squares { piece, squares } if self.chosen == Some(piece) => self.targets = squares,
            LiveAnswer::Replay { replay } => {
                if let Some(own) = &mut self.replay {
                    own.shown = Some(*replay);
                }
            }
            LiveAnswer::Done | LiveAnswer::Squares { .. } => {}
        }
    }

    fn note(&mut self, note: LiveNote, controls: &mut LiveControls) {
        match note {
            LiveNote::PremoveDropped { piece, words } => {
                let view = controls.visit.view();
                let square = Self::square_of(controls, piece).zip(view);
                let name = square.map(|(square, view)| SquareNames::of(view).name(square));
                let premove = name.map(|name| format!("The premove of {name} is dropped. "));
                let words = premove.unwrap_or_default() + &Self::shown_words(words, view);
                controls.refuse(words);
            }
        }
    }

    fn unmark(&mut self, controls: &mut LiveControls) {
        self.unchoose();
        controls.quieten();
    }

    fn act(&mut self, action: Action, controls: &mut LiveControls, context: &mut AppContext) -> Option<Step> {
        if self.replay.is_some() {
            return self.act_in_replay(action, controls);
        }
        match action {
            Action::Pause => self.obey(&SlashCommand::Pause, controls, context),
            _ => return None,
        }
        Some(Step::Stay)
    }

    fn take(&mut self, square: Square, controls: &mut LiveControls) -> Step {
        self.take_square(square, controls);
        Step::Stay
    }

    fn touch(&mut self, touch: Touch, controls: &mut LiveControls) -> Step {
        match touch {
            touch if self.replay.is_some() => self.touch_in_replay(touch, controls),
            Touch::Press(square) => {
                let other = Self::own_on(controls, square).filter(|piece| self.chosen != Some(piece.id));
                match other {
                    Some(piece) if !self.targets.contains(&square) => self.choose(piece, controls),
                    _ => self.take_square(square, controls),
                }
            }
            Touch::Release(square) => {
                let is_elsewhere = self.chosen_square(controls) != Some(square);
                if let Some(piece) = self.chosen.filter(|_| is_elsewhere) {
                    self.send(piece, square, controls);
                }
            }
            Touch::Earlier | Touch::Later | Touch::Moment(_) | Touch::Ply(_) => {}
        }
        Step::Stay
    }

    fn step_back(&mut self, _controls: &mut LiveControls) -> bool {
        let was_chosen = self.chosen.is_some();
        self.unchoose();
        was_chosen
    }

    /// One square takes the piece on it; anything else is an order.
    fn play_text(&mut self, text: &str, controls: &mut LiveControls) {
        if let Some(piece) = Self::typed_piece(text, controls) {
            self.choose(piece, controls);
            return;
        }
        self.unchoose();
        let order = controls.visit.view().map(|view| SquareNames::of(view).order(text));
        let text_for_table = order.unwrap_or_default();
        controls.send_typed(text, LiveCommand::Type { text: text_for_table });
    }

    fn play_move(&mut self, mv: LegalMove, controls: &mut LiveControls) {
        controls.send(LiveCommand::Move {
            from: mv.from,
            to: mv.to,
        });
    }

    fn obey(&mut self, command: &SlashCommand, controls: &mut LiveControls, _context: &mut AppContext) {
        match command {
            SlashCommand::Pause => {
                let is_paused = Self::frame(controls).is_some_and(|frame| frame.phase == Phase::Paused);
                let pause = if is_paused { Switch::Off } else { Switch::On };
                controls.send(LiveCommand::Pause { pause });
            }
            _ => controls.refuse("That command is for games with turns."),
        }
    }

    fn review(&mut self, controls: &mut LiveControls, _context: &mut AppContext) -> Step {
        self.begin_replay(Opener::Table, controls);
        Step::Stay
    }

    fn is_running(view: &LiveView) -> bool {
        view.frame.phase != Phase::Over
    }

    fn is_out(view: &LiveView) -> bool {
        let seat = |number: &SeatNumber| view.frame.seats.get(usize::from(number.0));
        !view.yours.is_empty()
            && view
                .yours
                .iter()
                .all(|number| seat(number).is_some_and(|seat| !seat.alive))
    }

    /// Time stands while nobody sees the board, where only bots have to wait.
    fn show(&mut self, sight: Sight, controls: &mut LiveControls) {
        let frame = Self::frame(controls);
        let may_stop = frame.is_some_and(|frame| frame.may.pause && frame.phase == Phase::Running);
        match sight {
            Sight::Hidden if may_stop && !self.is_stopped => {
                self.is_stopped = true;
                controls.visit.send_own(LiveCommand::Pause { pause: Switch::On });
            }
            Sight::Shown if self.is_stopped => {
                self.is_stopped = false;
                controls.visit.send_own(LiveCommand::Pause { pause: Switch::Off });
            }
            Sight::Hidden | Sight::Shown => {}
        }
    }

    /// Stops time where only bots would have to wait.
    fn suspend(&mut self, controls: &mut LiveControls) {
        let frame = Self::frame(controls);
        if frame.is_some_and(|frame| frame.may.pause && frame.phase == Phase::Running) {
            controls.visit.send_own(LiveCommand::Pause { pause: Switch::On });
        }
    }

    fn pass(&mut self, controls: &mut LiveControls, now: Instant) {
        self.replay_on(controls, now);
    }

    fn next_change(&self, controls: &LiveControls, now: Instant) -> Option<Instant> {
        let step = match &self.replay {
            Some(replay) => replay.next_motion(),
            None => next_motion(Self::frame(controls)?),
        };
        step.map(|milliseconds| now + Duration::from_millis(milliseconds))
    }

    fn draw_board(&self, canvas: &mut Canvas<'_>, area: Rect, form: Form, shown: Shown<'_, Self>) {
        self.picture_board(canvas, area, form, shown);
    }

    fn draw_header(&self, canvas: &mut Canvas<'_>, row: Rect, shown: Shown<'_, Self>) {
        self.draw_seats(canvas, row, shown);
    }

    fn draw_footer(&self, canvas: &mut Canvas<'_>, row: Rect, shown: Shown<'_, Self>) {
        self.draw_time(canvas, row, shown);
    }

    fn draw_panel(&self, canvas: &mut Canvas<'_>, area: Rect, place: Panel, shown: Shown<'_, Self>) {
        self.draw_log(canvas, area, place, shown);
    }

    fn draw_instead_of_line(&self, canvas: &mut Canvas<'_>, row: Rect) -> bool {
        self.draw_bar(canvas, row)
    }

    fn is_still(&self, shown: Shown<'_, Self>) -> bool {
        let phase = shown.view.frame.phase;
        self.replay.is_none() && matches!(phase, Phase::Waiting | Phase::Countdown | Phase::Paused)
    }

    fn standing(&self, form: Form, shown: Shown<'_, Self>) -> String {
        self.standing_words(form, shown)
    }
}

impl LiveMode {
    /// The player's own piece on a typed square.
    fn typed_piece(text: &str, controls: &LiveControls) -> Option<LivePiece> {
        let name = text.trim().parse().ok()?;
        let square = SquareNames::of(controls.visit.view()?).square(name)?;
        Self::own_on(controls, square)
    }

    fn frame(controls: &LiveControls) -> Option<&LiveFrame> {
        controls.visit.view().map(|view| &view.frame)
    }

    fn piece(controls: &LiveControls, id: u16) -> Option<&LivePiece> {
        Self::frame(controls)?.pieces.iter().find(|piece| piece.id == id)
    }

    fn log(&mut self, words: String, controls: &LiveControls) {
        let words = Self::shown_words(words, controls.visit.view());
        let tick = Self::frame(controls).map_or(0, |frame| frame.tick);
        if self.log.len() == REMEMBERED {
            self.log.remove(0);
        }
        self.log.push((tick, words));
    }
}
