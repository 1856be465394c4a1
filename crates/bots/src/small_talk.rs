//! What bots say while they think.

/// What bots say in chess.
pub(crate) static CHESS_LINES: [&str; 14] = with_common([
    "Somebody should move that rook one day.",
    "My king asks for a little patience.",
]);

/// What bots say in Ransom, which has no kings and no rooks.
pub(crate) static RANSOM_LINES: [&str; 14] =
    with_common(["My purse feels light today.", "Two points, and then we shall see."]);

const COMMON_LINES: [&str; 12] = [
    "Now, where did I put my plan?",
    "Hm. That square again.",
    "I had not expected this. Or had I?",
    "One moment, the bishop has an opinion.",
    "Counting pawns. Yours first.",
    "There must be something here.",
    "I like your knight. For now.",
    "If I go there, you go there …",
    "This reminds me of a game I lost.",
    "Quiet, please: thinking.",
    "Every pawn wants to be a queen.",
    "Let me sit on my hands first.",
];

const fn with_common(own: [&'static str; 2]) -> [&'static str; 14] {
    let mut lines = [""; 14];
    let mut index = 0;
    while index < lines.len() {
        lines[index] = match index.checked_sub(COMMON_LINES.len()) {
            None => COMMON_LINES[index],
            Some(index) => own[index],
        };
        index += 1;
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn lines_differ_and_only_chess_has_kings() {
        for (lines, has_kings) in [(CHESS_LINES, true), (RANSOM_LINES, false)] {
            assert_eq!(lines.iter().collect::<HashSet<_>>().len(), lines.len());
            let of_kings = lines
                .iter()
                .any(|line| line.contains("king") && !line.contains("thinking"));
            assert_eq!(of_kings, has_kings);
        }
    }
}
