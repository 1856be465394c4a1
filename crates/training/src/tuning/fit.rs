//! Epoch after epoch down the gradient.

use engine::WeightField;
use fastrand::Rng;

use super::{Table, adam::Adam, dataset::Dataset, loss::Loss};

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TuningPlan {
    /// How often every position is looked at.
    pub epochs: u32,
    /// Threads to count with; they change no result.
    pub threads: usize,
    /// The order of the positions follows from it.
    pub seed: u64,
}

/// What an epoch brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number; 0 is the state before the first.
    pub number: u32,
    /// The mean loss of the positions fitted to, as it was on the way.
    pub training: f64,
    /// The mean loss of the positions held out, at the end.
    pub held_out: f64,
}

/// The end of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The weights after the last epoch, rounded; the positions held out measure them and choose nothing.
    pub fields: Vec<WeightField>,
    /// How steep the curve from centipawns to results is, per centipawn.
    pub steepness: f64,
    /// The loss of the rounded weights on the positions held out.
    pub held_out: f64,
}

/// Positions to a step.
const BATCH: usize = 16_384;
/// A sure step of the first epoch in centipawns; those of later ones are smaller evenly, but no less than a fiftieth.
const RATE: f64 = 1.0;
/// How far a weight is thought to be off before any position is seen, in centipawns: weights that hardly ever count stay
/// near where they were.
const DEVIATION: f64 = 20.0;

/// Fits the weights the engine plays with; `told` hears of every epoch.
pub fn tune(data: &Dataset, plan: &TuningPlan, told: &mut dyn FnMut(&Epoch)) -> Fit {
    let loss = Loss::fitted(&data.training, plan.threads);
    let mut fields = engine::weight_fields();
    let start: Table = fields
        .iter()
        .flat_map(|field| &field.values)
        .map(|pair| pair.map(f64::from))
        .collect();
    told(&Epoch {
        number: 0,
        training: loss.mean(&data.training, &start),
        held_out: loss.mean(&data.held_out, &start),
    });
    let mut weights = start.clone();
    let mut adam = Adam::new(weights.len());
    let mut random = Rng::with_seed(plan.seed);
    let mut order: Vec<u32> = (0..data.training.len() as u32).collect();
    for number in 1..=plan.epochs {
        random.shuffle(&mut order);
        let left = 1.0 - f64::from(number - 1) / f64::from(plan.epochs);
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            let (batch_loss, mut gradient) = loss.gradient(&data.training, batch, &weights);
            sum += batch_loss * batch.len() as f64;
            hold(&mut gradient, &weights, &start, data.training.len());
            adam.step(&mut weights, &gradient, (RATE * left).max(RATE / 50.0));
        }
        let epoch = Epoch {
            number,
            training: sum / order.len().max(1) as f64,
            held_out: loss.mean(&data.held_out, &weights),
        };
        told(&epoch);
    }
    let rounded: Table = weights.iter().map(|pair| pair.map(f64::round)).collect();
    let mut values = rounded.iter().map(|pair| pair.map(|half| half as i32));
    for value in fields.iter_mut().flat_map(|field| &mut field.values) {
        *value = values.next().unwrap_or(*value);
    }
    Fit {
        fields,
        steepness: loss.steepness,
        held_out: loss.mean(&data.held_out, &rounded),
    }
}

/// Adds the pull towards where the weights were: that of a normal distribution of [`DEVIATION`] around them.
fn hold(gradient: &mut [[f64; 2]], weights: &[[f64; 2]], start: &[[f64; 2]], positions: usize) {
    let pull = 1.0 / (DEVIATION * DEVIATION * positions.max(1) as f64);
    for ((slope, weight), start) in gradient.iter_mut().zip(weights).zip(start) {
        for half in 0..2 {
            slope[half] += pull * (weight[half] - start[half]);
        }
    }
}
