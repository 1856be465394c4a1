//! Several moves on one line.

/// Labels in a row: divided by spaces, or by commas if a label has spaces of its own.
pub(crate) fn joined<S: AsRef<str>>(labels: impl IntoIterator<Item = S>) -> String {
    let labels: Vec<S> = labels.into_iter().collect();
    let spaced = labels.iter().any(|label| label.as_ref().contains(' '));
    let parts: Vec<&str> = labels.iter().map(AsRef::as_ref).collect();
    parts.join(if spaced { ", " } else { " " })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_several_words_are_distinguished() {
        assert_eq!(joined(["Nf3", "e4"]), "Nf3 e4");
        assert_eq!(joined(["Pawn A1→A3", "Knight C8→D6"]), "Pawn A1→A3, Knight C8→D6");
        assert_eq!(joined::<&str>([]), "");
    }
}
