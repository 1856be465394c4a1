//! Which operators a model may use.
//!
//! They are those of `lc0 leela2onnx` and of `threefold train --export-onnx`, and some that trainers of small networks
//! use instead. The shapes determine the memory and work of each; loops and branches are not among them.

use std::borrow::Cow;

use crate::{
    ModelError,
    graph::{Graph, Node},
    wire::{Fields, Message},
};

/// How the outputs of an operator follow from its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    /// Number by number.
    Map,
    /// Number by number of several tensors, which are stretched to the same shape.
    Join,
    Concat,
    Constant,
    Conv,
    Expand,
    Flatten,
    Gather,
    GatherElements,
    Gemm,
    GlobalPool,
    MatMul,
    Reduce,
    Reshape,
    Shape,
    Slice,
    Split,
    Squeeze,
    Transpose,
    Unsqueeze,
}

impl Operator {
    /// The operator of a step.
    pub(crate) fn of(node: &Node) -> Result<Self, ModelError> {
        let unknown = || {
            let name: String = node
                .operator
                .chars()
                .filter(|letter| !letter.is_control())
                .take(40)
                .collect();
            ModelError::Operator(name)
        };
        if !matches!(node.domain.as_str(), "" | "ai.onnx") || node.has_body {
            return Err(unknown());
        }
        Ok(match node.operator.as_str() {
            "Abs" | "BatchNormalization" | "Cast" | "Clip" | "Elu" | "Erf" | "Exp" | "HardSigmoid" | "HardSwish"
            | "Identity" | "LayerNormalization" | "LeakyRelu" | "Log" | "LogSoftmax" | "Mish" | "Neg"
            | "Reciprocal" | "Relu" | "Selu" | "Sigmoid" | "Softmax" | "Softplus" | "Sqrt" | "Tanh" => Operator::Map,
            "Add" | "Div" | "Equal" | "Greater" | "Less" | "Max" | "Min" | "Mul" | "Pow" | "Sub" | "Where" => {
                Operator::Join
            }
            "Concat" => Operator::Concat,
            "Constant" => Operator::Constant,
            "Conv" => Operator::Conv,
            "Expand" => Operator::Expand,
            "Flatten" => Operator::Flatten,
            "Gather" => Operator::Gather,
            "GatherElements" => Operator::GatherElements,
            "Gemm" => Operator::Gemm,
            "GlobalAveragePool" => Operator::GlobalPool,
            "MatMul" => Operator::MatMul,
            "ReduceMean" | "ReduceSum" => Operator::Reduce,
            "Reshape" => Operator::Reshape,
            "Shape" => Operator::Shape,
            "Slice" => Operator::Slice,
            "Split" => Operator::Split,
            "Squeeze" => Operator::Squeeze,
            "Transpose" => Operator::Transpose,
            "Unsqueeze" => Operator::Unsqueeze,
            _ => return Err(unknown()),
        })
    }
}

/// The model with `Selu` and `Mish`, which the library does not know, as products of operators that it does.
pub(crate) fn rewritten<'a>(bytes: &'a [u8], graph: &Graph) -> Result<Cow<'a, [u8]>, ModelError> {
    if !graph.nodes.iter().any(|node| is_composed(&node.operator)) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut model = Message::default();
    for field in Fields::of(bytes) {
        let field = field?;
        if field.number == 7 {
            model.bytes(7, &rewritten_graph(field.content.bytes()?)?);
        } else {
            model.0.extend(field.whole);
        }
    }
    Ok(Cow::Owned(model.0))
}

fn is_composed(operator: &str) -> bool {
    matches!(operator, "Selu" | "Mish")
}

fn rewritten_graph(bytes: &[u8]) -> Result<Vec<u8>, ModelError> {
    let mut graph = Message::default();
    for field in Fields::of(bytes) {
        let field = field?;
        let node = match field.number {
            1 => Some(Node::read(field.content.bytes()?)?),
            _ => None,
        };
        match node.filter(|node| is_composed(&node.operator)) {
            None => graph.0.extend(field.whole),
            Some(node) => {
                let (Some(input), Some(output)) = (node.inputs.first(), node.outputs.first()) else {
                    return Err(ModelError::NotOnnx("a step has no input or output"));
                };
                if node.operator == "Mish" {
                    write_mish(&mut graph, input, output);
                } else {
                    let [alpha, gamma] = selu_factors(field.content.bytes()?)?;
                    write_selu(&mut graph, input, output, alpha, gamma);
                }
            }
        }
    }
    Ok(graph.0)
}

/// Mish is x · tanh(softplus(x)).
fn write_mish(graph: &mut Message, input: &str, output: &str) {
    let [soft, bent] = ["softplus", "tanh"].map(|step| format!("{output}//{step}"));
    graph.bytes(1, &node("Softplus", &[input], &soft).0);
    graph.bytes(1, &node("Tanh", &[&soft], &bent).0);
    graph.bytes(1, &node("Mul", &[input, &bent], output).0);
}

/// Selu is Elu times a factor.
fn write_selu(graph: &mut Message, input: &str, output: &str, alpha: f32, gamma: f32) {
    let [bent, factor] = ["elu", "gamma"].map(|step| format!("{output}//{step}"));
    let mut elu = node("Elu", &[input], &bent);
    let mut attribute = Message::default();
    attribute.text(1, "alpha");
    attribute.float(2, alpha);
    attribute.number(20, 1);
    elu.bytes(5, &attribute.0);
    graph.bytes(1, &elu.0);
    graph.bytes(1, &node("Mul", &[&bent, &factor], output).0);
    let mut weight = Message::default();
    weight.number(1, 1);
    weight.number(2, 1);
    weight.text(8, &factor);
    weight.bytes(9, &gamma.to_le_bytes());
    graph.bytes(5, &weight.0);
}

fn node(operator: &str, inputs: &[&str], output: &str) -> Message {
    let mut node = Message::default();
    for input in inputs {
        node.text(1, input);
    }
    node.text(2, output);
    node.text(3, output);
    node.text(4, operator);
    node
}

/// The factors of a `Selu`; what is not written has the value of the format's specification.
fn selu_factors(bytes: &[u8]) -> Result<[f32; 2], ModelError> {
    let (mut alpha, mut gamma) = (1.673_263_2, 1.050_701);
    for field in Fields::of(bytes) {
        let field = field?;
        if field.number != 5 {
            continue;
        }
        let (mut name, mut factor) = ("", 0.0);
        for field in Fields::of(field.content.bytes()?) {
            let field = field?;
            match field.number {
                1 => name = field.content.text()?,
                2 => factor = f32::from_bits(field.content.number()? as u32),
                _ => {}
            }
        }
        match name {
            "alpha" => alpha = factor,
            "gamma" => gamma = factor,
            _ => {}
        }
    }
    Ok([alpha, gamma])
}
