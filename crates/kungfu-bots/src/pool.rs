//! Minds that think on threads of their own, beside the loop that ticks (8.10).
//!
//! A table hands over a mind with what it sees and goes on ticking; the mind comes back with its answer, which is given
//! only if it still holds: the piece must be as it was seen. Else it is dropped and the mind asked again. No mind is
//! ever shared, and questions wait in a bounded queue: who finds it full asks again at the next tick.

use std::{
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, SyncSender, TrySendError, channel, sync_channel},
    },
    thread::{self, JoinHandle},
};

use kungfu::{Condition, Game, Sight};

use crate::{Decision, Mind};

/// Threads that think for many tables.
#[derive(Debug)]
pub struct Pool {
    questions: Option<SyncSender<Question>>,
    workers: Vec<JoinHandle<()>>,
}

/// The end of a table that answers come to.
#[derive(Debug)]
pub struct Answers {
    sender: Sender<Thought>,
    receiver: Receiver<Thought>,
}

/// A mind that has thought.
pub struct Thought {
    /// Which seat it was asked for.
    pub seat: usize,
    /// The mind, to be asked again; none if it broke down.
    pub mind: Option<Box<dyn Mind>>,
    /// What it saw.
    pub sight: Box<Sight>,
    /// What it wants.
    pub decision: Decision,
}

struct Question {
    seat: usize,
    mind: Box<dyn Mind>,
    sight: Box<Sight>,
    answer: Sender<Thought>,
}

/// A question that was not taken: all are busy.
pub struct Busy(pub Box<dyn Mind>);

impl Pool {
    /// Starts threads; none at all is an error of the system.
    pub fn start(threads: usize) -> std::io::Result<Self> {
        /// Questions that may wait.
        const WAITING: usize = 4_096;
        let (questions, queue) = sync_channel::<Question>(WAITING);
        let queue = Arc::new(Mutex::new(queue));
        let mut workers = Vec::new();
        for number in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            let worker = thread::Builder::new()
                .name(format!("kungfu-{number}"))
                .spawn(move || work(&queue));
            match worker {
                Ok(worker) => workers.push(worker),
                Err(_) if number > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(Pool {
            questions: Some(questions),
            workers,
        })
    }

    /// Asks a mind; it comes back through `answers`.
    pub fn ask(&self, seat: usize, mind: Box<dyn Mind>, sight: Sight, answers: &Answers) -> Result<(), Busy> {
        let question = Question {
            seat,
            mind,
            sight: Box::new(sight),
            answer: answers.sender.clone(),
        };
        let Some(questions) = &self.questions else {
            return Err(Busy(question.mind));
        };
        questions.try_send(question).map_err(|error| match error {
            TrySendError::Full(question) | TrySendError::Disconnected(question) => Busy(question.mind),
        })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.questions = None;
        for worker in self.workers.drain(..) {
            // A worker that panicked has said so on stderr.
            drop(worker.join());
        }
    }
}

impl Default for Answers {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Answers { sender, receiver }
    }
}

impl Answers {
    /// What has come so far, without waiting.
    pub fn take(&self) -> impl Iterator<Item = Thought> {
        self.receiver.try_iter()
    }

    /// Waits for the next answer.
    pub fn wait(&self) -> Option<Thought> {
        self.receiver.recv().ok()
    }
}

impl Thought {
    /// The command, if the piece is still as it was seen; anything else has become stale.
    pub fn command(&self, game: &Game) -> Option<kungfu::Command> {
        let order = self.decision.order?;
        let (seen, is) = (self.sight.field().get(order.slot), game.field().get(order.slot));
        let same = is.condition == Condition::Ready && is.square == seen.square && is.kind == seen.kind;
        let target = |field: &kungfu::Field| field.standing(order.to);
        (same && target(self.sight.field()) == target(game.field())).then(|| order.command(&self.sight))
    }
}

fn work(queue: &Mutex<Receiver<Question>>) {
    loop {
        // Held only to take a question; a thread that panicked here has taken none.
        let taken = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv();
        let Ok(Question {
            seat,
            mut mind,
            sight,
            answer,
        }) = taken
        else {
            return;
        };
        let decision = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| mind.look(&sight)));
        let thought = match decision {
            Ok(decision) => Thought {
                seat,
                mind: Some(mind),
                sight,
                decision,
            },
            Err(_) => Thought {
                seat,
                mind: None,
                decision: Decision {
                    order: None,
                    wake: sight.field().tick() + 1,
                },
                sight,
            },
        };
        // A table that has gone does not mind.
        drop(answer.send(thought));
    }
}
