//! A network as an ONNX model, for other programs.
//!
//! ONNX files are protocol buffers; the few messages needed are written here field by field. The model takes the inputs
//! of a batch of positions as 0 or 1 (`own`, `other`: 768 each, the side to move first) and the number of the output
//! set (`bucket`), and gives `centipawns` for the side to move. Its weights are those of the file as floats.

use engine::network::{BUCKETS, FEATURES, HIDDEN, HIDDEN_UNIT, Network, OUTPUT_UNIT};

/// The bytes of the model.
pub fn onnx(network: &Network) -> Vec<u8> {
    let mut graph = Message::default();
    for node in nodes() {
        graph.message(1, &node);
    }
    graph.text(2, "threefold");
    for tensor in tensors(network) {
        graph.message(5, &tensor);
    }
    let side = [Dimension::Batch, Dimension::Fixed(FEATURES)];
    graph.message(11, &value("own", FLOAT, &side));
    graph.message(11, &value("other", FLOAT, &side));
    graph.message(11, &value("bucket", INT64, &[Dimension::Batch, Dimension::Fixed(1)]));
    graph.message(
        12,
        &value("centipawns", FLOAT, &[Dimension::Batch, Dimension::Fixed(1)]),
    );

    let mut operators = Message::default();
    operators.text(1, "");
    operators.number(2, OPERATORS);
    let mut model = Message::default();
    model.number(1, FORMAT);
    model.text(2, "threefold");
    model.text(6, network.note());
    model.message(7, &graph);
    model.message(8, &operators);
    model.0
}

/// The version of the file format, and of the operators used.
const FORMAT: u64 = 8;
const OPERATORS: u64 = 13;
/// Types of numbers.
const FLOAT: u64 = 1;
const INT64: u64 = 7;

/// The operations, in order.
fn nodes() -> Vec<Message> {
    let mut nodes = Vec::new();
    for side in ["own", "other"] {
        let name = |step: &str| format!("{side}_{step}");
        let (sums, clamped, squared) = (name("sums"), name("clamped"), name("squared"));
        nodes.push(node("Gemm", &[side, "hidden_weights", "hidden_bias"], &sums, None));
        nodes.push(node("Clip", &[&sums, "zero", "one"], &clamped, None));
        nodes.push(node("Mul", &[&clamped, &clamped], &squared, None));
    }
    nodes.push(node(
        "Concat",
        &["own_squared", "other_squared"],
        "hidden",
        Some(("axis", 1)),
    ));
    nodes.push(node(
        "Gemm",
        &["hidden", "output_weights", "output_bias"],
        "outputs",
        None,
    ));
    nodes.push(node(
        "GatherElements",
        &["outputs", "bucket"],
        "output",
        Some(("axis", 1)),
    ));
    nodes.push(node("Mul", &["output", "scale"], "centipawns", None));
    nodes
}

fn tensors(network: &Network) -> Vec<Message> {
    let weights = network.weights();
    let floats = |numbers: &[i16], unit: i32| -> Vec<f32> {
        numbers.iter().map(|number| f32::from(*number) / unit as f32).collect()
    };
    let output = floats(&weights.output, OUTPUT_UNIT);
    // The file has a row for each set, the product wants a column.
    let columns: Vec<f32> = (0..2 * HIDDEN)
        .flat_map(|neuron| output.iter().skip(neuron).step_by(2 * HIDDEN).copied())
        .collect();
    vec![
        tensor(
            "hidden_weights",
            &[FEATURES, HIDDEN],
            &floats(&weights.features, HIDDEN_UNIT),
        ),
        tensor("hidden_bias", &[HIDDEN], &floats(&weights.bias, HIDDEN_UNIT)),
        tensor("output_weights", &[2 * HIDDEN, BUCKETS], &columns),
        tensor(
            "output_bias",
            &[BUCKETS],
            &floats(&weights.output_bias, HIDDEN_UNIT * OUTPUT_UNIT),
        ),
        tensor("zero", &[], &[0.0]),
        tensor("one", &[], &[1.0]),
        tensor("scale", &[], &[f32::from(network.scale())]),
    ]
}

/// An operation with one whole number as its attribute, or none.
fn node(operator: &str, inputs: &[&str], output: &str, attribute: Option<(&str, u64)>) -> Message {
    let mut node = Message::default();
    for input in inputs {
        node.text(1, input);
    }
    node.text(2, output);
    node.text(4, operator);
    if let Some((name, number)) = attribute {
        let mut message = Message::default();
        message.text(1, name);
        message.number(3, number);
        message.number(20, 2);
        node.message(5, &message);
    }
    node
}

fn tensor(name: &str, sizes: &[usize], values: &[f32]) -> Message {
    let mut tensor = Message::default();
    for size in sizes {
        tensor.number(1, *size as u64);
    }
    tensor.number(2, FLOAT);
    tensor.text(8, name);
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    tensor.bytes(9, &bytes);
    tensor
}

/// One size of an input or output.
enum Dimension {
    /// As many as the caller likes.
    Batch,
    Fixed(usize),
}

/// The declaration of an input or output.
fn value(name: &str, kind: u64, sizes: &[Dimension]) -> Message {
    let mut shape = Message::default();
    for size in sizes {
        let mut dimension = Message::default();
        match size {
            Dimension::Batch => dimension.text(2, "positions"),
            Dimension::Fixed(size) => dimension.number(1, *size as u64),
        }
        shape.message(1, &dimension);
    }
    let (mut tensor, mut kind_of_value, mut value) = (Message::default(), Message::default(), Message::default());
    tensor.number(1, kind);
    tensor.message(2, &shape);
    kind_of_value.message(1, &tensor);
    value.text(1, name);
    value.message(2, &kind_of_value);
    value
}

/// A protocol buffer message: fields with their numbers, one after the other.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn number(&mut self, field: u64, number: u64) {
        self.varint(field << 3);
        self.varint(number);
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
    }

    fn text(&mut self, field: u64, text: &str) {
        self.bytes(field, text.as_bytes());
    }

    fn message(&mut self, field: u64, message: &Message) {
        self.bytes(field, &message.0);
    }

    /// Seven bits at a time, the lowest first.
    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use engine::network::bucket;
    use shakmaty::{CastlingMode, Chess, Color, Position as _, fen::Fen};

    use super::*;

    /// The fields of a message with their numbers: whole numbers as eight bytes.
    fn fields(mut bytes: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let mut found = Vec::new();
        while !bytes.is_empty() {
            let key = varint(&mut bytes);
            let number = varint(&mut bytes);
            if key & 7 == 2 {
                let (content, rest) = bytes.split_at(number as usize);
                found.push((key >> 3, content.to_vec()));
                bytes = rest;
            } else {
                found.push((key >> 3, number.to_le_bytes().to_vec()));
            }
        }
        found
    }

    fn varint(bytes: &mut &[u8]) -> u64 {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (first, rest) = bytes.split_first().expect("a number ends");
            *bytes = rest;
            number |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                break;
            }
        }
        number
    }

    fn all(message: &[(u64, Vec<u8>)], wanted: u64) -> Vec<&[u8]> {
        let found = message.iter().filter(|(field, _)| *field == wanted);
        found.map(|(_, content)| &content[..]).collect()
    }

    /// The tensors of a model by name.
    fn tensors(model: &[u8]) -> HashMap<String, Vec<f32>> {
        let model = fields(model);
        let graph = fields(all(&model, 7)[0]);
        let read = |bytes: &&[u8]| {
            let tensor = fields(bytes);
            let name = String::from_utf8(all(&tensor, 8)[0].to_vec()).unwrap();
            let (values, _) = all(&tensor, 9)[0].as_chunks();
            (name, values.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
        };
        all(&graph, 5).iter().map(read).collect()
    }

    #[test]
    fn the_tensors_make_the_values_of_the_network() {
        let network = Network::embedded();
        let tensors = tensors(&onnx(&network));
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1b2rk1/pp3ppp/2n1pn2/3q4/8/P1PB1N2/5PPP/R1BQ1RK1 b - - 0 1",
            "8/8/4k3/8/8/3BN3/4K3/8 b - - 0 1",
        ] {
            let position: Chess = fen
                .parse::<Fen>()
                .unwrap()
                .into_position(CastlingMode::Standard)
                .unwrap();
            let (board, turn) = (position.board(), position.turn());
            let hidden = [turn, !turn].into_iter().flat_map(|side: Color| {
                let king = board.king_of(side).unwrap();
                let rows: Vec<usize> = board
                    .iter()
                    .map(|(square, piece)| HIDDEN * engine::network::feature(side, king, piece, square))
                    .collect();
                let (weights, bias) = (&tensors["hidden_weights"], &tensors["hidden_bias"]);
                let sum = move |neuron: usize| bias[neuron] + rows.iter().map(|row| weights[row + neuron]).sum::<f32>();
                (0..HIDDEN).map(sum).collect::<Vec<_>>()
            });
            let bucket = bucket(board.occupied().count());
            let output: f32 = hidden
                .enumerate()
                .map(|(neuron, sum)| sum.clamp(0.0, 1.0).powi(2) * tensors["output_weights"][neuron * BUCKETS + bucket])
                .sum();
            let value = (output + tensors["output_bias"][bucket]) * tensors["scale"][0];
            let wanted = network.evaluate(&position) as f32;
            assert!((value - wanted).abs() <= 1.0, "{fen}: {value} and {wanted}");
        }
    }
}
