//! An exercise on the screen: a puzzle, a lesson or a drill. The crate `practice` decides which moves are right.

mod picture;

use std::sync::Arc;

use fastrand::Rng;
use host::SeatNumber;
use play::{Army, LegalMove, Registry, Setup, Side, Square};
use practice::{Action as Deed, Card, Door, DrillTheme, Exercise, State, Task};
use ratatui::layout::Rect;

use super::{file::PracticeFile, source::Source};
use crate::{
    canvas::Canvas,
    context::AppContext,
    keys::{Action, KeyContext},
    offered::OfferedGame,
    screens::{Reply, Screen, Step, Touch, ask::Ask, help::Help, rules::Rules},
    status::Status,
    widgets::{
        board::Turned,
        line::{Cycle, Line},
    },
};

/// An exercise that is done.
pub(crate) struct ExerciseScreen {
    exercise: Exercise,
    card: Card,
    registry: Arc<Registry>,
    file: PracticeFile,
    /// Where the next exercise comes from.
    source: Source,
    cursor: Square,
    chosen: Option<Square>,
    line: Line,
    status: Status,
    counted: bool,
    flipped: bool,
}

impl ExerciseScreen {
    /// Opens the next task of a source.
    pub(crate) fn open(
        source: Source,
        file: PracticeFile,
        registry: Arc<Registry>,
        random: &mut Rng,
    ) -> Result<Self, String> {
        let task = source.task(&file, random).ok_or("There is nothing left here.")?;
        ExerciseScreen::of(task, source, file, registry)
    }

    fn of(task: Task, source: Source, file: PracticeFile, registry: Arc<Registry>) -> Result<Self, String> {
        let exercise = Exercise::open(&registry, task).map_err(|error| error.to_string())?;
        let card = exercise.card();
        let rank = if exercise.side() == Side::White {
            1
        } else {
            card.board.height - 2
        };
        let cursor = Square {
            file: card.board.width / 2,
            rank,
        };
        Ok(ExerciseScreen {
            exercise,
            card,
            registry,
            file,
            source,
            cursor,
            chosen: None,
            line: Line::default(),
            status: Status::default(),
            counted: false,
            flipped: false,
        })
    }
}

impl Screen for ExerciseScreen {
    fn title(&self) -> String {
        self.card.title.clone()
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        match self.source {
            Source::Drill(_) => &[KeyContext::Exercise, KeyContext::Line],
            Source::Puzzles(..) | Source::Own(_) | Source::Lesson(_) => {
                &[KeyContext::Exercise, KeyContext::Solving, KeyContext::Line]
            }
        }
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        if self.line.edit(action) {
            return Step::Stay;
        }
        match action {
            Action::Up | Action::Down | Action::Left | Action::Right => self.walk(action),
            Action::Enter => return self.enter(context),
            Action::Complete => self.complete(Cycle::On),
            Action::CompleteBack => self.complete(Cycle::Back),
            Action::Hint => self.knock(Door::Hint, Deed::Hint),
            Action::Evaluate => self.knock(Door::Show, Deed::Show),
            Action::TakeBack => return self.again(),
            Action::QuickStart => return self.next(context),
            Action::Flip => self.flipped = !self.flipped,
            Action::Help => return Step::open(Help::default()),
            Action::Rules => {
                let game = OfferedGame::find(&context.host, self.exercise.record().game());
                return game.map_or(Step::Stay, |game| Step::open(Rules::of(&game)));
            }
            Action::Back if !self.line.is_empty() => self.line.clear(),
            Action::Back if self.chosen.take().is_some() => {}
            Action::Back => return Step::Back,
            _ => {}
        }
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        match touch {
            Touch::Press(square) => {
                self.cursor = square;
                if self.is_own(square) && self.chosen != Some(square) {
                    self.chosen = Some(square);
                } else {
                    return self.take(square);
                }
            }
            Touch::Release(square) => {
                if self.chosen.is_some_and(|chosen| chosen != square) {
                    return self.take(square);
                }
            }
            Touch::Earlier | Touch::Later | Touch::Moment(_) | Touch::Ply(_) => {}
        }
        Step::Stay
    }

    fn reply(&mut self, reply: Reply, _: &mut AppContext) -> Step {
        if let Reply::Move(mv) = reply {
            self.play(mv.code);
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _: &AppContext) {
        self.draw_whole(canvas, area);
    }
}

impl ExerciseScreen {
    fn walk(&mut self, action: Action) {
        let turned = self.turned();
        let (column, row) = turned.place(&self.card.board, self.cursor);
        let (column, row) = match action {
            Action::Up => (column, row.saturating_sub(1)),
            Action::Down => (column, (row + 1).min(self.card.board.height - 1)),
            Action::Left => (column.saturating_sub(1), row),
            _ => ((column + 1).min(self.card.board.width - 1), row),
        };
        self.cursor = turned.square(&self.card.board, column, row);
    }

    fn enter(&mut self, context: &mut AppContext) -> Step {
        let typed = self.line.take();
        if !typed.trim().is_empty() {
            match self.exercise.read(&typed) {
                Ok(code) => self.play(code),
                Err(words) => self.status = Status::refusal(words),
            }
            return Step::Stay;
        }
        match self.card.state {
            State::Done => return self.next(context),
            State::Failed => return self.again(),
            State::Open => {}
        }
        if self.card.doors.contains(&Door::Continue) {
            self.act_on(Deed::Continue);
            return Step::Stay;
        }
        let square = self.cursor;
        match self.chosen {
            Some(from) if self.moves(from, square).is_empty() && self.is_own(square) => {
                self.chosen = (from != square).then_some(square);
                Step::Stay
            }
            _ => self.take(square),
        }
    }

    /// Chooses a piece, or moves the chosen one; where that can mean several moves the player is asked.
    fn take(&mut self, square: Square) -> Step {
        let Some(from) = self.chosen else {
            if self.is_own(square) {
                self.chosen = Some(square);
                self.status = Status::default();
            } else {
                let name = self.card.board.name(square);
                self.status = Status::refusal(format!("No piece of yours stands on {name}."));
            }
            return Step::Stay;
        };
        let moves = self.moves(from, square);
        self.chosen = None;
        if moves.is_empty() {
            if from != square {
                self.status = Status::refusal("That piece cannot go there.");
            }
            return Step::Stay;
        }
        match moves.as_slice() {
            [mv] if !mv.action.is_bought() => {
                self.play(mv.code.clone());
                Step::Stay
            }
            _ => Step::open(Ask::which_move(moves)),
        }
    }

    fn moves(&self, from: Square, to: Square) -> Vec<LegalMove> {
        let fitting = self.card.choices.iter().filter(|mv| mv.from == from && mv.to == to);
        fitting.cloned().collect()
    }

    /// The chosen square, if its piece can be upgraded where it stands.
    fn upgrade(&self) -> Option<Square> {
        let chosen = self.chosen?;
        let moves = self.moves(chosen, chosen);
        (!moves.is_empty()).then_some(chosen)
    }

    fn is_own(&self, square: Square) -> bool {
        let army = Army::from(self.card.below);
        let pieces = self.card.scene.pieces.iter();
        !self.card.choices.is_empty()
            && pieces
                .into_iter()
                .any(|piece| piece.square == square && piece.army == army)
    }

    fn complete(&mut self, step: Cycle) {
        let choices = &self.card.choices;
        self.line.complete(step, |typed| {
            let fitting = choices
                .iter()
                .filter(|mv| mv.label.starts_with(typed) || mv.code.starts_with(typed));
            fitting.map(|mv| mv.label.clone()).collect()
        });
    }

    fn play(&mut self, code: String) {
        self.chosen = None;
        self.act_on(Deed::Move { code });
    }

    fn knock(&mut self, door: Door, deed: Deed) {
        if self.card.doors.contains(&door) {
            self.act_on(deed);
        }
    }

    fn act_on(&mut self, deed: Deed) {
        self.status = Status::default();
        let done = self.exercise.act(deed).map_err(|error| error.to_string());
        let done = done.and_then(|()| self.answer());
        if let Err(words) = done {
            self.status = Status::refusal(words);
        }
        self.card = self.exercise.card();
        self.count();
    }

    /// Lets the opponent of a drill move.
    fn answer(&mut self) -> Result<(), String> {
        if !self.exercise.awaits_reply() {
            return Ok(());
        }
        let module = self.registry.get(DrillTheme::GAME).map_err(|error| error.to_string())?;
        let setup = Setup {
            hash: 2,
            ..Setup::seeded(1)
        };
        let bot = module.open_bot(&module.adviser(), setup);
        let mut bot = bot.map_err(|error| error.to_string())?;
        self.exercise.reply(&mut *bot).map_err(|error| error.to_string())
    }

    /// Counts a puzzle once: at its first mistake, or when it is solved.
    fn count(&mut self) {
        let (Some(first_try), Some(puzzle), false) = (self.card.first_try, self.exercise.puzzle(), self.counted) else {
            return;
        };
        self.counted = true;
        if let Err(words) = self.file.count(puzzle, first_try) {
            self.status = Status::refusal(words);
        }
    }

    /// The same exercise from its start; a puzzle that was counted is not counted again.
    fn again(&mut self) -> Step {
        match Exercise::open(&self.registry, self.exercise.task().clone()) {
            Ok(exercise) => {
                self.card = exercise.card();
                self.exercise = exercise;
                self.chosen = None;
                self.status = Status::default();
            }
            Err(error) => self.status = Status::refusal(error.to_string()),
        }
        Step::Stay
    }

    fn next(&mut self, context: &mut AppContext) -> Step {
        if self.source.is_single() {
            return Step::Back;
        }
        let source = self.source;
        let next = ExerciseScreen::open(source, self.file.clone(), self.registry.clone(), &mut context.random);
        match next {
            Ok(screen) => Step::replace(screen),
            Err(words) => {
                self.status = Status::refusal(words);
                Step::Stay
            }
        }
    }

    fn turned(&self) -> Turned {
        let seat = SeatNumber::from(self.card.below);
        let turned = Turned::below(seat);
        if self.flipped { turned.flipped() } else { turned }
    }
}
