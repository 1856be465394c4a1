//! Simultaneous perturbation (SPSA): all parameters are changed at random at once, the engine plays against the engine
//! with the opposite changes, and every parameter moves a little towards the winner.
//!
//! The state is a plain value: written after every iteration and read again, it goes on as if never interrupted.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// A fit on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Spsa {
    seed: u64,
    /// How many iterations are planned; steps shrink towards the last one.
    iterations: u32,
    /// How many are done.
    pub(super) done: u32,
    pub(super) numbers: Vec<Number>,
}

/// A number that is fitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Number {
    pub(super) name: String,
    pub(super) value: f64,
    least: i32,
    most: i32,
}

/// The two opponents of an iteration: a value for each number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trial {
    pub(super) plus: Vec<i32>,
    pub(super) minus: Vec<i32>,
}

/// How fast steps and perturbations shrink, as is usual for the method.
const STEP_POWER: f64 = 0.602;
const PERTURBATION_POWER: f64 = 0.101;
/// The part of the iterations that steps are held back for at the beginning.
const STABILITY: f64 = 0.1;
/// The last perturbation as a part of a number's range.
const LAST_PERTURBATION: f64 = 0.05;
/// The last step for a game won by one side, in last perturbations.
const LAST_STEP: f64 = 0.002;

impl Number {
    #[cfg(any(test, feature = "tune"))]
    pub(super) fn new(name: &str, value: i32, least: i32, most: i32) -> Self {
        Number {
            name: name.to_owned(),
            value: value.into(),
            least,
            most,
        }
    }

    fn last_perturbation(&self) -> f64 {
        // Less than one would often play a value against itself.
        (LAST_PERTURBATION * f64::from(self.most - self.least)).max(1.0)
    }

    fn clamped(&self, value: f64) -> f64 {
        value.clamp(self.least.into(), self.most.into())
    }
}

impl Spsa {
    pub(super) fn new(seed: u64, iterations: u32, numbers: Vec<Number>) -> Self {
        Spsa {
            seed,
            iterations,
            done: 0,
            numbers,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.done >= self.iterations
    }

    /// The opponents of the next iteration; the seed decides them.
    pub(super) fn trial(&self) -> Trial {
        let mut random = self.random();
        let flips = self.flips(&mut random);
        let mut side = |sign: f64| {
            let values = self.numbers.iter().zip(&flips).map(|(number, flip)| {
                let wanted = number.clamped(number.value + sign * flip * self.perturbation(number));
                // Rounded at random, so that small moves count in the mean.
                let whole = wanted.floor();
                whole as i32 + i32::from(random.f64() < wanted - whole)
            });
            values.collect()
        };
        Trial {
            plus: side(1.0),
            minus: side(-1.0),
        }
    }

    /// Learns how the opponents of [`Spsa::trial`] did: games won less games lost by the first.
    pub(super) fn learn(&mut self, balance: i32) {
        let flips = self.flips(&mut self.random());
        let steps: Vec<f64> = self.numbers.iter().map(|number| self.step(number)).collect();
        for ((number, flip), step) in self.numbers.iter_mut().zip(flips).zip(steps) {
            number.value = number.clamped(number.value + step * flip * f64::from(balance));
        }
        self.done += 1;
    }

    fn random(&self) -> Rng {
        Rng::with_seed(Rng::with_seed(self.seed).u64(..).wrapping_add(self.done.into()))
    }

    fn flips(&self, random: &mut Rng) -> Vec<f64> {
        let flip = |_: &Number| if random.bool() { 1.0 } else { -1.0 };
        self.numbers.iter().map(flip).collect()
    }

    /// How far the next trial goes to either side.
    fn perturbation(&self, number: &Number) -> f64 {
        let way = f64::from(self.iterations.max(1)) / f64::from(self.done + 1);
        number.last_perturbation() * way.powf(PERTURBATION_POWER)
    }

    /// How far a game that one side won moves a number.
    fn step(&self, number: &Number) -> f64 {
        let (all, now) = (f64::from(self.iterations), f64::from(self.done + 1));
        let held = STABILITY * all;
        let last = LAST_STEP * number.last_perturbation().powi(2);
        last * ((held + all) / (held + now)).powf(STEP_POWER) / self.perturbation(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spsa() -> Spsa {
        let numbers = vec![Number::new("one", 20, 0, 100), Number::new("two", 900, 0, 1_000)];
        Spsa::new(3, 4_000, numbers)
    }

    /// Who is nearer to the best values wins, most of the time.
    fn play(trial: &Trial, random: &mut Rng) -> i32 {
        let distance = |values: &[i32]| {
            let squares = [f64::from(values[0] - 70) / 100.0, f64::from(values[1] - 300) / 1_000.0];
            squares.iter().map(|part| part * part).sum::<f64>()
        };
        let chance = 0.5 + (distance(&trial.minus) - distance(&trial.plus)).clamp(-0.4, 0.4);
        if random.f64() < chance { 1 } else { -1 }
    }

    #[test]
    fn numbers_go_where_games_are_won() {
        let mut spsa = spsa();
        let mut random = Rng::with_seed(1);
        while !spsa.is_done() {
            // The steps are made for fewer games than a test can play.
            let balance: i32 = (0..20).map(|_| play(&spsa.trial(), &mut random)).sum();
            spsa.learn(balance);
        }
        let values: Vec<f64> = spsa.numbers.iter().map(|number| number.value).collect();
        assert!(
            (55.0..85.0).contains(&values[0]) && (150.0..450.0).contains(&values[1]),
            "{values:?}"
        );
    }

    #[test]
    fn a_state_read_again_goes_on_the_same_way() {
        let mut spsa = spsa();
        spsa.learn(2);
        let text = serde_json::to_string(&spsa).unwrap();
        let mut again: Spsa = serde_json::from_str(&text).unwrap();
        assert_eq!(again.trial(), spsa.trial());
        again.learn(-1);
        spsa.learn(-1);
        assert_eq!(again, spsa);
    }

    #[test]
    fn trials_stay_in_range_and_lie_on_both_sides() {
        let mut spsa = Spsa::new(1, 100, vec![Number::new("edge", 10, 0, 10)]);
        for _ in 0..50 {
            let trial = spsa.trial();
            assert!((0..=10).contains(&trial.plus[0]) && (0..=10).contains(&trial.minus[0]));
            assert_ne!(trial.plus, trial.minus);
            spsa.learn(0);
        }
    }
}
