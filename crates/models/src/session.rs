//! Evaluations on a thread of their own.
//!
//! Nothing can interrupt an evaluation, so whoever asks for one must be able to leave it. A session has one thread, which
//! computes on one core. When the session is dropped, the thread ends after the evaluation that it is in.

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

/// How long an evaluation is waited for.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    /// The time since the question to the player.
    pub watch: &'a dyn Watch,
    /// An evaluation that is not there by then is given up.
    pub until: Duration,
    /// An evaluation is given up when this is raised, if there is another answer already.
    pub stop: Option<&'a Stop>,
}

/// How often a raised flag is looked for.
const GLANCE: Duration = Duration::from_millis(10);

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
    pub(crate) fn evaluate(&mut self, inputs: Inputs, patience: Patience<'_>) -> Result<Outputs, ModelError> {
        let ended = || ModelError::Run("its thread has ended".to_owned());
        if patience.watch.elapsed() >= patience.until {
            return Err(ModelError::Late(patience.until));
        }
        self.questions.send(inputs).map_err(|_| ended())?;
        loop {
            let left = patience.until.saturating_sub(patience.watch.elapsed());
            match self.answers.recv_timeout(left.min(GLANCE)) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(ModelError::Late(patience.until)),
                Err(RecvTimeoutError::Timeout) => {
                    if patience.stop.is_some_and(Stop::is_raised) {
                        return Err(ModelError::Stopped);
                    }
                }
            }
        }
    }
}
