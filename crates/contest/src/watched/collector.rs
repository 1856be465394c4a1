//! The thread between a match and its watcher.

use std::{
    path::PathBuf,
    sync::mpsc::{Receiver, TryRecvError},
    time::{Duration, Instant},
};

use super::{
    News, Over,
    course::{Advance, Course},
    score::Score,
};
use crate::error::in_whole;

/// Between two pieces of news; nobody sees more.
const BETWEEN: Duration = Duration::from_millis(50);

/// What a watcher wants done.
pub(super) enum Order {
    /// Files beginning like this.
    Export(PathBuf),
}

/// Listens to a match and tells what is new, not too often.
pub(super) struct Collector<T> {
    course: Box<dyn Course>,
    tell: T,
    /// Whether something has happened that was not told.
    is_new: bool,
    told: Instant,
}

impl<T: FnMut(News)> Collector<T> {
    pub(super) fn new(course: Box<dyn Course>, tell: T) -> Self {
        Collector {
            course,
            tell,
            is_new: false,
            told: Instant::now(),
        }
    }

    /// Until nobody gives orders any more.
    pub(super) fn run(mut self, orders: &Receiver<Order>) {
        let over = loop {
            match orders.try_recv() {
                Ok(order) => self.obey(order),
                Err(TryRecvError::Empty) => {}
                // The watcher is gone; the match goes with its reins.
                Err(TryRecvError::Disconnected) => return,
            }
            let left = BETWEEN.saturating_sub(self.told.elapsed());
            if self.is_new && left.is_zero() {
                self.tell_course();
            }
            let wait = if self.is_new { left } else { BETWEEN };
            match self.course.advance(wait) {
                Ok(Advance::Nothing) => {}
                Ok(Advance::Something) => self.is_new = true,
                Ok(Advance::Unkept(words)) => {
                    self.is_new = true;
                    (self.tell)(News::Unkept(words));
                }
                Ok(Advance::Over) => break self.how_it_ended(),
                Err(error) => {
                    self.course.control().stop();
                    break Over::Failed(in_whole(&error));
                }
            }
        };
        self.tell_course();
        (self.tell)(News::Over(over));
        while let Ok(order) = orders.recv() {
            self.obey(order);
        }
    }

    fn how_it_ended(&self) -> Over {
        let (games, total) = (self.course.standing().games(), self.course.total());
        if games >= total {
            Over::Played
        } else if self.course.control().is_stopped() {
            Over::Stopped
        } else {
            Over::Failed(format!("a worker broke down after {games} of {total} games"))
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Export(stem) => {
                let written = self.course.export(&stem).map_err(|error| in_whole(&error));
                (self.tell)(News::Exported(written));
            }
        }
    }

    fn tell_course(&mut self) {
        let ended = self.course.take_ended();
        let score = (!ended.is_empty()).then(|| Box::new(Score::of(self.course.standing(), self.course.unit())));
        (self.tell)(News::Course {
            boards: self.course.take_boards(),
            ended,
            score,
        });
        self.is_new = false;
        self.told = Instant::now();
    }
}
