//! The order in which searches get a thread: by priority, and within a priority in fair turns for visitors.
//!
//! Fair turns are start-time fair queueing with searches of equal cost: every visitor has a queue, and the queues are
//! served in rotation. A visitor with a hundred searches delays a visitor with one search by one search.

use std::collections::{BTreeMap, HashMap};

use crate::{VisitorId, job::Priority};

/// Searches that wait for a thread.
pub(super) struct FairQueue<T> {
    /// By priority, turn and order of arrival.
    waiting: BTreeMap<(Priority, u64, u64), T>,
    /// The turn of the search that was last begun, by priority.
    turns: BTreeMap<Priority, u64>,
    /// The next turn of a visitor who has had one lately.
    next: HashMap<(Priority, VisitorId), u64>,
    arrived: u64,
}

/// Number of remembered turns after which past turns are deleted.
const REMEMBERED: usize = 1_024;

impl<T> FairQueue<T> {
    pub(super) fn new() -> Self {
        FairQueue {
            waiting: BTreeMap::new(),
            turns: BTreeMap::new(),
            next: HashMap::new(),
            arrived: 0,
        }
    }

    pub(super) fn push(&mut self, priority: Priority, visitor: VisitorId, item: T) {
        let now = self.turn(priority);
        let next = self.next.entry((priority, visitor)).or_insert(now);
        let turn = now.max(*next);
        *next = turn + 1;
        self.arrived += 1;
        self.waiting.insert((priority, turn, self.arrived), item);
        if self.next.len() > REMEMBERED + self.waiting.len() {
            let turns = &self.turns;
            self.next
                .retain(|(priority, _), next| *next > turns.get(priority).copied().unwrap_or_default());
        }
    }

    pub(super) fn pop(&mut self) -> Option<(Priority, T)> {
        let ((priority, turn, _), item) = self.waiting.pop_first()?;
        self.turns.insert(priority, turn);
        Some((priority, item))
    }

    /// How many waiting searches have this priority or a higher one.
    pub(super) fn rivals(&self, priority: Priority) -> usize {
        self.waiting.range(..=(priority, u64::MAX, u64::MAX)).count()
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    fn turn(&self, priority: Priority) -> u64 {
        self.turns.get(&priority).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNA: VisitorId = VisitorId(1);
    const BERT: VisitorId = VisitorId(2);
    const CARL: VisitorId = VisitorId(3);

    fn all(queue: &mut FairQueue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop()).map(|(_, item)| item).collect()
    }

    #[test]
    fn moves_come_before_hints_and_hints_before_analysis() {
        let mut queue = FairQueue::new();
        queue.push(Priority::Background, ANNA, "analysis");
        queue.push(Priority::Hint, ANNA, "hint");
        queue.push(Priority::Move, ANNA, "move");
        assert_eq!(
            [Priority::Move, Priority::Hint, Priority::Background].map(|priority| queue.rivals(priority)),
            [1, 2, 3]
        );
        assert_eq!(all(&mut queue), ["move", "hint", "analysis"]);
    }

    #[test]
    fn one_search_of_a_newcomer_waits_for_one_search_of_a_crowd() {
        let mut queue = FairQueue::new();
        for _ in 0..100 {
            queue.push(Priority::Move, ANNA, "anna");
        }
        for _ in 0..10 {
            queue.pop();
        }
        queue.push(Priority::Move, BERT, "bert");
        assert_eq!(queue.pop(), Some((Priority::Move, "bert")));
    }

    #[test]
    fn visitors_take_turns_however_much_they_ask_for() {
        let mut queue = FairQueue::new();
        for _ in 0..3 {
            queue.push(Priority::Move, ANNA, "anna");
        }
        for _ in 0..2 {
            queue.push(Priority::Move, BERT, "bert");
        }
        queue.push(Priority::Move, CARL, "carl");
        assert_eq!(all(&mut queue), ["anna", "bert", "carl", "anna", "bert", "anna"]);
    }

    #[test]
    fn somebody_who_always_asks_again_at_once_does_not_push_others_back() {
        let mut queue = FairQueue::new();
        queue.push(Priority::Move, ANNA, "anna");
        queue.push(Priority::Move, ANNA, "anna");
        queue.push(Priority::Move, BERT, "bert");
        let mut order = Vec::new();
        for _ in 0..6 {
            let (_, next) = queue.pop().unwrap();
            order.push(next);
            if next == "bert" {
                queue.push(Priority::Move, BERT, "bert");
            }
        }
        assert_eq!(order, ["anna", "bert", "anna", "bert", "bert", "bert"]);
    }

    #[test]
    fn turns_that_are_past_are_forgotten() {
        let mut queue = FairQueue::new();
        for visitor in 0..10_000 {
            queue.push(Priority::Hint, VisitorId(visitor), "hint");
            queue.push(Priority::Hint, VisitorId(visitor), "hint");
            queue.pop();
            queue.pop();
        }
        assert!(queue.next.len() <= 2 * REMEMBERED, "{}", queue.next.len());
    }
}
