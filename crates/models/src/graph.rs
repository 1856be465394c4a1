//! The graph of an ONNX file: inputs, outputs, steps and weights, without the values of the weights.
//!
//! Field numbers are those of `onnx.proto`. Weights of a few whole numbers are kept, for they are shapes and axes of
//! other steps.

mod port;
#[cfg(test)]
mod tests;
mod weight;

use std::collections::HashMap;

use crate::{ModelError, wire::Fields};
pub use port::{Dimension, Element, Port};
pub(crate) use weight::Weight;

/// What a file says of itself, and its graph.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) producer: String,
    pub(crate) documentation: String,
    pub(crate) metadata: HashMap<String, String>,
    /// The version of the operators.
    pub(crate) opset: i64,
    pub(crate) inputs: Vec<Port>,
    pub(crate) outputs: Vec<Port>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) weights: HashMap<String, Weight>,
}

/// A step of the computation.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) operator: String,
    pub(crate) domain: String,
    pub(crate) inputs: Vec<String>,
    pub(crate) outputs: Vec<String>,
    pub(crate) numbers: HashMap<String, Vec<i64>>,
    /// The tensor of a `Constant`.
    pub(crate) constant: Option<Weight>,
    /// It contains a graph, as loops and branches do.
    pub(crate) has_body: bool,
}

impl Graph {
    /// Reads the bytes of a file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let mut graph = Graph::default();
        let mut has_graph = false;
        for field in Fields::of(bytes) {
            let field = field?;
            match field.number {
                2 => field.content.text()?.clone_into(&mut graph.producer),
                6 => field.content.text()?.clone_into(&mut graph.documentation),
                7 if has_graph => return Err(ModelError::NotOnnx("it has several graphs")),
                7 => {
                    has_graph = true;
                    graph.read_graph(field.content.bytes()?)?;
                }
                8 => graph.read_opset(field.content.bytes()?)?,
                14 => {
                    let (key, value) = entry(field.content.bytes()?)?;
                    graph.metadata.insert(key, value);
                }
                _ => {}
            }
        }
        if !has_graph || graph.outputs.is_empty() {
            return Err(ModelError::NotOnnx("it has no graph with outputs"));
        }
        // Weights may be listed among the inputs as well.
        let Graph { inputs, weights, .. } = &mut graph;
        inputs.retain(|input| !weights.contains_key(&input.name));
        Ok(graph)
    }

    fn read_graph(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        for field in Fields::of(bytes) {
            let field = field?;
            match field.number {
                1 => self.nodes.push(Node::read(field.content.bytes()?)?),
                5 => {
                    let (name, weight) = Weight::read(field.content.bytes()?)?;
                    if self.weights.insert(name, weight).is_some() {
                        return Err(ModelError::NotOnnx("two weights have the same name"));
                    }
                }
                11 => self.inputs.push(Port::read(field.content.bytes()?)?),
                12 => self.outputs.push(Port::read(field.content.bytes()?)?),
                15 => return Err(ModelError::Operator("of sparse weights".to_owned())),
                _ => {}
            }
        }
        Ok(())
    }

    fn read_opset(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        let (mut domain, mut version) = ("", 0);
        for field in Fields::of(bytes) {
            let field = field?;
            match field.number {
                1 => domain = field.content.text()?,
                2 => version = field.content.number()?.cast_signed(),
                _ => {}
            }
        }
        if matches!(domain, "" | "ai.onnx") {
            self.opset = version;
        }
        Ok(())
    }
}

impl Node {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let mut node = Node::default();
        for field in Fields::of(bytes) {
            let field = field?;
            match field.number {
                1 => node.inputs.push(field.content.text()?.to_owned()),
                2 => node.outputs.push(field.content.text()?.to_owned()),
                3 => field.content.text()?.clone_into(&mut node.name),
                4 => field.content.text()?.clone_into(&mut node.operator),
                5 => node.read_attribute(field.content.bytes()?)?,
                7 => field.content.text()?.clone_into(&mut node.domain),
                _ => {}
            }
        }
        if node.name.is_empty() {
            node.name = node.outputs.first().cloned().unwrap_or_default();
        }
        Ok(node)
    }

    fn read_attribute(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        let (mut name, mut numbers) = ("", Vec::new());
        let mut kind = None;
        for field in Fields::of(bytes) {
            let field = field?;
            // What is given twice could be read in two ways: checked in one and run in the other.
            if matches!(field.number, 2..=11) && kind.replace(field.number).is_some_and(|other| other != field.number) {
                return Err(ModelError::NotOnnx("an attribute has two values"));
            }
            match field.number {
                1 => name = field.content.text()?,
                3 | 8 => field.content.push_numbers(&mut numbers)?,
                5 => {
                    let weight = Weight::read(field.content.bytes()?)?.1;
                    if self.constant.replace(weight).is_some() {
                        return Err(ModelError::NotOnnx("a step has two tensors"));
                    }
                }
                6 | 11 => self.has_body = true,
                _ => {}
            }
        }
        match self.numbers.insert(name.to_owned(), numbers) {
            Some(_) => Err(ModelError::NotOnnx("a step has an attribute twice")),
            None => Ok(()),
        }
    }

    /// A whole number as attribute.
    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.numbers.get(name).and_then(|numbers| numbers.first().copied())
    }

    /// A list of whole numbers as attribute.
    pub(crate) fn list(&self, name: &str) -> Option<&[i64]> {
        self.numbers.get(name).map(Vec::as_slice)
    }
}

/// A key with its value.
fn entry(bytes: &[u8]) -> Result<(String, String), ModelError> {
    let (mut key, mut value) = (String::new(), String::new());
    for field in Fields::of(bytes) {
        let field = field?;
        match field.number {
            1 => field.content.text()?.clone_into(&mut key),
            2 => field.content.text()?.clone_into(&mut value),
            _ => {}
        }
    }
    Ok((key, value))
}

/// A text of a file as people may read it: short and without control characters.
pub(crate) fn shown(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(60).collect()
}
