//! The graph of an ONNX file: inputs, outputs, steps and weights, without the values of the weights.
//!
//! Field numbers are those of `onnx.proto`. Weights of a few whole numbers are kept, for they are shapes and axes of
//! other steps.

use std::{collections::HashMap, fmt};

use crate::{
    ModelError,
    wire::{Content, Fields},
};

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

/// An input or output of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub element: Element,
    /// Its sizes.
    pub shape: Vec<Dimension>,
}

/// A size of an input or output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// As many as the caller likes.
    Free,
    /// This many.
    Fixed(u64),
}

/// The type of the numbers of a tensor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Element {
    /// Not said.
    #[default]
    Unknown,
    /// 32-bit floating point.
    Float,
    /// 16-bit floating point; computed in 32 bits.
    Half,
    /// 64-bit floating point; computed in 32 bits.
    Double,
    /// 32-bit whole numbers.
    Int32,
    /// 64-bit whole numbers.
    Int64,
    /// True or false.
    Bool,
    /// A type that is not supported, by its number in the format.
    Other(u64),
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

/// A constant tensor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weight {
    pub(crate) element: Element,
    pub(crate) shape: Vec<u64>,
    /// Its values, if they are few whole numbers.
    pub(crate) integers: Option<Vec<i64>>,
}

/// So many whole numbers of a weight are kept: more than a tensor has axes.
const FEW: usize = 16;

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

impl Port {
    fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let mut port = Port::default();
        for field in Fields::of(bytes) {
            let field = field?;
            match field.number {
                1 => field.content.text()?.clone_into(&mut port.name),
                2 => port.read_type(field.content.bytes()?)?,
                _ => {}
            }
        }
        Ok(port)
    }

    /// The type is a tensor of elements and a shape.
    fn read_type(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        for tensor in Fields::of(bytes) {
            let tensor = tensor?;
            if tensor.number != 1 {
                continue;
            }
            for field in Fields::of(tensor.content.bytes()?) {
                let field = field?;
                match field.number {
                    1 => self.element = Element::of(field.content.number()?),
                    2 => self.read_shape(field.content.bytes()?)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn read_shape(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        for size in Fields::of(bytes) {
            let size = size?;
            if size.number != 1 {
                continue;
            }
            let mut dimension = Dimension::Free;
            for field in Fields::of(size.content.bytes()?) {
                let field = field?;
                if let (1, Content::Number(fixed)) = (field.number, field.content)
                    && fixed.cast_signed() > 0
                {
                    dimension = Dimension::Fixed(fixed);
                }
            }
            self.shape.push(dimension);
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

impl Weight {
    fn read(bytes: &[u8]) -> Result<(String, Self), ModelError> {
        let (mut weight, mut name) = (Weight::default(), String::new());
        let (mut sizes, mut integers, mut raw) = (Vec::new(), Vec::new(), &[][..]);
        let (mut location, mut is_external) = (String::new(), false);
        let mut data = None;
        for field in Fields::of(bytes) {
            let field = field?;
            if matches!(field.number, 4..=7 | 9..=11)
                && data.replace(field.number).is_some_and(|other| other != field.number)
            {
                return Err(ModelError::NotOnnx("a weight has its numbers twice"));
            }
            match field.number {
                1 => field.content.push_numbers(&mut sizes)?,
                2 => weight.element = Element::of(field.content.number()?),
                // Long lists of whole numbers are data, of which nothing is kept.
                5 | 7 if integers.len() <= FEW => field.content.push_numbers(&mut integers)?,
                8 => field.content.text()?.clone_into(&mut name),
                9 => raw = field.content.bytes()?,
                13 => {
                    let (key, value) = entry(field.content.bytes()?)?;
                    if key == "location" {
                        location = value;
                    }
                }
                14 => is_external = field.content.number()? == 1,
                _ => {}
            }
        }
        if is_external {
            return Err(ModelError::ExternalWeights(shown(&location)));
        }
        for size in sizes {
            let size = u64::try_from(size).map_err(|_| ModelError::NotOnnx("a weight has a negative size"))?;
            weight.shape.push(size);
        }
        weight.keep_integers(integers, raw);
        Ok((name, weight))
    }

    /// Keeps few whole numbers, from their own field or from the bytes of the tensor.
    fn keep_integers(&mut self, listed: Vec<i64>, raw: &[u8]) {
        let found = match self.element {
            Element::Int64 if listed.is_empty() => raw
                .as_chunks()
                .0
                .iter()
                .map(|bytes| i64::from_le_bytes(*bytes))
                .take(FEW + 1)
                .collect(),
            Element::Int32 if listed.is_empty() => raw
                .as_chunks()
                .0
                .iter()
                .map(|bytes| i64::from(i32::from_le_bytes(*bytes)))
                .take(FEW + 1)
                .collect(),
            Element::Int64 | Element::Int32 => listed,
            _ => return,
        };
        if found.len() <= FEW && self.count() == Some(found.len() as u64) {
            self.integers = Some(found);
        }
    }

    /// How many numbers it has; `None` if that is beyond counting.
    pub(crate) fn count(&self) -> Option<u64> {
        self.shape
            .iter()
            .try_fold(1_u64, |product, size| product.checked_mul(*size))
    }
}

impl Element {
    const fn of(number: u64) -> Self {
        match number {
            0 => Element::Unknown,
            1 => Element::Float,
            6 => Element::Int32,
            7 => Element::Int64,
            9 => Element::Bool,
            10 => Element::Half,
            11 => Element::Double,
            other => Element::Other(other),
        }
    }

    /// Whether tensors of this type can be used.
    pub(crate) const fn is_supported(self) -> bool {
        !matches!(self, Element::Other(_))
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Unknown => f.write_str("unknown"),
            Element::Float => f.write_str("float"),
            Element::Half => f.write_str("float16"),
            Element::Double => f.write_str("double"),
            Element::Int32 => f.write_str("int32"),
            Element::Int64 => f.write_str("int64"),
            Element::Bool => f.write_str("bool"),
            Element::Other(number) => write!(f, "type {number}"),
        }
    }
}

impl fmt::Display for Port {
    /// `/input/planes float [N,112,8,8]`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self
            .shape
            .iter()
            .map(|size| match size {
                Dimension::Free => "N".to_owned(),
                Dimension::Fixed(size) => size.to_string(),
            })
            .collect();
        // A hostile name must not fill the screen.
        let name: String = self
            .name
            .chars()
            .filter(|letter| !letter.is_control())
            .take(60)
            .collect();
        write!(f, "{name} {} [{}]", self.element, sizes.join(","))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A field of bytes.
    fn field(number: u8, content: &[u8]) -> Vec<u8> {
        [&[number << 3 | 2, content.len() as u8], content].concat()
    }

    fn words<T>(read: Result<T, ModelError>) -> String {
        read.map(|_| ())
            .map_or_else(|error| error.to_string(), |()| "it is read".to_owned())
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        // One whole number of 64 bits, in its own field and as bytes.
        let listed = [&[0x08, 1, 0x10, 7][..], &field(7, &[5])].concat();
        assert_eq!(words(Weight::read(&listed)), "it is read");
        let twice = [&listed[..], &field(9, &[9; 8])].concat();
        assert!(words(Weight::read(&twice)).contains("its numbers twice"));
        let node = |attributes: &[Vec<u8>]| {
            let parts = attributes.iter().map(|attribute| field(5, attribute));
            words(Node::read(&parts.collect::<Vec<_>>().concat()))
        };
        let ints = [field(1, b"axes"), field(8, &[1])].concat();
        assert_eq!(node(std::slice::from_ref(&ints)), "it is read");
        assert!(node(&[ints.clone(), ints.clone()]).contains("an attribute twice"));
        assert!(node(&[[ints, field(5, &listed)].concat()]).contains("two values"));
        let tensor = |name: &[u8]| [field(1, name), field(5, &listed)].concat();
        assert!(node(&[tensor(b"value"), tensor(b"other")]).contains("two tensors"));
    }

    #[test]
    fn texts_of_a_file_are_shown_without_control_characters() {
        let location = field(13, &[field(1, b"location"), field(2, b"\x1b[2Jweights")].concat());
        let external = [location, vec![14 << 3, 1]].concat();
        assert!(words(Weight::read(&external)).contains("([2Jweights)"));
    }
}
