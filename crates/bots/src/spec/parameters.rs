//! What follows the question mark of a spec: `name=value&name=value`.

use std::{fmt::Write, str::FromStr};

use engine::TechniqueError;
use play::SpecError;

use super::{MasterSpec, ModelSpec, RansomSpec, Tuning, UciSpec, program};
use crate::{evaluation::Weights, ransom};

/// Names and values in the order they were given.
pub(super) struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Reads parameters; an empty text has none.
    pub(super) fn read(text: &str) -> Result<Self, SpecError> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for pair in text.split('&').filter(|_| !text.is_empty()) {
            let (name, value) = pair
                .split_once('=')
                .ok_or_else(|| SpecError::NoValue(pair.to_owned()))?;
            let name = program::decoded(name);
            if name.is_empty() {
                return Err(SpecError::NoValue(pair.to_owned()));
            }
            if pairs.iter().any(|(earlier, _)| earlier.eq_ignore_ascii_case(&name)) {
                return Err(SpecError::Twice(name));
            }
            pairs.push((name, program::decoded(value)));
        }
        Ok(Parameters(pairs))
    }

    /// As changes to Medium or Hard.
    pub(super) fn tuning(self, bot: &'static str) -> Result<Tuning, SpecError> {
        let mut tuning = Tuning::default();
        for (name, value) in self.0 {
            match name.as_str() {
                "depth" => tuning.depth = Some(number(&name, &value, 1..=20, "a whole number from 1 to 20")?),
                "movetime" => tuning.movetime = Some(milliseconds(&name, &value)?),
                "material" => tuning.weights.material = factor(&name, &value)?,
                "position" => tuning.weights.position = factor(&name, &value)?,
                "mobility" => tuning.weights.mobility = factor(&name, &value)?,
                "king" => tuning.weights.king = factor(&name, &value)?,
                _ => {
                    return Err(SpecError::UnknownParameter {
                        bot,
                        name,
                        allowed: "depth (1 to 20), movetime (milliseconds above 0), and the factors material, \
                                  position, mobility and king (0 to 10, normally 1.0)",
                    });
                }
            }
        }
        Ok(tuning)
    }

    /// As limits of Master.
    pub(super) fn master(self) -> Result<MasterSpec, SpecError> {
        let mut spec = MasterSpec::default();
        for (name, value) in self.0 {
            match name.as_str() {
                "depth" => spec.depth = Some(number(&name, &value, 1..=100, "a whole number from 1 to 100")?),
                "movetime" => spec.movetime = Some(milliseconds(&name, &value)?),
                "nodes" => spec.nodes = Some(number(&name, &value, 1..=u64::MAX, "a whole number above 0")?),
                "threads" => spec.threads = Some(number(&name, &value, 1..=256, "a whole number from 1 to 256")?),
                "without" => {
                    let technique = value.parse();
                    spec.without = Some(technique.map_err(|error| {
                        let expected = match error {
                            TechniqueError::Unknown(_) => {
                                "a technique of the search, as threefold bench --techniques lists them"
                            }
                            TechniqueError::Fixed => "possible only in a program built with the feature tune",
                        };
                        impossible(&name, &value, expected)
                    })?);
                }
                _ => {
                    return Err(SpecError::UnknownParameter {
                        bot: "master",
                        name,
                        allowed: "depth (1 to 100), movetime (milliseconds above 0), nodes (above 0), threads (1 to 256) \
                                  and without (a technique of the search)",
                    });
                }
            }
        }
        Ok(spec)
    }

    /// As changes to a level of Ransom.
    pub(super) fn ransom(self, mut spec: RansomSpec) -> Result<RansomSpec, SpecError> {
        for (name, value) in self.0 {
            match name.as_str() {
                "depth" => spec.depth = Some(number(&name, &value, 1..=20, "a whole number from 1 to 20")?),
                "movetime" => {
                    let allowed = "a number of milliseconds from 1 to 5000";
                    spec.movetime = Some(number(&name, &value, 1..=5_000, allowed)?);
                }
                "position" => spec.weights.position = factor(&name, &value)?,
                "mobility" => spec.weights.mobility = factor(&name, &value)?,
                _ => {
                    return Err(SpecError::UnknownParameter {
                        bot: spec.rank.word(),
                        name,
                        allowed: "depth (1 to 20), movetime (1 to 5000 milliseconds), and the factors position and \
                                  mobility (0 to 10, normally 1.0)",
                    });
                }
            }
        }
        Ok(spec)
    }

    /// As settings of a model.
    pub(super) fn model(self, file: String) -> Result<ModelSpec, SpecError> {
        let mut spec = ModelSpec {
            file,
            ..ModelSpec::default()
        };
        for (name, value) in self.0 {
            match name.as_str() {
                "temperature" => {
                    const ALLOWED: &str = "a number from 0 to 10 with at most two decimals, normally 0";
                    spec.temperature = hundredths(&name, &value, ALLOWED)?;
                }
                "nodes" => {
                    let allowed = "a whole number from 0 to 100000";
                    spec.nodes = number(&name, &value, 0..=models::MOST_NODES, allowed)?;
                }
                "seed" => spec.seed = Some(number(&name, &value, 0..=u64::MAX, "a whole number")?),
                _ => {
                    return Err(SpecError::UnknownParameter {
                        bot: "onnx",
                        name,
                        allowed: "temperature (0 to 10, normally 0), nodes (0 to 100000, normally 0) and seed",
                    });
                }
            }
        }
        Ok(spec)
    }

    /// As limits and options of a guest.
    pub(super) fn guest(self, program: String, args: Vec<String>) -> Result<UciSpec, SpecError> {
        let mut spec = UciSpec {
            program,
            args,
            ..UciSpec::default()
        };
        for (name, value) in self.0 {
            match name.as_str() {
                "movetime" => spec.movetime = Some(milliseconds(&name, &value)?),
                "depth" => spec.depth = Some(number(&name, &value, 1..=1000, "a whole number from 1 to 1000")?),
                "nodes" => spec.nodes = Some(number(&name, &value, 1..=u64::MAX, "a whole number above 0")?),
                _ => spec.options.push((name, value)),
            }
        }
        Ok(spec)
    }
}

/// The parameters that differ from the level as it is, with their question mark.
pub(super) fn of_tuning(tuning: &Tuning) -> String {
    let normal = Weights::default();
    let weights = [
        ("material", tuning.weights.material, normal.material),
        ("position", tuning.weights.position, normal.position),
        ("mobility", tuning.weights.mobility, normal.mobility),
        ("king", tuning.weights.king, normal.king),
    ];
    of_level(tuning.depth, tuning.movetime, &weights)
}

/// The parameters that differ from the level of Ransom as it is, with their question mark.
pub(super) fn of_ransom(spec: &RansomSpec) -> String {
    let normal = ransom::Plan::of(spec.rank).weights;
    let weights = [
        ("position", spec.weights.position, normal.position),
        ("mobility", spec.weights.mobility, normal.mobility),
    ];
    of_level(spec.depth, spec.movetime, &weights)
}

/// Limits, and weights with what they normally are.
fn of_level(depth: Option<u32>, movetime: Option<u64>, weights: &[(&str, u32, u32)]) -> String {
    let limits = [
        ("depth", depth.map(|depth| depth.to_string())),
        ("movetime", movetime.map(|time| time.to_string())),
    ];
    let changed = weights
        .iter()
        .filter(|(_, weight, normal)| weight != normal)
        .map(|&(name, weight, _)| (name, (f64::from(weight) / 100.0).to_string()));
    joined(
        limits
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .chain(changed),
    )
}

/// The parameters of Master, with their question mark.
pub(super) fn of_master(spec: &MasterSpec) -> String {
    let pairs = [
        ("depth", spec.depth.map(|depth| depth.to_string())),
        ("movetime", spec.movetime.map(|time| time.to_string())),
        ("nodes", spec.nodes.map(|nodes| nodes.to_string())),
        ("threads", spec.threads.map(|threads| threads.to_string())),
        ("without", spec.without.map(|technique| technique.to_string())),
    ];
    joined(pairs.into_iter().filter_map(|(name, value)| Some((name, value?))))
}

/// The parameters of a model, with their question mark.
pub(super) fn of_model(spec: &ModelSpec) -> String {
    let pairs = [
        (
            "temperature",
            (spec.temperature != 0).then(|| (f64::from(spec.temperature) / 100.0).to_string()),
        ),
        ("nodes", (spec.nodes != 0).then(|| spec.nodes.to_string())),
        ("seed", spec.seed.map(|seed| seed.to_string())),
    ];
    joined(pairs.into_iter().filter_map(|(name, value)| Some((name, value?))))
}

/// The parameters of a guest, with their question mark.
pub(super) fn of_guest(spec: &UciSpec) -> String {
    let limits = [
        ("movetime", spec.movetime.map(|time| time.to_string())),
        ("depth", spec.depth.map(|depth| depth.to_string())),
        ("nodes", spec.nodes.map(|nodes| nodes.to_string())),
    ];
    let options = spec.options.iter().map(|(name, value)| (name.as_str(), value.clone()));
    joined(options.chain(limits.into_iter().filter_map(|(name, value)| Some((name, value?)))))
}

fn joined<'a>(pairs: impl Iterator<Item = (&'a str, String)>) -> String {
    let mut text = String::new();
    for (name, value) in pairs {
        let mark = if text.is_empty() { '?' } else { '&' };
        write!(text, "{mark}{}={}", program::encoded(name), program::encoded(&value))
            .expect("writing to a string cannot fail");
    }
    text
}

fn milliseconds(name: &str, value: &str) -> Result<u64, SpecError> {
    // A day is longer than any move here.
    number(
        name,
        value,
        1..=86_400_000,
        "a number of milliseconds above 0, at most a day",
    )
}

fn number<N: FromStr + PartialOrd>(
    name: &str,
    value: &str,
    range: std::ops::RangeInclusive<N>,
    allowed: &'static str,
) -> Result<N, SpecError> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match value.parse() {
        Ok(number) if digits && range.contains(&number) => Ok(number),
        _ => Err(impossible(name, value, allowed)),
    }
}

/// A factor in hundredths.
fn factor(name: &str, value: &str) -> Result<u32, SpecError> {
    hundredths(
        name,
        value,
        "a factor from 0 to 10 with at most two decimals, normally 1.0",
    )
}

/// A number from 0 to 10 in hundredths.
fn hundredths(name: &str, value: &str, allowed: &'static str) -> Result<u32, SpecError> {
    let (whole, decimals) = value.split_once('.').unwrap_or((value, "0"));
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(whole) || !plain(decimals) || decimals.len() > 2 {
        return Err(impossible(name, value, allowed));
    }
    let hundredths = format!("{whole}{decimals:0<2}").parse::<u32>().ok();
    hundredths
        .filter(|&factor| factor <= 1_000)
        .ok_or_else(|| impossible(name, value, allowed))
}

fn impossible(name: &str, value: &str, allowed: &'static str) -> SpecError {
    SpecError::Value {
        name: name.to_owned(),
        value: value.to_owned(),
        allowed,
    }
}
