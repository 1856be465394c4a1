//! The thread between a match and its watcher.

use std::{
    cmp::Ordering,
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, TryRecvError},
    time::{Duration, Instant},
};

use host::LiveScene;
use play::{Board, GameRecord, Side, result_text};

use super::{
    BoardCell, BoardView, Exported, FinishedGame, MatchUpdate, WatchEnd, places::Places, score::Score, unused,
};
use crate::{
    Event, Files, GameBoard, GameReport, Match, MatchEnd, MatchError, Paths, PlayedGame, Settings, Task, TimedOut,
    error::with_causes, files::game_text, game_texts::GameTexts,
};

/// The minimum time between two updates; screens need no more.
const BETWEEN: Duration = Duration::from_millis(50);

/// A request of the watcher.
pub(super) enum Request {
    /// Files whose names begin like this.
    Export(PathBuf),
}

/// Receives the events of a match and sends changes at a limited rate.
pub(super) struct Collector<T> {
    running: Match,
    settings: Settings,
    /// The board of a turn game.
    board: Option<Board>,
    places: Places,
    /// The game at every place.
    shown: Vec<Option<ShownGame>>,
    finished: Vec<FinishedGame>,
    texts: GameTexts,
    send: T,
    /// Whether something has happened that was not sent.
    has_changed: bool,
    sent: Instant,
}

/// A game on its board.
struct ShownGame {
    task: Task,
    board: GameBoard,
    /// Whether it differs from what was sent.
    has_changed: bool,
}

impl<T: FnMut(MatchUpdate)> Collector<T> {
    pub(super) fn new(running: Match, settings: Settings, board: Option<Board>, folder: PathBuf, send: T) -> Self {
        let places = running.plan().concurrency.get();
        Collector {
            running,
            settings,
            board,
            places: Places::new(places),
            shown: (0..places).map(|_| None).collect(),
            finished: Vec::new(),
            texts: GameTexts::new(folder),
            send,
            has_changed: false,
            sent: Instant::now(),
        }
    }

    /// Runs until the watcher is gone.
    pub(super) fn run(mut self, requests: &Receiver<Request>) {
        let end = loop {
            match requests.try_recv() {
                Ok(request) => self.answer(request),
                Err(TryRecvError::Empty) => {}
                // The watcher is gone; the match is stopped when it is dropped.
                Err(TryRecvError::Disconnected) => return,
            }
            let left = BETWEEN.saturating_sub(self.sent.elapsed());
            if self.has_changed && left.is_zero() {
                self.send_progress();
            }
            let wait = if self.has_changed { left } else { BETWEEN };
            match self.running.next_within(wait) {
                Err(TimedOut) => {}
                Ok(Some(Event::Ended(end))) => break watch_end(end),
                Ok(Some(event)) => self.take(event),
                Ok(None) => break WatchEnd::Stopped,
            }
        };
        self.send_progress();
        (self.send)(MatchUpdate::Ended(end));
        while let Ok(request) = requests.recv() {
            self.answer(request);
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Started { task, worker, board } => {
                let place = self.places.of(worker, task.number);
                if let Some(shown) = self.shown.get_mut(place) {
                    *shown = Some(ShownGame {
                        task,
                        board,
                        has_changed: true,
                    });
                }
            }
            // The worker has played it on the same record.
            Event::Moved { game, mv, .. } => self.change(game, |board| match board {
                GameBoard::Turn(record) => record.play(mv, None).is_ok(),
                GameBoard::Live(_) => false,
            }),
            Event::Ticked { game, scene } => self.change(game, |board| {
                *board = GameBoard::Live(scene);
                true
            }),
            Event::Finished(report) => self.count(*report),
            // The score is computed from the standing; the end arrives as an event.
            Event::Progress { .. } | Event::Ended(_) => return,
        }
        self.has_changed = true;
    }

    fn change(&mut self, game: u64, change: impl FnOnce(&mut GameBoard) -> bool) {
        let shown = self.shown.iter_mut().flatten().find(|shown| shown.task.number == game);
        if let Some(shown) = shown {
            shown.has_changed |= change(&mut shown.board);
        }
    }

    fn count(&mut self, report: GameReport) {
        let text = game_text(&self.settings, self.running.standing(), &report);
        if let Some(Err(error)) = text.map(|text| self.texts.add(&text))
            // Only the first game that cannot be stored is reported; the export counts all.
            && self.texts.missing() == 1
        {
            (self.send)(MatchUpdate::NotStored(with_causes(&error)));
        }
        let view = match report.game {
            PlayedGame::Turn(game) => self.turn_view(&*game.record),
            PlayedGame::Live(game) => BoardView::Live(game.scene),
        };
        let result = report.result;
        self.finished.push(FinishedGame {
            game: result.task.number,
            result: result_of(&result.places),
            seats: result.task.seats,
            reason: result.reason,
            length: result.length,
            view,
        });
    }

    fn turn_view(&self, record: &dyn GameRecord) -> BoardView {
        BoardView::Turn {
            board: self.board.clone().expect("a turn game has a board"),
            scene: record
                .scene(record.plies())
                .expect("the present is a point of the record"),
        }
    }

    fn answer(&mut self, request: Request) {
        match request {
            Request::Export(stem) => {
                let exported = self.export(&stem).map_err(|error| with_causes(&error));
                (self.send)(MatchUpdate::Exported(exported));
            }
        }
    }

    /// There is no text of a live game as PGN is one; its results are in the JSON.
    fn export(&self, stem: &Path) -> Result<Exported, MatchError> {
        let endings: &[&str] = if self.settings.is_live() {
            &["json"]
        } else {
            &["json", "pgn"]
        };
        let paths = unused(stem, endings)?;
        let wanted = Paths {
            json: paths.first().cloned(),
            pgn: paths.get(1).cloned(),
            html: None,
        };
        if let Err(error) = Files::export(&self.settings, wanted, &self.texts, &self.running) {
            // An incomplete export is removed; a missing file is not an error.
            for path in &paths {
                drop(fs::remove_file(path));
            }
            return Err(error);
        }
        Ok(Exported {
            paths,
            missing: self.texts.missing(),
        })
    }

    fn send_progress(&mut self) {
        let finished = std::mem::take(&mut self.finished);
        let score = (!finished.is_empty()).then(|| Box::new(Score::of(self.running.standing())));
        let boards = self.take_boards();
        (self.send)(MatchUpdate::Progress {
            boards,
            finished,
            score,
        });
        self.has_changed = false;
        self.sent = Instant::now();
    }

    /// The boards that have changed since they were last sent.
    fn take_boards(&mut self) -> Vec<BoardCell> {
        let mut shown = std::mem::take(&mut self.shown);
        let cell = |(place, shown): (usize, &mut Option<ShownGame>)| {
            let shown = shown.as_mut().filter(|shown| shown.has_changed)?;
            shown.has_changed = false;
            Some(BoardCell {
                place,
                game: shown.task.number,
                seats: shown.task.seats.clone(),
                view: match &shown.board {
                    GameBoard::Turn(record) => self.turn_view(&**record),
                    GameBoard::Live(scene) => BoardView::Live(LiveScene::clone(scene)),
                },
            })
        };
        let cells = shown.iter_mut().enumerate().filter_map(cell).collect();
        self.shown = shown;
        cells
    }
}

fn watch_end(end: MatchEnd) -> WatchEnd {
    match end {
        MatchEnd::Complete | MatchEnd::Decided => WatchEnd::Complete,
        MatchEnd::Stopped => WatchEnd::Stopped,
        MatchEnd::Failed(error) => WatchEnd::Failed(with_causes(&error)),
    }
}

/// Who won; of four players the place of each.
fn result_of(places: &[u32]) -> String {
    match places {
        [first, second] => result_text(match first.cmp(second) {
            Ordering::Less => Some(Side::White),
            Ordering::Equal => None,
            Ordering::Greater => Some(Side::Black),
        })
        .to_owned(),
        all => all.iter().map(u32::to_string).collect::<Vec<_>>().join("-"),
    }
}
