//! Inputs and outputs of a model: their names, element types and dimensions.

use std::fmt;

use crate::{
    ModelError,
    wire::{Content, Fields},
};

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

impl Port {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ModelError> {
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

impl Element {
    pub(super) const fn of(number: u64) -> Self {
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
