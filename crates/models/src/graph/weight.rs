//! The numbers that a file stores: their shape, type and size; small ones also by value.

use super::{Element, entry, shown};
use crate::{ModelError, wire::Fields};

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

impl Weight {
    pub(super) fn read(bytes: &[u8]) -> Result<(String, Self), ModelError> {
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
