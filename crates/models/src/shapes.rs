//! The shape of every tensor of a model, and what computing them takes: known before anything is run.
//!
//! Steps are walked in the order of the file, which is the order in which they can be computed. Whole numbers that
//! describe shapes are followed through the steps that make them.

mod rules;

use std::collections::HashMap;

use crate::{
    LARGEST_MEMORY, MOST_WORK, ModelError,
    graph::{Dimension, Graph, Node, Weight, shown},
    operators::Operator,
};

/// Steps of a model at the most: the library that runs it follows chains of steps on its stack.
const MOST_STEPS: usize = 3_000;

/// What running a model takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// Bytes of all weights and all tensors between inputs and outputs.
    pub(crate) memory: u64,
    /// Multiplications, and numbers read and written.
    pub(crate) work: u64,
}

/// A tensor, as far as it is known without computing it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Value {
    pub(crate) shape: Vec<u64>,
    /// Its numbers, if they are whole and known.
    pub(crate) integers: Option<Vec<i64>>,
}

/// Works out the shapes of a model whose free sizes are all `batch`, and checks them against its outputs.
pub(crate) fn survey(graph: &Graph, batch: u64) -> Result<Cost, ModelError> {
    if graph.nodes.len() > MOST_STEPS {
        return Err(ModelError::Steps {
            found: graph.nodes.len(),
            limit: MOST_STEPS,
        });
    }
    let mut survey = Survey::default();
    for (name, weight) in &graph.weights {
        survey.add(name, Value::of(weight)?)?;
    }
    for input in &graph.inputs {
        let shape = input.shape.iter().map(|size| resolved(*size, batch)).collect();
        survey.add(&input.name, Value::shaped(shape))?;
    }
    for node in &graph.nodes {
        survey.step(node)?;
    }
    for output in &graph.outputs {
        let declared: Vec<u64> = output.shape.iter().map(|size| resolved(*size, batch)).collect();
        let found = survey.values.get(output.name.as_str()).map(|value| &value.shape);
        if found != Some(&declared) {
            return Err(ModelError::Step {
                step: shown(&output.name),
                operator: "output".to_owned(),
                reason: match found {
                    Some(found) => format!("it is declared as {declared:?} and comes out as {found:?}"),
                    None => "no step makes it".to_owned(),
                },
            });
        }
    }
    Ok(survey.cost)
}

const fn resolved(size: Dimension, batch: u64) -> u64 {
    match size {
        Dimension::Free => batch,
        Dimension::Fixed(size) => size,
    }
}

#[derive(Default)]
struct Survey<'a> {
    values: HashMap<&'a str, Value>,
    cost: Cost,
}

impl<'a> Survey<'a> {
    fn step(&mut self, node: &'a Node) -> Result<(), ModelError> {
        let fault = |reason: String| ModelError::Step {
            step: shown(&node.name),
            operator: shown(&node.operator),
            reason,
        };
        let operator = Operator::of(node)?;
        let mut inputs = Vec::new();
        for name in &node.inputs {
            // An input that is left out has an empty name.
            inputs.push(match name.as_str() {
                "" => None,
                name => Some(
                    self.values
                        .get(name)
                        .ok_or_else(|| fault(format!("{} is not there yet", shown(name))))?,
                ),
            });
        }
        let made = rules::apply(operator, node, &inputs).map_err(fault)?;
        if made.values.len() < node.outputs.len() {
            return Err(fault(format!("it has {} outputs", node.outputs.len())));
        }
        self.cost.work = self.cost.work.saturating_add(made.work);
        for (name, value) in node.outputs.iter().zip(made.values) {
            self.add(name, value)?;
        }
        if self.cost.work > MOST_WORK {
            return Err(ModelError::Work {
                needed: self.cost.work / 1_000_000,
                limit: MOST_WORK / 1_000_000,
            });
        }
        Ok(())
    }

    fn add(&mut self, name: &'a str, value: Value) -> Result<(), ModelError> {
        let bytes = value.count().and_then(|count| count.checked_mul(4));
        self.cost.memory = self.cost.memory.saturating_add(bytes.unwrap_or(u64::MAX));
        if self.cost.memory > LARGEST_MEMORY {
            return Err(ModelError::Memory {
                needed: self.cost.memory >> 20,
                limit: LARGEST_MEMORY >> 20,
            });
        }
        if !name.is_empty() && self.values.insert(name, value).is_some() {
            return Err(ModelError::NotOnnx("two tensors have the same name"));
        }
        Ok(())
    }
}

impl Value {
    pub(crate) const fn shaped(shape: Vec<u64>) -> Self {
        Value { shape, integers: None }
    }

    pub(crate) fn of(weight: &Weight) -> Result<Self, ModelError> {
        if !weight.element.is_supported() {
            return Err(ModelError::Operator(format!("of weights of {}", weight.element)));
        }
        Ok(Value {
            shape: weight.shape.clone(),
            integers: weight.integers.clone(),
        })
    }

    /// A list of whole numbers.
    pub(crate) fn list(integers: Vec<i64>) -> Self {
        Value {
            shape: vec![integers.len() as u64],
            integers: Some(integers),
        }
    }

    /// How many numbers it has; `None` if that is beyond counting.
    pub(crate) fn count(&self) -> Option<u64> {
        self.shape
            .iter()
            .try_fold(1_u64, |product, size| product.checked_mul(*size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_chains_of_steps_are_refused() {
        let nodes = (0..=MOST_STEPS).map(|_| Node::default()).collect();
        let graph = Graph {
            nodes,
            ..Graph::default()
        };
        let refused = survey(&graph, 1).map(|_| ()).unwrap_err().to_string();
        assert_eq!(refused, "it has 3001 steps; up to 3000 are allowed");
    }
}
