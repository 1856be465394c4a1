//! A training from its first batch, or from a checkpoint, to the network.

use std::{
    f32::consts::PI,
    fs, io,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use engine::network::Network;

use super::{
    NetworkEnd, NetworkPlan, NetworkProgress, TrainError,
    checkpoint::{State, beside, replace},
    gradient::{self, PARTS, Part, Target},
    model::{Model, unit},
    scratch::Scratch,
};

/// Trains a network and reports through `on_progress`. A raised `stop` ends it after the running batch with a
/// checkpoint.
pub fn train(
    plan: &NetworkPlan,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&NetworkProgress),
) -> Result<NetworkEnd, TrainError> {
    let mut session = Session::new(plan)?;
    on_progress(&session.read());
    let first = (session.state.adam.steps / session.steps_an_epoch()) as u32 + 1;
    for epoch in first..=plan.epochs {
        if !session.epoch(epoch, stop, on_progress)? {
            session.save()?;
            return Ok(NetworkEnd::Stopped);
        }
    }
    session.finish()?;
    Ok(NetworkEnd::Done)
}

/// The last learning rate is this part of the first.
const LAST_RATE: f32 = 0.01;
/// Between two checkpoints within an epoch.
const CHECKPOINT: Duration = Duration::from_mins(2);
/// Between two words of progress.
const STEP: Duration = Duration::from_millis(500);

struct Session<'p> {
    plan: &'p NetworkPlan,
    scratch: Scratch,
    state: State,
    parts: Vec<Part>,
    target: Target,
    checkpoint: PathBuf,
    /// Differs for other plans and other data.
    fingerprint: u64,
    /// What it started from, in words.
    start: String,
    /// Positions seen by this run.
    seen: u64,
    resumed: u64,
    saved: Instant,
}

impl<'p> Session<'p> {
    fn new(plan: &'p NetworkPlan) -> Result<Self, TrainError> {
        let start = plan.start.as_deref().map(Network::open).transpose()?;
        let scratch = Scratch::fill(&plan.data, &beside(&plan.out, "scratch"), plan.seed)?;
        if scratch.training < plan.batch as u64 || scratch.held_out.is_empty() {
            return Err(TrainError::TooFew(scratch.training));
        }
        let checkpoint = beside(&plan.out, "checkpoint");
        let fingerprint = fingerprint(plan, start.as_ref(), &scratch);
        let found = State::load(&checkpoint, fingerprint)?;
        let state = found.unwrap_or_else(|| {
            State::new(start.as_ref().map_or_else(
                || Model::random(plan.seed),
                |start| Model::of(start, unit(scratch.scale)),
            ))
        });
        Ok(Session {
            target: Target {
                scale: scratch.scale.into(),
                unit: unit(scratch.scale).into(),
                result_share: plan.result_share,
            },
            resumed: state.adam.steps,
            start: start.map_or(String::new(), |start| format!("; after: {}", start.note())),
            plan,
            scratch,
            state,
            parts: vec![Part::empty(); PARTS],
            checkpoint,
            fingerprint,
            seen: 0,
            saved: Instant::now(),
        })
    }

    fn read(&self) -> NetworkProgress {
        NetworkProgress::Read {
            training: self.scratch.training,
            held_out: self.scratch.held_out.len() as u64,
            scale: self.scratch.scale,
            lost: self.scratch.lost,
            resumed: self.resumed,
        }
    }

    fn steps_an_epoch(&self) -> u64 {
        self.scratch.training / self.plan.batch as u64
    }

    /// Trains on the rest of an epoch; false when it was stopped before the end.
    fn epoch(
        &mut self,
        epoch: u32,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&NetworkProgress),
    ) -> Result<bool, TrainError> {
        let done = self.state.adam.steps - u64::from(epoch - 1) * self.steps_an_epoch();
        if done == 0 {
            self.state.loss = 0.0;
        }
        let mut batches = self.scratch.epoch(self.plan.seed, epoch, self.plan.batch);
        let (mut number, mut last) = (0, Instant::now());
        while let Some(batch) = batches.next()? {
            number += 1;
            if number <= done {
                continue;
            }
            if stop.load(Ordering::Acquire) {
                return Ok(false);
            }
            gradient::gradient(
                &self.state.model,
                batch,
                self.target,
                &mut self.parts,
                self.plan.threads,
            );
            let rate = self.rate();
            let parts: Vec<&[f32]> = self.parts.iter().map(|part| &part.gradient[..]).collect();
            let State { model, adam, loss } = &mut self.state;
            adam.step(&mut model.0, &parts, batch.len(), rate, self.plan.threads);
            *loss += self.parts.iter().map(|part| part.loss).sum::<f64>();
            self.seen += batch.len() as u64;
            if last.elapsed() >= STEP {
                last = Instant::now();
                on_progress(&NetworkProgress::Step {
                    epoch,
                    seen: self.seen,
                    loss: self.state.loss / (number * self.plan.batch as u64) as f64,
                });
            }
            if self.saved.elapsed() >= CHECKPOINT {
                self.state.save(&self.checkpoint, self.fingerprint)?;
                self.saved = Instant::now();
            }
        }
        let held_out = &self.scratch.held_out;
        let sum = gradient::loss(&self.state.model, held_out, self.target, self.plan.threads);
        on_progress(&NetworkProgress::Epoch {
            epoch,
            seen: self.seen,
            loss: self.state.loss / (number * self.plan.batch as u64) as f64,
            held_out: sum / held_out.len() as f64,
        });
        self.save()?;
        Ok(true)
    }

    /// The learning rate of the next step, along a cosine.
    fn rate(&self) -> f32 {
        let all = u64::from(self.plan.epochs) * self.steps_an_epoch();
        let way = self.state.adam.steps as f32 / all.max(1) as f32;
        let cosine = f32::midpoint(1.0, (PI * way).cos());
        self.plan.rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
    }

    /// Writes the checkpoint, and the network as it is by now.
    fn save(&mut self) -> Result<(), TrainError> {
        self.state.save(&self.checkpoint, self.fingerprint)?;
        self.saved = Instant::now();
        self.export()
    }

    fn export(&self) -> Result<(), TrainError> {
        let plan = self.plan;
        let (training, steps) = (self.scratch.training, self.state.adam.steps);
        let labels = format!("search and {} result", plan.result_share);
        let note = format!(
            "{training} positions of games with nodes {} labelled by {labels}; {steps} steps of {} in {} epochs, rate {}, \
             seed {}{}",
            self.scratch.origins, plan.batch, plan.epochs, plan.rate, plan.seed, self.start
        );
        let network = self.state.model.quantised(unit(self.scratch.scale), &note)?;
        replace(&plan.out, &network.to_bytes())
    }

    /// Writes the network; the checkpoint is deleted.
    fn finish(&self) -> Result<(), TrainError> {
        self.export()?;
        match fs::remove_file(&self.checkpoint) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(TrainError::file(&self.checkpoint)(error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// A number that follows from all that decides a training.
fn fingerprint(plan: &NetworkPlan, start: Option<&Network>, scratch: &Scratch) -> u64 {
    let numbers = [
        plan.epochs.into(),
        plan.batch as u64,
        plan.rate.to_bits().into(),
        plan.result_share.to_bits().into(),
        plan.seed,
        scratch.training,
        start.map_or(0, |start| crc32fast::hash(&start.to_bytes())).into(),
    ];
    let bytes: Vec<u8> = numbers.iter().flat_map(|number: &u64| number.to_le_bytes()).collect();
    u64::from(scratch.checksum) << 32 | u64::from(crc32fast::hash(&bytes))
}
