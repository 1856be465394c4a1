//! A match between bots, watched: all its boards, one of them, or the results.
//!
//! The match runs on its own threads and sends updates; this screen contains no rules. A game stays at its position
//! until it is over, so that boards do not jump.

mod board;
mod figures;
mod grid;
mod line;

use std::{collections::VecDeque, path::PathBuf};

use arena::{BoardCell, Exported, FinishedGame, MatchUpdate, Motion, Pace, Score, WatchEnd, WatchedMatch};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    context::{AppContext, AppEvent},
    folders::Folders,
    keys::{Action, KeyContext},
    screens::{Reply, Screen, Step, Touch, ask::Ask, help::Help},
    setups::MatchPlan,
    status::{Status, Tone},
    widgets::line::Line,
};

/// The number of finished games that can be shown; older ones are in the figures and the files only.
const KEPT: usize = 200;

/// A match that is watched.
pub(crate) struct Arena {
    /// The number that its updates come under.
    number: u64,
    watched: WatchedMatch,
    /// The game's name for people.
    game: &'static str,
    names: Vec<String>,
    /// The board of every place, as soon as a game has begun there.
    cells: Vec<Option<BoardCell>>,
    /// Games that are over, the newest last.
    finished: VecDeque<FinishedGame>,
    score: Option<Score>,
    view: View,
    /// The place that is chosen.
    at: usize,
    /// Where files go, without their endings.
    exports: Option<PathBuf>,
    pace: Pace,
    motion: Motion,
    end: Option<WatchEnd>,
    /// Whether results and games were written to files.
    written: bool,
    /// The number of a game to go to.
    line: Line,
    status: Status,
}

/// What is seen of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// All boards.
    Grid,
    /// The chosen one.
    Board,
    /// A game that is over, by its number.
    Game(u64),
    /// What the results mean.
    Figures,
}

impl Arena {
    /// Begins a match.
    pub(crate) fn begin(plan: MatchPlan, context: &mut AppContext) -> Result<Arena, String> {
        let (number, events) = context.subscriber();
        let (pace, motion) = (plan.settings.pace, plan.settings.motion);
        let watched = WatchedMatch::start(plan.settings, &context.host.registry(), move |update| {
            // A program that ends takes no more events.
            drop(events.send(AppEvent::Arena(number, Box::new(update))));
        })
        .map_err(|error| error.to_string())?;
        let exports = context.folders.as_ref().map(Folders::exports);
        Ok(Arena {
            number,
            game: plan.game,
            names: plan.names,
            cells: (0..watched.places()).map(|_| None).collect(),
            watched,
            finished: VecDeque::new(),
            score: None,
            view: View::Grid,
            at: 0,
            exports: exports.map(|folder| folder.join(plan.file_name)),
            pace,
            motion,
            end: None,
            written: false,
            line: Line::default(),
            status: Status::default(),
        })
    }
}

impl Screen for Arena {
    fn title(&self) -> String {
        format!("Arena: {}, {}", self.names.join(" – "), self.game)
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        &[KeyContext::Arena, KeyContext::Number]
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        if self.line.edit(action) {
            self.status = Status::default();
            return Step::Stay;
        }
        match action {
            Action::Enter if !self.line.is_empty() => self.jump(),
            Action::Enter => {
                self.view = match self.view {
                    View::Grid => View::Board,
                    View::Board | View::Game(_) | View::Figures => View::Grid,
                }
            }
            Action::View => {
                self.view = match self.view {
                    View::Grid => View::Board,
                    View::Board | View::Game(_) => View::Figures,
                    View::Figures => View::Grid,
                }
            }
            Action::Up | Action::Down | Action::Left | Action::Right | Action::First | Action::Last => {
                let row = match self.view {
                    View::Grid => self.layout(&context.look(), context.window).columns,
                    View::Board | View::Game(_) | View::Figures => 1,
                };
                self.steer(action, row);
            }
            Action::Earlier | Action::Later => self.browse(action),
            Action::Pause => self.toggle_pause(),
            Action::Step => self.watched.step(),
            Action::Faster => self.change_pace(1),
            Action::Slower => self.change_pace(-1),
            Action::Abort if self.end.is_none() => {
                self.say("Aborting…".to_owned(), Tone::Calm);
                self.watched.stop();
            }
            Action::Save => self.export(),
            Action::Help => return Step::open(Help::default()),
            Action::Back => return self.back(),
            _ => {}
        }
        Step::Stay
    }

    /// A board was touched: it is chosen, and seen alone when it was chosen before.
    fn touch_entry(&mut self, place: usize, _context: &mut AppContext) -> Step {
        if self.at == place {
            self.view = View::Board;
        }
        self.at = place;
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        match touch {
            Touch::Earlier => self.steer(Action::Left, 1),
            Touch::Later => self.steer(Action::Right, 1),
            Touch::Press(_) | Touch::Release(_) | Touch::Moment(_) | Touch::Ply(_) => {}
        }
        Step::Stay
    }

    fn reply(&mut self, reply: Reply, _context: &mut AppContext) -> Step {
        match reply {
            Reply::Leave => Step::Back,
            Reply::Save => {
                self.export();
                Step::Stay
            }
            Reply::Move(_)
            | Reply::Resign
            | Reply::Rematch
            | Reply::Next
            | Reply::Level(_)
            | Reply::Bot(_)
            | Reply::Review => Step::Stay,
        }
    }

    fn subscriber(&self) -> Option<u64> {
        Some(self.number)
    }

    fn match_update(&mut self, update: MatchUpdate) {
        match update {
            MatchUpdate::Progress {
                boards,
                finished,
                score,
            } => {
                for cell in boards {
                    if let Some(place) = self.cells.get_mut(cell.place) {
                        *place = Some(cell);
                    }
                }
                self.finished.extend(finished);
                while self.finished.len() > KEPT {
                    self.finished.pop_front();
                }
                if let Some(score) = score {
                    self.score = Some(*score);
                }
            }
            MatchUpdate::Ended(end) => {
                if let WatchEnd::Failed(words) = &end {
                    self.say(format!("The match failed: {words}"), Tone::Refusal);
                } else if self.status.tone != Tone::Refusal {
                    self.status = Status::default();
                }
                self.end = Some(end);
                self.view = View::Figures;
            }
            MatchUpdate::NotStored(words) => {
                self.say(format!("Games are not stored for a file: {words}"), Tone::Refusal);
            }
            MatchUpdate::Exported(Ok(Exported { paths, missing })) => {
                let file = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
                let names: Vec<String> = paths.iter().filter_map(file).collect();
                let folder = paths.first().and_then(|path| path.parent());
                let folder = folder.map_or_else(String::new, |folder| folder.display().to_string());
                let (without, tone) = match missing {
                    0 => (String::new(), Tone::Calm),
                    1 => (" without a game".to_owned(), Tone::Refusal),
                    _ => (format!(" without {missing} games"), Tone::Refusal),
                };
                self.say(format!("Written{without}: {} in {folder}", names.join(" and ")), tone);
            }
            MatchUpdate::Exported(Err(words)) => self.say(words, Tone::Refusal),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _context: &AppContext) {
        self.draw_score(canvas, area);
        let room = Rect {
            y: area.y + 2,
            height: area.height.saturating_sub(3),
            ..area
        };
        match self.view {
            View::Grid => {
                let layout = self.layout(canvas.look, canvas.cells.area);
                self.draw_grid(canvas, room, &layout);
            }
            View::Board => self.draw_board(canvas, room),
            View::Game(number) => self.draw_game(canvas, room, number),
            View::Figures => self.draw_figures(canvas, room),
        }
        self.draw_line(canvas, area);
    }
}

impl Arena {
    fn back(&mut self) -> Step {
        if !self.line.is_empty() {
            self.line.clear();
        } else if self.view != View::Grid && (self.end.is_none() || self.view != View::Figures) {
            self.view = View::Grid;
        } else if self.end.is_some() {
            return match (self.written, &self.exports) {
                (false, Some(_)) => Step::open(Ask::leave_finished_match()),
                (true, _) | (_, None) => Step::Back,
            };
        } else {
            return Step::open(Ask::leave_match());
        }
        Step::Stay
    }

    /// Goes to the game that was typed.
    fn jump(&mut self) {
        let typed = self.line.take();
        let number = typed.parse::<u64>().unwrap_or(0);
        let Some(game) = number.checked_sub(1).filter(|game| *game < self.watched.total()) else {
            self.say(format!("The games are 1 to {}.", self.watched.total()), Tone::Refusal);
            return;
        };
        let running = self.cells.iter().flatten().find(|cell| cell.game == game);
        let is_over = self.finished.iter().any(|ended| ended.game == game);
        let refusal = match running {
            Some(cell) if !is_over => {
                self.at = cell.place;
                self.view = View::Board;
                return;
            }
            _ if is_over => {
                self.view = View::Game(game);
                return;
            }
            _ if self.finished.front().is_some_and(|first| game < first.game) => "is no longer shown",
            _ if self.end.is_some() => "was not played",
            _ => "has not begun",
        };
        self.say(format!("Game {number} {refusal}."), Tone::Refusal);
    }

    /// Moves among the boards, `row` of which are beside each other.
    fn steer(&mut self, action: Action, row: usize) {
        let count = self.cells.len();
        self.at = match action {
            Action::Left => self.at.saturating_sub(1),
            Action::Right => (self.at + 1).min(count - 1),
            Action::Up => self.at.checked_sub(row).unwrap_or(self.at),
            Action::Down if self.at + row < count => self.at + row,
            Action::First => 0,
            Action::Last => count - 1,
            _ => self.at,
        };
        if matches!(self.view, View::Game(_)) {
            self.view = View::Board;
        }
    }

    /// Goes through the games that are over.
    fn browse(&mut self, action: Action) {
        let shown = match self.view {
            View::Game(number) => self.finished.iter().position(|ended| ended.game == number),
            View::Grid | View::Board | View::Figures => None,
        };
        let place = match (action, shown) {
            (Action::Earlier, Some(place)) => place.checked_sub(1),
            (Action::Earlier, None) => self.finished.len().checked_sub(1),
            (_, Some(place)) => Some(place + 1),
            (_, None) => None,
        };
        match place.and_then(|place| self.finished.get(place)) {
            Some(ended) => self.view = View::Game(ended.game),
            None if action == Action::Later && shown.is_some() => self.view = View::Board,
            None => {}
        }
    }

    fn toggle_pause(&mut self) {
        self.motion = match self.motion {
            Motion::Running => {
                self.watched.pause();
                Motion::Paused
            }
            Motion::Paused => {
                self.watched.resume();
                Motion::Running
            }
        };
    }

    fn change_pace(&mut self, by: isize) {
        let at = Pace::ALL.iter().position(|pace| *pace == self.pace).unwrap_or(0);
        let next = at.saturating_add_signed(by).min(Pace::ALL.len() - 1);
        self.pace = Pace::ALL[next];
        self.watched.set_pace(self.pace);
    }

    fn export(&mut self) {
        match self.exports.clone() {
            Some(stem) => {
                self.written = true;
                self.say("Writing…".to_owned(), Tone::Calm);
                self.watched.export(stem);
            }
            None => self.say("There is no folder to write to.".to_owned(), Tone::Refusal),
        }
    }

    fn say(&mut self, words: String, tone: Tone) {
        self.status = Status::new(words, tone);
    }

    /// Who sits at a game.
    fn seated(&self, seats: &[usize]) -> Vec<&str> {
        let name = |player: &usize| self.names.get(*player).map_or("", String::as_str);
        seats.iter().map(name).collect()
    }

    /// How a game ended, if it is one of those that are over.
    fn finished(&self, game: u64) -> Option<&FinishedGame> {
        self.finished.iter().rev().find(|ended| ended.game == game)
    }
}
