//! Damages inputs: bytes, words, numbers, lines, and parts of other inputs.

use fastrand::Rng;

/// Bytes of an input at the most.
const LARGEST: usize = 1 << 16;

/// Texts at which readers have gone wrong before.
const WORDS: [&str; 24] = [
    "0",
    "-1",
    "1",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "9223372036854775808",
    "18446744073709551615",
    "1e308",
    "-0.0",
    "NaN",
    "null",
    "[]",
    "{}",
    "\"\"",
    "\\u0000",
    "\u{fffd}",
    "é",
    "\u{202e}",
    "\r\n",
    "\0",
    "((((((((",
    "                                ",
];

/// Makes inputs out of others, the same ones from the same seed.
pub struct Mutator {
    random: Rng,
}

impl Mutator {
    /// A mutator with this seed.
    pub fn new(seed: u64) -> Self {
        Mutator {
            random: Rng::with_seed(seed),
        }
    }

    /// A damaged copy of one of the inputs, of which there is at least one.
    pub fn damaged(&mut self, inputs: &[&[u8]]) -> Vec<u8> {
        let mut bytes = self.one_of(inputs).to_vec();
        for _ in 0..=self.random.usize(..6) {
            let other = self.one_of(inputs);
            self.damage(&mut bytes, other);
        }
        bytes.truncate(LARGEST);
        bytes
    }

    fn one_of<'a>(&mut self, inputs: &[&'a [u8]]) -> &'a [u8] {
        inputs
            .get(self.random.usize(..inputs.len().max(1)))
            .copied()
            .unwrap_or_default()
    }

    fn damage(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let (from, to) = self.range(bytes.len());
        match self.random.u8(..10) {
            0 => bytes.insert(from, self.random.u8(..)),
            1 => drop(bytes.drain(from..to)),
            2 => {
                if let Some(byte) = bytes.get_mut(from) {
                    *byte ^= 1 << self.random.u8(..8);
                }
            }
            3 => {
                let copy = bytes[from..to].to_vec();
                let times = self.random.usize(1..5);
                self.insert(bytes, &copy.repeat(times));
            }
            4 => {
                let word = WORDS[self.random.usize(..WORDS.len())];
                self.insert(bytes, word.as_bytes());
            }
            5 => {
                let (from, to) = self.range(other.len());
                self.insert(bytes, &other[from..to]);
            }
            6 => bytes.truncate(from),
            7 => self.change_number(bytes),
            8 => self.change_word(bytes, other),
            _ => bytes[from..to].reverse(),
        }
        bytes.truncate(LARGEST);
    }

    fn insert(&mut self, bytes: &mut Vec<u8>, part: &[u8]) {
        let at = self.random.usize(..=bytes.len());
        bytes.splice(at..at, part.iter().copied().take(LARGEST));
    }

    /// Puts a number of the list in the place of one of the input.
    fn change_number(&mut self, bytes: &mut Vec<u8>) {
        let numbers = runs(bytes, u8::is_ascii_digit);
        if let Some(&(from, to)) = numbers.get(self.random.usize(..numbers.len().max(1))) {
            let word = WORDS[self.random.usize(..WORDS.len())];
            bytes.splice(from..to, word.bytes());
        }
    }

    /// Puts a word of another input in the place of one of this.
    fn change_word(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let [own, others] = [&*bytes, other].map(|bytes| runs(bytes, u8::is_ascii_alphanumeric));
        let place = own.get(self.random.usize(..own.len().max(1))).copied();
        let word = others.get(self.random.usize(..others.len().max(1))).copied();
        if let (Some((from, to)), Some((begin, end))) = (place, word) {
            bytes.splice(from..to, other[begin..end].iter().copied());
        }
    }

    /// Two places in so many bytes, the first one first and mostly near the other.
    fn range(&mut self, length: usize) -> (usize, usize) {
        let from = self.random.usize(..=length);
        let reach = if self.random.u8(..4) == 0 { length } else { 16 };
        (from, self.random.usize(from..=length.min(from + reach)))
    }
}

/// The longest runs of bytes of a kind.
fn runs(bytes: &[u8], is_of_kind: impl Fn(&u8) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = None;
    for (at, byte) in bytes.iter().chain([&0]).enumerate() {
        match (from, is_of_kind(byte)) {
            (None, true) => from = Some(at),
            (Some(begin), false) => {
                found.push((begin, at));
                from = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_inputs_and_none_is_too_large() {
        let long = vec![0xff; 70_000];
        let inputs: [&[u8]; 3] = [b"", b"e2e4 17", &long];
        let [mut first, mut second] = [7, 7].map(Mutator::new);
        for _ in 0..2_000 {
            let input = first.damaged(&inputs);
            assert!(input.len() <= LARGEST);
            assert_eq!(input, second.damaged(&inputs));
        }
    }

    #[test]
    fn runs_are_found_at_both_ends() {
        assert_eq!(runs(b"12a3", u8::is_ascii_digit), [(0, 2), (3, 4)]);
        assert_eq!(runs(b"", u8::is_ascii_digit), []);
    }
}
