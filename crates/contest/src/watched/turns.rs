//! A match of a turn game under watch.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use arena::{Control, Detail, Event, GameReport, Match, Quiet, Standing, Task};
use play::{GameRecord, Record, Scene, TypedRecord, result_text};

use super::{
    Cell, Finished, Picture, Written,
    course::{Advance, Course},
    places::Places,
    score::Unit,
    unused,
};
use crate::{ContestError, Files, MatchGame, Paths, Settings, error::in_whole, files::Texts};

/// A match, the games that are being played in it, and where the texts of those that were lie.
pub(super) struct Turns<R: MatchGame> {
    running: Match<R>,
    settings: Settings,
    total: u64,
    places: Places,
    /// The game at every place.
    games: Vec<Option<Shown<R>>>,
    ended: Vec<Finished>,
    written: Texts,
}

/// A game on its board.
struct Shown<R: MatchGame> {
    task: Task,
    record: Record<R>,
    /// Not told yet.
    is_new: bool,
}

impl<R: MatchGame> Turns<R> {
    pub(super) fn start(control: Control, settings: Settings, shelf: PathBuf) -> Result<Self, ContestError> {
        // Openings out of files cannot be wished for here, so that nothing in them is passed over.
        let plan = settings.plan::<R>(Detail::Moves, &mut |_| {})?;
        let places = plan.concurrency.get();
        let total = plan.total();
        Ok(Turns {
            running: Match::start_under(control, plan, None)?,
            settings,
            total,
            places: Places::new(places),
            games: (0..places).map(|_| None).collect(),
            ended: Vec::new(),
            written: Texts::new(shelf),
        })
    }

    fn moved(&mut self, task: Task, mv: R::Move) {
        let shown = self.games.iter_mut().flatten().find(|shown| shown.task == task);
        if let Some(shown) = shown {
            // The worker has played it on the same record.
            shown.is_new = shown.record.play(mv).is_ok();
        }
    }

    fn count(&mut self, report: &GameReport<R>) -> Advance {
        let players = &self.running.standing().players;
        let kept = self.written.add(&R::written(&self.settings, players, report));
        let outcome = report.record.outcome();
        self.ended.push(Finished {
            game: report.task.number,
            seats: report.task.seats().to_vec(),
            result: outcome.map_or("*", |outcome| result_text(outcome.winner)).to_owned(),
            reason: outcome.map_or_else(String::new, |outcome| outcome.reason.to_string()),
            length: report.record.moves().len() as u64,
            picture: Picture::Turns(scene(&report.record)),
        });
        match kept {
            // Of many games that find no room the first is worth a word; the export counts them.
            Err(error) if self.written.missing() == 1 => Advance::Unkept(in_whole(&error)),
            Err(_) | Ok(()) => Advance::Something,
        }
    }
}

impl<R: MatchGame> Course for Turns<R> {
    fn advance(&mut self, wait: Duration) -> Result<Advance, ContestError> {
        match self.running.next_within(wait) {
            Err(Quiet) => return Ok(Advance::Nothing),
            Ok(None) => return Ok(Advance::Over),
            Ok(Some(Event::Started { task, worker, record })) => {
                let place = self.places.of(worker, task.number);
                if let Some(game) = self.games.get_mut(place) {
                    *game = Some(Shown {
                        task,
                        record,
                        is_new: true,
                    });
                }
            }
            Ok(Some(Event::Moved { task, mv, .. })) => self.moved(task, mv),
            Ok(Some(Event::Ended(report))) => return Ok(self.count(&report)),
        }
        Ok(Advance::Something)
    }

    fn take_boards(&mut self) -> Vec<Cell> {
        let fresh = |(place, shown): (usize, &mut Option<Shown<R>>)| {
            let shown = shown.as_mut().filter(|shown| shown.is_new)?;
            shown.is_new = false;
            Some(Cell {
                place,
                game: shown.task.number,
                seats: shown.task.seats().to_vec(),
                picture: Picture::Turns(scene(&shown.record)),
            })
        };
        self.games.iter_mut().enumerate().filter_map(fresh).collect()
    }

    fn take_ended(&mut self) -> Vec<Finished> {
        std::mem::take(&mut self.ended)
    }

    fn standing(&self) -> &Standing {
        self.running.standing()
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn unit(&self) -> Unit {
        Unit::Plies
    }

    fn control(&self) -> &Control {
        self.running.control()
    }

    fn export(&self, stem: &Path) -> Result<Written, ContestError> {
        let paths = unused(stem, &["json", "pgn"])?;
        let [json, pgn] = [paths.first().cloned(), paths.get(1).cloned()];
        let wanted = Paths { json, pgn, html: None };
        let written = Files::export(wanted, &self.written, &self.settings, self.standing(), self.total);
        if let Err(error) = written {
            // Half of an export is of no use to anybody; what is not there needs no removing.
            for path in &paths {
                drop(fs::remove_file(path));
            }
            return Err(error);
        }
        Ok(Written {
            paths,
            missing: self.written.missing(),
        })
    }
}

/// The board after the last move of a record.
fn scene<R: MatchGame>(record: &Record<R>) -> Scene {
    let record = TypedRecord::from(record.clone());
    record
        .scene(record.plies())
        .expect("the present is a point of the record")
}
