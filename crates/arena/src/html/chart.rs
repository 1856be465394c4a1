//! Charts as SVG.
//!
//! A chart has the width of its container and a fixed height. Horizontal positions are per cent and vertical lengths
//! are pixels, so text and strokes have the same size on all screens; only the line of a course is stretched.

use std::fmt::{self, Write};

use crate::html::words::{Escaped, count};

/// Three folded squares, one behind the other.
pub(super) fn mark(out: &mut String) -> fmt::Result {
    out.write_str("<svg class=\"mark\" viewBox=\"0 0 40 40\" width=\"40\" height=\"40\" aria-hidden=\"true\">")?;
    for (place, class) in [(14, "back"), (8, "middle"), (2, "front")] {
        let other = 38 - place;
        write!(
            out,
            "<path class=\"{class}\" d=\"M{place} {other}v-22h16l6 6v16z\"/>\
             <path class=\"fold\" d=\"M{} {}v6h6z\"/>",
            place + 16,
            other - 22
        )?;
    }
    out.write_str("</svg>\n")
}

/// A column of [`columns`].
pub(super) struct Column {
    /// How high it is.
    pub(super) count: u64,
    /// Its colour.
    pub(super) class: &'static str,
    /// The tooltip; plain text.
    pub(super) hint: String,
}

/// Columns side by side; `labels` stand below at places from 0 to 1, plain text.
pub(super) fn columns(out: &mut String, name: &str, columns: &[Column], labels: &[(f64, String)]) -> fmt::Result {
    const TOP: f64 = 22.0;
    const BASE: f64 = 150.0;
    let highest = columns.iter().map(|column| column.count).max().unwrap_or(0).max(1);
    let width = 100.0 / columns.len().max(1) as f64;
    // More numbers than this would overlap on a phone; then only the highest is shown.
    let all_numbers = columns.len() <= 5;
    let mut numbered = false;
    write!(
        out,
        "<svg class=\"chart\" width=\"100%\" height=\"176\" role=\"img\" aria-label=\"{}\">",
        Escaped(name)
    )?;
    for (index, column) in columns.iter().enumerate() {
        let height = (BASE - TOP) * column.count as f64 / highest as f64;
        // Even one game among many thousands is visible.
        let height = if column.count > 0 { height.max(1.5) } else { 0.0 };
        let left = width * index as f64;
        let top = BASE - height;
        write!(
            out,
            "<g><title>{}</title><rect class=\"{}\" x=\"{:.2}%\" y=\"{top:.1}\" width=\"{:.2}%\" height=\"{height:.1}\"/>",
            Escaped(&column.hint),
            column.class,
            left + width * 0.08,
            width * 0.84
        )?;
        if all_numbers || (column.count == highest && !numbered) {
            numbered = true;
            let middle = (left + width / 2.0) / 100.0;
            text(out, middle, top - 6.0, &count(column.count))?;
        }
        out.write_str("</g>")?;
    }
    write!(
        out,
        "<line class=\"axis\" x1=\"0\" x2=\"100%\" y1=\"{BASE}\" y2=\"{BASE}\"/>"
    )?;
    for (place, label) in labels {
        text(out, *place, BASE + 20.0, label)?;
    }
    out.write_str("</svg>\n")
}

/// Parts of a whole as one bar.
pub(super) fn shares(out: &mut String, name: &str, parts: &[(&str, u64)]) -> fmt::Result {
    let whole = parts.iter().map(|(_, count)| count).sum::<u64>().max(1) as f64;
    write!(
        out,
        "<svg class=\"shares\" width=\"100%\" height=\"18\" role=\"img\"><title>{}</title>",
        Escaped(name)
    )?;
    let mut left = 0.0;
    for (class, count) in parts.iter().filter(|(_, count)| *count > 0) {
        let width = *count as f64 / whole * 100.0;
        write!(
            out,
            "<rect class=\"{class}\" x=\"{left:.2}%\" width=\"{width:.2}%\" height=\"18\"/>"
        )?;
        left += width;
    }
    out.write_str("</svg>\n")
}

/// One bar, from 0 to 1 of its place.
pub(super) fn bar(out: &mut String, share: f64) -> fmt::Result {
    let width = share.clamp(0.0, 1.0) * 100.0;
    out.write_str("<svg class=\"bar\" width=\"100%\" height=\"10\" aria-hidden=\"true\">")?;
    write!(
        out,
        "<rect class=\"track\" width=\"100%\" height=\"10\"/><rect class=\"mass\" width=\"{width:.2}%\" height=\"10\"/>"
    )?;
    out.write_str("</svg>")
}

/// A value on a range, filled from zero, with both ends marked as goals.
pub(super) fn gauge(out: &mut String, name: &str, range: Range, value: f64) -> fmt::Result {
    let [zero, place] = [0.0, value].map(|value| range.place(value) * 100.0);
    let (left, width) = (zero.min(place), (zero - place).abs());
    write!(
        out,
        "<svg class=\"chart\" width=\"100%\" height=\"24\" role=\"img\" aria-label=\"{}\">",
        Escaped(name)
    )?;
    writeln!(
        out,
        "<rect class=\"track\" y=\"7\" width=\"100%\" height=\"10\" rx=\"5\"/>\
         <rect class=\"mass\" x=\"{left:.2}%\" y=\"7\" width=\"{width:.2}%\" height=\"10\"/>\
         <line class=\"axis\" x1=\"{zero:.2}%\" x2=\"{zero:.2}%\" y1=\"3\" y2=\"21\"/>\
         <circle class=\"dot\" cx=\"{place:.2}%\" cy=\"12\" r=\"7\"/></svg>"
    )
}

/// Numbers that a picture reaches from and to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Range {
    /// Where a value lies, from 0 to 1.
    pub(super) fn place(self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// A value with its margin, and the place of zero.
pub(super) fn interval(out: &mut String, range: Range, value: f64, margin: f64) -> fmt::Result {
    let [zero, low, middle, high] =
        [0.0, value - margin, value, value + margin].map(|value| range.place(value) * 100.0);
    write!(
        out,
        "<svg class=\"chart\" width=\"100%\" height=\"22\" aria-hidden=\"true\">\
         <line class=\"axis\" x1=\"{zero:.2}%\" x2=\"{zero:.2}%\" y1=\"0\" y2=\"22\"/>\
         <line class=\"whisker\" x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"11\" y2=\"11\"/>\
         <circle class=\"dot\" cx=\"{middle:.2}%\" cy=\"11\" r=\"5\"/></svg>"
    )
}

/// Labels on a separate line at positions from 0 to 1.
pub(super) fn scale(out: &mut String, labels: &[(f64, String)]) -> fmt::Result {
    out.write_str("<svg class=\"chart\" width=\"100%\" height=\"20\">")?;
    for (place, label) in labels {
        text(out, *place, 15.0, label)?;
    }
    out.write_str("</svg>")
}

/// Text at a place from 0 to 1, kept inside at both ends; plain text.
pub(super) fn text(out: &mut String, place: f64, y: f64, label: &str) -> fmt::Result {
    let anchor = if place <= 0.0 {
        "start"
    } else if place >= 1.0 {
        "end"
    } else {
        "middle"
    };
    write!(
        out,
        "<text x=\"{:.2}%\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        place * 100.0,
        Escaped(label)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_out_of_range_stays_in_the_picture() {
        let range = Range { low: -2.0, high: 2.0 };
        let places = [-9.0, 0.0, 9.0, f64::INFINITY].map(|value| format!("{:.1}", range.place(value)));
        assert_eq!(places, ["0.0", "0.5", "1.0", "1.0"]);
    }
}
