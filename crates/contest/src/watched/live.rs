//! A match of Kung Fu Chess under watch.

use std::{path::Path, time::Duration};

use arena::{Control, Detail, Quiet, Standing};
use play::{Side, result_text};

use super::{
    Cell, Finished, Picture, Written,
    course::{Advance, Course},
    places::Places,
    score::Unit,
    unused,
};
use crate::{
    ContestError,
    kungfu::{Event, Plan, Played, Report, Running, Tally},
};

/// A match, and what is new in it.
pub(super) struct Live {
    running: Running,
    places: Places,
    /// Boards that have changed, by the places they are at.
    boards: Vec<Cell>,
    ended: Vec<Finished>,
}

impl Live {
    pub(super) fn start(control: Control, plan: Plan) -> Result<Self, ContestError> {
        let standing = Standing::new(plan.names.iter().cloned());
        let tally = Tally::new(plan.names.len());
        let places = plan.settings.at_once().get();
        Ok(Live {
            running: Running::start(control, plan, (standing, tally), None, Detail::Moves)?,
            places: Places::new(places),
            boards: Vec::new(),
            ended: Vec::new(),
        })
    }

    fn count(&mut self, played: Played) {
        let Played { placing, scene, .. } = played;
        self.ended.push(Finished {
            game: placing.number,
            result: result(&placing.places),
            seats: placing.players,
            reason: placing.reason,
            length: placing.plies,
            picture: Picture::Live(scene),
        });
    }
}

impl Course for Live {
    fn advance(&mut self, wait: Duration) -> Result<Advance, ContestError> {
        match self.running.next_within(wait) {
            Err(Quiet) => return Ok(Advance::Nothing),
            Ok(None) => return Ok(Advance::Over),
            Ok(Some(Event::Seen { number, worker, scene })) => {
                let place = self.places.of(worker, number);
                self.boards.retain(|cell| cell.place != place);
                self.boards.push(Cell {
                    place,
                    game: number,
                    seats: self.running.plan().seats(number),
                    picture: Picture::Live(*scene),
                });
            }
            Ok(Some(Event::Ended(played))) => self.count(*played),
            Ok(Some(Event::Failed(error))) => return Err(error),
        }
        Ok(Advance::Something)
    }

    fn take_boards(&mut self) -> Vec<Cell> {
        std::mem::take(&mut self.boards)
    }

    fn take_ended(&mut self) -> Vec<Finished> {
        std::mem::take(&mut self.ended)
    }

    fn standing(&self) -> &Standing {
        self.running.standing()
    }

    fn total(&self) -> u64 {
        self.running.plan().total()
    }

    fn unit(&self) -> Unit {
        Unit::Commands
    }

    fn control(&self) -> &Control {
        self.running.control()
    }

    /// There is no text of such a game as PGN has one; the results stand in the JSON.
    fn export(&self, stem: &Path) -> Result<Written, ContestError> {
        let paths = unused(stem, &["json"])?;
        let report = Report::new(paths.first().cloned(), None);
        report.finish(self.running.plan(), self.standing(), self.running.tally())?;
        Ok(Written { paths, missing: 0 })
    }
}

/// Who won; of four players the place of each.
fn result(places: &[u32]) -> String {
    match places {
        [first, second] => result_text(match first.cmp(second) {
            std::cmp::Ordering::Less => Some(Side::White),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Side::Black),
        })
        .to_owned(),
        all => all.iter().map(u32::to_string).collect::<Vec<_>>().join("-"),
    }
}
