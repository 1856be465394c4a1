//! The weights as the source the engine is built from.

use std::fmt::Write as _;

use engine::WeightField;

/// What stands before the fields, as in `crates/engine/src/evaluation/weights/table.rs`.
const HEAD: &str = "\
//! What every weight is worth, as `threefold tune` writes it; what it is stands in `weights.rs`.

use super::{super::pair::s, Weights};

/// The table the engine plays with.
#[rustfmt::skip]
pub(in crate::evaluation) static WEIGHTS: Weights = Weights {
";

/// Weights to a line: the files of a board, where a field is one.
const LINE: usize = 8;

/// The table of weights as Rust source, to take the place of the engine's.
pub fn weight_table(fields: &[WeightField]) -> String {
    let mut text = HEAD.to_owned();
    for field in fields {
        writeln!(text, "    {}: [", field.name).expect("a string takes all text");
        for line in field.values.chunks(LINE) {
            let pairs: Vec<String> = line
                .iter()
                .map(|[middlegame, endgame]| format!("s({middlegame:>4}, {endgame:>4}),"))
                .collect();
            writeln!(text, "        {}", pairs.join(" ")).expect("a string takes all text");
        }
        text.push_str("    ],\n");
    }
    text.push_str("};\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_the_engine_are_written_as_its_own_source() {
        let source = include_str!("../../../engine/src/evaluation/weights/table.rs");
        assert_eq!(weight_table(&engine::weight_fields()), source);
    }
}
