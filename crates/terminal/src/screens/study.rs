//! A study: the tree of moves, comments and evaluations, and an input line.
//!
//! This screen contains no rules: every position has its legal moves, and the table accepts or refuses commands.

mod engine;
mod explorer;
mod lines;
mod moves;
mod navigation;
mod orders;
mod picture;
mod received;

use host::{
    AnalysedSide, GameSetup, NewTableSetup, NodeId, SeatNumber, StudyCommand, StudyGameSetup, StudyNode, StudyNote,
    StudyPosition, StudySource, StudyView, Switch, TableId, Visibility,
};
use play::Square;
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    context::{AppContext, Effect},
    keys::{Action, KeyContext},
    offered::OfferedGame,
    screens::{Reply, Screen, Step, Touch, explorer::Explored, help::Help, play::export_game, rules::Rules},
    status::Status,
    visit::{Kind, Received, StudyKind, TableMessage, TableView, Visit, sentence},
    widgets::line::{Cycle, Line},
};
use engine::Engine;
pub(crate) use orders::ORDERS;

/// A study on the screen.
pub(crate) struct Study {
    visit: Visit<StudyKind>,
    games: Vec<OfferedGame>,
    line: Line,
    /// What the line is for.
    asked: Asked,
    /// The position that is looked at; the one that is shown may lag behind.
    at: NodeId,
    position: Option<StudyPosition>,
    chosen: Option<Square>,
    flipped: bool,
    engine: Engine,
    /// What was played in other games.
    explorer: Option<Explored>,
    /// A mistake that is tried again: its move, which is not shown.
    trying: Option<NodeId>,
    /// The position after which an own move is followed.
    follow: Option<NodeId>,
    /// A move that was typed before its position had come.
    waiting: Option<String>,
    status: Status,
}

/// What is typed on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// A move or a command.
    Move,
    /// The comment of the shown position, of which this version has been seen.
    Comment { seen: u64 },
}

impl Study {
    /// Takes part in a study.
    pub(crate) fn open(context: &mut AppContext, table: &TableId) -> Result<Study, String> {
        let player = context.players.you.new_player();
        let seat = context.host.take_seat(table, player, None);
        let seats: Vec<SeatNumber> = seat.into_iter().collect();
        Study::seated(context, table, &seats)
    }

    /// Comes to a study on seats that one has; none to look on.
    pub(crate) fn seated(context: &mut AppContext, table: &TableId, seats: &[SeatNumber]) -> Result<Study, String> {
        Ok(Study {
            visit: Visit::open(context, table, seats)?,
            games: OfferedGame::all(&context.host),
            line: Line::default(),
            asked: Asked::Move,
            at: NodeId::ROOT,
            position: None,
            chosen: None,
            flipped: false,
            engine: Engine {
                on: false,
                side: AnalysedSide::Mover,
                lines: 3,
                found: None,
            },
            explorer: None,
            trying: None,
            follow: None,
            waiting: None,
            status: Status::default(),
        })
    }

    /// Opens a new study of a game, a position or a file.
    pub(crate) fn of(context: &mut AppContext, source: StudySource) -> Result<Study, String> {
        let said = |error: host::OpenError| sentence(&error.to_string());
        let (game, tree) = context.host.tree(source).map_err(said)?;
        let setup = NewTableSetup {
            visibility: Visibility::Private,
            game: GameSetup::Study(Box::new(StudyGameSetup {
                game,
                opener: context.players.you.id,
                share: Switch::Off,
                tree,
            })),
        };
        let players = [context.players.you.new_player()];
        let table = context.host.create(&setup, &players, Vec::new()).map_err(said)?;
        Study::open(context, &table)
    }

    /// The same, looking at the position after so many moves.
    pub(crate) fn at_ply(mut self, ply: usize) -> Study {
        // Positions of a new study are numbered along its only line.
        self.at = NodeId(u32::try_from(ply).unwrap_or(0));
        self
    }

    /// The same, saying what was doubtful in the file it came from.
    pub(crate) fn saying(mut self, notices: &[String]) -> Study {
        if !notices.is_empty() {
            self.status = Status::refusal(notices.join(" "));
        }
        self
    }

    fn view(&self) -> Option<&StudyView> {
        self.visit.view()
    }

    fn node(&self, id: NodeId) -> Option<&StudyNode> {
        self.view()?.node(id)
    }

    /// Shows a position.
    fn go(&mut self, to: NodeId) {
        self.at = to;
        self.chosen = None;
        self.waiting = None;
        self.status = Status::default();
        self.visit.send_own(StudyCommand::Look { node: to });
        if self.engine.on {
            self.analyse();
        }
    }

    fn enter(&mut self, context: &mut AppContext) -> Step {
        if let Asked::Comment { seen } = self.asked {
            let text = self.line.take();
            self.asked = Asked::Move;
            self.visit.send_own(StudyCommand::Comment {
                node: self.at,
                seen,
                text,
            });
            return Step::Stay;
        }
        if self.line.is_empty() {
            if let Some(next) = self.first_child() {
                self.go(next);
            }
            return Step::Stay;
        }
        let text = self.line.take();
        if let Some(order) = text.trim().strip_prefix('/') {
            self.order(order, context)
        } else {
            self.play_text(text.trim());
            Step::Stay
        }
    }

    fn ask_comment(&mut self) {
        let Some(node) = self.node(self.at) else { return };
        let (seen, text) = (node.comment_version, node.comment.replace('\n', " "));
        self.asked = Asked::Comment { seen };
        self.line.set(&text);
    }

    fn back(&mut self) -> Step {
        if self.asked != Asked::Move {
            self.asked = Asked::Move;
            self.line.clear();
        } else if !self.line.is_empty() {
            self.line.clear();
        } else if self.chosen.is_some() {
            self.chosen = None;
        } else if let Some(mistake) = self.trying.take() {
            self.go(mistake);
        } else {
            return Step::Back;
        }
        self.status = Status::default();
        Step::Stay
    }

    fn delete(&mut self) {
        if self.at == NodeId::ROOT {
            self.status = Status::refusal("The start cannot be removed.");
            return;
        }
        self.visit.send_own(StudyCommand::Delete { node: self.at });
        if let Some(before) = self.parent() {
            self.go(before);
        }
    }
}

impl Screen for Study {
    fn title(&self) -> String {
        let Some(view) = self.view() else {
            return "Study".to_owned();
        };
        let tag = |name: &str| {
            view.tags
                .iter()
                .find(|[known, _]| known == name)
                .map(|[_, value]| value.as_str())
                .filter(|value| *value != "?")
        };
        match (tag("White"), tag("Black"), tag("Event")) {
            (None, None, None) => "Study".to_owned(),
            (None, None, Some(event)) => format!("Study: {event}"),
            (white, black, _) => format!("Study: {} – {}", white.unwrap_or("White"), black.unwrap_or("Black")),
        }
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        &[KeyContext::Study, KeyContext::Line]
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        if self.line.edit(action) {
            self.status = Status::default();
            return Step::Stay;
        }
        let to = match action {
            Action::Earlier => self.parent(),
            Action::Later => self.first_child(),
            Action::Up => self.alternative(-1),
            Action::Down => self.alternative(1),
            Action::First => Some(NodeId::ROOT),
            Action::Last => self.view().and_then(|view| view.main_line().last().copied()),
            _ => None,
        };
        if let Some(to) = to {
            self.trying = None;
            self.go(to);
            return Step::Stay;
        }
        match action {
            Action::Enter => return self.enter(context),
            Action::Complete | Action::CompleteBack => {
                let cycle = if action == Action::Complete {
                    Cycle::On
                } else {
                    Cycle::Back
                };
                let position = self.position.as_ref().filter(|position| position.node == self.at);
                let choices = position.map_or(&[][..], |position| &position.choices);
                self.line.complete(cycle, |typed| orders::candidates(typed, choices));
            }
            Action::Comment => self.ask_comment(),
            Action::TryAgain => self.try_again(),
            Action::Evaluate => self.switch_engine(),
            Action::Threat => self.switch_threat(),
            Action::Explore => self.switch_explorer(context),
            Action::ReviewAll => self.switch_review(),
            Action::Promote => self.visit.send_own(StudyCommand::Promote { node: self.at }),
            Action::Delete => self.delete(),
            Action::MistakeBefore | Action::MistakeAfter => self.go_to_mistake(action),
            Action::Flip => self.flipped = !self.flipped,
            Action::Copy => {
                if let Some(text) = self.position.as_ref().map(|position| position.scene.text.clone()) {
                    context.effects.push(Effect::Copy(text.clone()));
                    self.status = Status::calm(format!("Copied: {text}"));
                }
            }
            Action::Save => {
                let table = self.visit.table();
                self.status = export_game(context, table, None, host::ExportFormat::Pgn).into();
            }
            Action::Help => return Step::open(Help::default()),
            Action::Rules => {
                let game = self.view().map(|view| view.game);
                let game = self.games.iter().find(|known| Some(known.id()) == game);
                return game.map_or(Step::Stay, |game| Step::open(Rules::of(game)));
            }
            Action::Back => return self.back(),
            _ => {}
        }
        Step::Stay
    }

    /// A move of the tree was touched.
    fn touch_entry(&mut self, place: usize, _context: &mut AppContext) -> Step {
        self.trying = None;
        self.go(NodeId(u32::try_from(place).unwrap_or(0)));
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        match touch {
            Touch::Press(square) => return self.take_square(square),
            Touch::Release(square) if self.chosen.is_some_and(|from| from != square) => {
                return self.take_square(square);
            }
            Touch::Release(_) | Touch::Moment(_) => {}
            Touch::Earlier | Touch::Later | Touch::Ply(_) => {
                if let Some(to) = self.touched(touch) {
                    self.trying = None;
                    self.go(to);
                }
            }
        }
        Step::Stay
    }

    fn reply(&mut self, reply: Reply, _context: &mut AppContext) -> Step {
        if let Reply::Move(mv) = reply {
            self.play(mv.from, mv.to, mv.action);
        }
        Step::Stay
    }

    fn subscriber(&self) -> Option<u64> {
        Some(self.visit.number())
    }

    fn table(&self) -> Option<TableView<'_>> {
        self.visit.view().map(StudyKind::borrow)
    }

    fn message(&mut self, message: TableMessage, context: &mut AppContext) -> Step {
        let Some(message) = StudyKind::unwrap(message) else {
            return Step::Stay;
        };
        match self.visit.receive(message, context.now) {
            Received::Snapshot => {
                let said = std::mem::take(&mut self.status);
                self.go(self.at);
                self.status = said;
            }
            Received::Events(events) => self.events(events),
            Received::Answer(answer) => self.answer(answer),
            Received::Note(StudyNote::Analysis(analysis)) => {
                if self.engine.on && analysis.node == self.at {
                    self.engine.found = Some(analysis);
                }
            }
            Received::Note(StudyNote::EngineFailed) => self.status = Status::refusal("The engine failed."),
            Received::Refused(_, words) | Received::Closed(words) => {
                self.follow = None;
                self.status = Status::refusal(words);
            }
            Received::Notice(_, words) => self.status = Status::calm(words),
            Received::Nothing => {}
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _context: &AppContext) {
        self.draw_whole(canvas, area);
    }
}

/// The game of a table, asked for by the people at this keyboard.
pub(crate) fn study_source(context: &AppContext, table: &TableId) -> StudySource {
    StudySource::Table {
        table: table.clone(),
        asking: vec![context.players.you.id, context.players.second.id],
    }
}
