//! Foreign text in messages.

/// How much of a text a message shows; no move and no field of a FEN is longer, but for the board.
const LETTERS: usize = 40;

/// A text for a message: on one line, and cut with `…` when it is long.
pub(crate) fn shortened(text: &str) -> String {
    let mut letters = text.chars().filter(|letter| !letter.is_control());
    let mut short: String = letters.by_ref().take(LETTERS).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_texts_are_cut() {
        let fits = "é".repeat(LETTERS);
        assert_eq!(shortened(&format!("{fits}\n")), fits);
        assert_eq!(shortened(&format!("{fits}e4")), format!("{fits}…"));
    }

    #[test]
    fn control_characters_are_left_out() {
        assert_eq!(shortened("N\u{1b}f\n3\r"), "Nf3");
    }
}
