//! The layout of a model, recognised by the names and shapes of its inputs and outputs.

use std::fmt;

use crate::{
    ModelError,
    graph::{Dimension, Element, Graph, Port},
};

/// A layout that can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The classical input of Leela Chess Zero, with a policy: as `lc0 leela2onnx` writes it.
    Lc0 {
        /// How it says what a position is worth.
        value: Lc0Value,
    },
    /// Pieces on squares for each side, with a value in centipawns: as `threefold train --export-onnx` writes it.
    Value {
        /// The game it was made for.
        game: ValueGame,
        /// Whether it takes the number of an output set.
        bucket: bool,
    },
}

/// The value output of the lc0 layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lc0Value {
    /// Chances of a win, a draw and a loss.
    WinDrawLoss,
    /// One number from -1 to 1.
    Scalar,
}

/// A game that models of the Threefold layout play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueGame {
    /// Chess, the default.
    Chess,
    /// Ransom, if the file says so.
    Ransom,
}

/// The entry of a file's metadata that names its game.
const GAME_KEY: &str = "threefold.game";

/// The layouts, for errors.
const SUPPORTED: &str = "lc0 (/input/planes float [N,112,8,8]; /output/policy [N,1858] with /output/wdl [N,3] or \
                         /output/value [N,1]) and Threefold (own and other float [N,768], and bucket int64 [N,1] if it \
                         has output sets; centipawns [N,1])";

impl Layout {
    /// Recognises the layout of a graph.
    pub(crate) fn of(graph: &Graph) -> Result<Self, ModelError> {
        let unknown = || ModelError::Layout {
            found: found(graph),
            supported: SUPPORTED,
        };
        if has(&graph.inputs, &LC0_PLANES) {
            let value = if has(&graph.outputs, &LC0_WDL) {
                Lc0Value::WinDrawLoss
            } else if has(&graph.outputs, &LC0_VALUE) {
                Lc0Value::Scalar
            } else {
                return Err(unknown());
            };
            return if graph.inputs.len() == 1 && has(&graph.outputs, &LC0_POLICY) {
                Ok(Layout::Lc0 { value })
            } else {
                Err(unknown())
            };
        }
        let bucket = has(&graph.inputs, &VALUE_BUCKET);
        let inputs = if bucket { 3 } else { 2 };
        let fits = has(&graph.inputs, &VALUE_OWN)
            && has(&graph.inputs, &VALUE_OTHER)
            && graph.inputs.len() == inputs
            && has(&graph.outputs, &VALUE_CENTIPAWNS);
        if !fits {
            return Err(unknown());
        }
        let game = match graph.metadata.get(GAME_KEY).map(String::as_str) {
            None | Some("chess") => ValueGame::Chess,
            Some("ransom") => ValueGame::Ransom,
            Some(_) => return Err(unknown()),
        };
        Ok(Layout::Value { game, bucket })
    }

    /// The names of its inputs, in the order in which they are given.
    pub(crate) const fn inputs(self) -> &'static [&'static str] {
        match self {
            Layout::Lc0 { .. } => &[LC0_PLANES.name],
            Layout::Value { bucket: false, .. } => &[VALUE_OWN.name, VALUE_OTHER.name],
            Layout::Value { bucket: true, .. } => &[VALUE_OWN.name, VALUE_OTHER.name, VALUE_BUCKET.name],
        }
    }

    /// The names of the outputs that are asked for: the policy, if there is one, and the value.
    pub(crate) const fn outputs(self) -> (Option<&'static str>, &'static str) {
        match self {
            Layout::Lc0 {
                value: Lc0Value::WinDrawLoss,
            } => (Some(LC0_POLICY.name), LC0_WDL.name),
            Layout::Lc0 {
                value: Lc0Value::Scalar,
            } => (Some(LC0_POLICY.name), LC0_VALUE.name),
            Layout::Value { .. } => (None, VALUE_CENTIPAWNS.name),
        }
    }

    /// The most positions that are evaluated at once: a policy covers all moves; without one every reply is evaluated.
    pub(crate) const fn most_rows(self) -> usize {
        match self {
            Layout::Lc0 { .. } => 1,
            Layout::Value { .. } => 256,
        }
    }

    /// The game it plays.
    pub const fn game(self) -> ValueGame {
        match self {
            Layout::Lc0 { .. } => ValueGame::Chess,
            Layout::Value { game, .. } => game,
        }
    }
}

impl ValueGame {
    /// The name of the game for people.
    pub const fn name(self) -> &'static str {
        match self {
            ValueGame::Chess => "chess",
            ValueGame::Ransom => "Ransom",
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Layout::Lc0 { value } => {
                f.write_str("lc0, classical 112 planes: a policy of 1858 moves and ")?;
                f.write_str(match value {
                    Lc0Value::WinDrawLoss => "chances of win, draw and loss",
                    Lc0Value::Scalar => "a value",
                })
            }
            Layout::Value { bucket, .. } => {
                f.write_str("Threefold value: 768 inputs for each side and centipawns")?;
                f.write_str(if *bucket { ", by output sets" } else { "" })
            }
        }
    }
}

/// What a port of a layout must be: its name, whether it holds whole numbers, and its sizes without the batch.
struct ExpectedTensor {
    name: &'static str,
    whole: bool,
    sizes: &'static [u64],
}

const fn floats(name: &'static str, sizes: &'static [u64]) -> ExpectedTensor {
    ExpectedTensor {
        name,
        whole: false,
        sizes,
    }
}

const LC0_PLANES: ExpectedTensor = floats("/input/planes", &[112, 8, 8]);
const LC0_POLICY: ExpectedTensor = floats("/output/policy", &[1858]);
const LC0_WDL: ExpectedTensor = floats("/output/wdl", &[3]);
const LC0_VALUE: ExpectedTensor = floats("/output/value", &[1]);
const VALUE_OWN: ExpectedTensor = floats("own", &[768]);
const VALUE_OTHER: ExpectedTensor = floats("other", &[768]);
const VALUE_BUCKET: ExpectedTensor = ExpectedTensor {
    name: "bucket",
    whole: true,
    sizes: &[1],
};
const VALUE_CENTIPAWNS: ExpectedTensor = floats("centipawns", &[1]);

/// Whether there is such a port; its batch is free or of one position.
fn has(ports: &[Port], expected: &ExpectedTensor) -> bool {
    let fits = |port: &Port| {
        let element = match port.element {
            Element::Float | Element::Half | Element::Double => !expected.whole,
            Element::Int32 | Element::Int64 => expected.whole,
            Element::Unknown | Element::Bool | Element::Other(_) => false,
        };
        let sizes = match &port.shape[..] {
            [Dimension::Free | Dimension::Fixed(1), sizes @ ..] => sizes
                .iter()
                .copied()
                .eq(expected.sizes.iter().map(|size| Dimension::Fixed(*size))),
            _ => false,
        };
        port.name == expected.name && element && sizes
    };
    ports.iter().any(fits)
}

/// The inputs and outputs of a model in words; of many, the first.
fn found(graph: &Graph) -> String {
    const MOST: usize = 6;
    let listed = |ports: &[Port]| -> String {
        let mut words: Vec<String> = ports.iter().take(MOST).map(Port::to_string).collect();
        if ports.len() > MOST {
            words.push(format!("{} more", ports.len() - MOST));
        }
        if words.is_empty() {
            words.push("none".to_owned());
        }
        words.join(", ")
    };
    format!(
        "the inputs {} and the outputs {}",
        listed(&graph.inputs),
        listed(&graph.outputs)
    )
}
