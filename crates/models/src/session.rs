//! Evaluations on a thread of their own.
//!
//! An evaluation cannot be interrupted, so the caller must be able to stop waiting for it. A session has one thread,
//! which computes on one core. When the session is dropped, the thread ends after its present evaluation.

use std::{
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use play::{Stop, Watch};

use crate::{
    Model, ModelError,
    model::{Inputs, Outputs},
    runner::Core,
};

/// A thread that evaluates positions with a model.
pub struct Session {
    model: Arc<Model>,
    questions: Sender<Inputs>,
    answers: Receiver<Result<Outputs, ModelError>>,
}

/// How long a caller waits for an evaluation.
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    /// The time since the question to the player.
    pub watch: &'a dyn Watch,
    /// An evaluation that is not finished by then is given up.
    pub until: Duration,
    /// An evaluation is given up when this is raised; none while there is no other answer.
    pub stop: Option<&'a Stop>,
}

/// How often the stop flag is checked.
const POLL: Duration = Duration::from_millis(10);

impl Session {
    /// Starts the thread.
    pub fn start(model: &Arc<Model>) -> Result<Self, ModelError> {
        let (questions, asked) = mpsc::channel::<Inputs>();
        let (answering, answers) = mpsc::channel();
        let own = Arc::clone(model);
        thread::Builder::new()
            .name("model".to_owned())
            .spawn(move || {
                let core = Core::new();
                core.enter(|| {
                    for inputs in asked {
                        if answering.send(own.run(inputs, &core)).is_err() {
                            break;
                        }
                    }
                });
            })
            .map_err(ModelError::File)?;
        Ok(Session {
            model: Arc::clone(model),
            questions,
            answers,
        })
    }

    /// The model that it evaluates with.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Evaluates positions; after an error the session answers no more.
    pub(crate) fn evaluate(&mut self, inputs: Inputs, deadline: Deadline<'_>) -> Result<Outputs, ModelError> {
        let ended = || ModelError::Run("its thread has ended".to_owned());
        if deadline.watch.elapsed() >= deadline.until {
            return Err(ModelError::Late(deadline.until));
        }
        self.questions.send(inputs).map_err(|_| ended())?;
        loop {
            let left = deadline.until.saturating_sub(deadline.watch.elapsed());
            match self.answers.recv_timeout(left.min(POLL)) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(ModelError::Late(deadline.until)),
                Err(RecvTimeoutError::Timeout) => {
                    if deadline.stop.is_some_and(Stop::is_raised) {
                        return Err(ModelError::Stopped);
                    }
                }
            }
        }
    }
}
