//! When the tables of a worker are woken.

use std::collections::{BTreeSet, VecDeque};

use play::Moment;

use crate::TableId;

/// The timers of all tables. Due tables are woken in rounds, each table once per round, so that a table that is always
/// due does not delay the others.
#[derive(Default)]
pub(super) struct Timers {
    set: BTreeSet<(Moment, TableId)>,
    /// The rest of the current round.
    round: VecDeque<(Moment, TableId)>,
}

impl Timers {
    pub(super) fn set(&mut self, moment: Moment, table: TableId) {
        self.set.insert((moment, table));
    }

    pub(super) fn unset(&mut self, moment: Moment, table: TableId) {
        self.set.remove(&(moment, table));
    }

    /// The earliest timer.
    pub(super) fn first(&self) -> Option<Moment> {
        self.set.first().map(|(moment, _)| *moment)
    }

    /// Whether tables of the current round are still to be woken.
    pub(super) fn in_round(&self) -> bool {
        !self.round.is_empty()
    }

    /// Begins a new round with all tables that are due.
    pub(super) fn begin_round(&mut self, now: Moment) {
        let due = self.set.iter().take_while(|(moment, _)| *moment <= now);
        self.round = due.cloned().collect();
    }

    /// The next table of the current round. A table whose timer was changed during the round is not due any more.
    pub(super) fn next(&mut self) -> Option<TableId> {
        while let Some(due) = self.round.pop_front() {
            if self.set.contains(&due) {
                return Some(due.1);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(code: &str) -> TableId {
        code.parse().expect("a code")
    }

    #[test]
    fn a_round_has_every_due_table_once_in_the_order_of_their_timers() {
        let mut timers = Timers::default();
        let [a, b, c] = ["aaa222", "bbb222", "ccc222"].map(table);
        timers.set(Moment(30), a.clone());
        timers.set(Moment(10), b.clone());
        timers.set(Moment(31), c);
        timers.begin_round(Moment(30));
        assert_eq!(timers.next(), Some(b.clone()));
        // It is due again at once.
        timers.unset(Moment(10), b.clone());
        timers.set(Moment(20), b.clone());
        assert!(timers.in_round());
        assert_eq!((timers.next(), timers.next()), (Some(a), None));
        assert_eq!(timers.first(), Some(Moment(20)));
        timers.begin_round(Moment(30));
        assert_eq!(timers.next(), Some(b));
    }

    #[test]
    fn a_timer_that_was_changed_during_the_round_does_not_wake() {
        let mut timers = Timers::default();
        let [a, b] = ["aaa222", "bbb222"].map(table);
        timers.set(Moment(10), a.clone());
        timers.set(Moment(10), b.clone());
        timers.begin_round(Moment(10));
        timers.unset(Moment(10), a.clone());
        timers.set(Moment(43), a);
        assert_eq!((timers.next(), timers.next()), (Some(b), None));
    }
}
