//! Protocol buffers, as far as ONNX files need them: the fields of a message, one after the other.

use crate::ModelError;

/// A field of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'a> {
    pub(crate) number: u64,
    pub(crate) content: Content<'a>,
    /// The field as it is written.
    pub(crate) whole: &'a [u8],
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of a message; ends after the first fault.
pub(crate) struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    pub(crate) const fn of(message: &'a [u8]) -> Self {
        Fields(message)
    }

    fn read(&mut self) -> Result<Field<'a>, ModelError> {
        let before = self.0;
        let key = varint(&mut self.0)?;
        let content = match key & 7 {
            0 => Content::Number(varint(&mut self.0)?),
            1 => Content::Number(u64::from_le_bytes(self.fixed()?)),
            2 => {
                let length = varint(&mut self.0)?;
                Content::Bytes(self.take(usize::try_from(length).unwrap_or(usize::MAX))?)
            }
            5 => Content::Number(u64::from(u32::from_le_bytes(self.fixed()?))),
            _ => return Err(ModelError::NotOnnx("a field has an unknown kind")),
        };
        Ok(Field {
            number: key >> 3,
            content,
            whole: &before[..before.len() - self.0.len()],
        })
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], ModelError> {
        let (taken, rest) = self
            .0
            .split_at_checked(length)
            .ok_or(ModelError::NotOnnx("it ends in the middle of a field"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        let taken = self.take(N)?;
        taken
            .try_into()
            .map_err(|_| ModelError::NotOnnx("a number has the wrong length"))
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Field<'a>, ModelError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let field = self.read();
        if field.is_err() {
            self.0 = &[];
        }
        Some(field)
    }
}

impl<'a> Content<'a> {
    pub(crate) const fn bytes(self) -> Result<&'a [u8], ModelError> {
        match self {
            Content::Bytes(bytes) => Ok(bytes),
            Content::Number(_) => Err(ModelError::NotOnnx("a number stands where a text belongs")),
        }
    }

    pub(crate) fn text(self) -> Result<&'a str, ModelError> {
        std::str::from_utf8(self.bytes()?).map_err(|_| ModelError::NotOnnx("a name is not UTF-8"))
    }

    pub(crate) const fn number(self) -> Result<u64, ModelError> {
        match self {
            Content::Number(number) => Ok(number),
            Content::Bytes(_) => Err(ModelError::NotOnnx("a text stands where a number belongs")),
        }
    }

    /// Adds whole numbers, which may be packed into one field.
    pub(crate) fn push_numbers(self, numbers: &mut Vec<i64>) -> Result<(), ModelError> {
        match self {
            Content::Number(number) => numbers.push(number.cast_signed()),
            Content::Bytes(mut packed) => {
                while !packed.is_empty() {
                    numbers.push(varint(&mut packed)?.cast_signed());
                }
            }
        }
        Ok(())
    }
}

/// A message under construction.
#[derive(Default)]
pub(crate) struct Message(pub(crate) Vec<u8>);

impl Message {
    pub(crate) fn number(&mut self, field: u64, number: u64) {
        self.varint(field << 3);
        self.varint(number);
    }

    pub(crate) fn float(&mut self, field: u64, number: f32) {
        self.varint(field << 3 | 5);
        self.0.extend(number.to_le_bytes());
    }

    pub(crate) fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
    }

    pub(crate) fn text(&mut self, field: u64, text: &str) {
        self.bytes(field, text.as_bytes());
    }

    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

/// Seven bits at a time, the lowest first.
fn varint(bytes: &mut &[u8]) -> Result<u64, ModelError> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes
            .split_first()
            .ok_or(ModelError::NotOnnx("it ends in the middle of a number"))?;
        *bytes = rest;
        number |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(ModelError::NotOnnx("a number is too long"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_in_order() {
        let message = [0x08, 0x96, 0x01, 0x12, 0x02, b'o', b'k', 0x1d, 1, 0, 0, 0];
        let fields: Vec<Field<'_>> = Fields::of(&message).map(Result::unwrap).collect();
        assert_eq!(fields.iter().map(|field| field.number).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(fields[0].content.number().unwrap(), 150);
        assert_eq!(fields[1].content.text().unwrap(), "ok");
        assert_eq!(fields[2].content.number().unwrap(), 1);
    }

    #[test]
    fn damaged_messages_end_in_words() {
        for message in [
            &[0x08][..],
            &[0x12, 0x05, b'x'],
            &[0x0b],
            &[0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
            &[0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
        ] {
            let fields: Vec<_> = Fields::of(message).collect();
            assert!(fields.last().is_some_and(Result::is_err), "{message:?}");
        }
    }

    #[test]
    fn packed_numbers_are_spread() {
        let mut numbers = Vec::new();
        Content::Bytes(&[1, 0xac, 0x02]).push_numbers(&mut numbers).unwrap();
        Content::Number(u64::MAX).push_numbers(&mut numbers).unwrap();
        assert_eq!(numbers, [1, 300, -1]);
    }
}
