//! What Tab offers: moves that begin with what was typed, as people or as programs write them, and commands.

use play::LegalMove;

use crate::slash::COMMANDS;

/// Everything that begins with `typed`, in the order of the list; a move once.
pub(crate) fn candidates(typed: &str, choices: &[LegalMove]) -> Vec<String> {
    if let Some(begun) = typed.strip_prefix('/') {
        let rows = COMMANDS.iter().filter(|row| begins(row.word, begun));
        return rows.map(|row| format!("/{}", row.word)).collect();
    }
    let mut found: Vec<String> = Vec::new();
    // An exact beginning goes before one that only differs in case: b4 is a pawn's, B a bishop's.
    let ways: [fn(&str, &str) -> bool; 2] = [|whole, begun| whole.starts_with(begun), begins];
    for fits in ways {
        for choice in choices {
            let text = [&choice.label, &choice.code].into_iter().find(|text| fits(text, typed));
            if let Some(text) = text
                && !found
                    .iter()
                    .any(|known| *known == choice.label || *known == choice.code)
            {
                found.push(text.clone());
            }
        }
    }
    found
}

fn begins(whole: &str, begun: &str) -> bool {
    let mut letters = whole.chars();
    begun.chars().all(|letter| {
        letters
            .next()
            .is_some_and(|other| other.to_lowercase().eq(letter.to_lowercase()))
    })
}

#[cfg(test)]
mod tests {
    use play::{Action, Square};

    use super::*;

    fn choice(label: &str, code: &str) -> LegalMove {
        let square = Square { file: 0, rank: 0 };
        LegalMove {
            from: square,
            to: square,
            action: Action::Move,
            captures: false,
            label: label.to_owned(),
            code: code.to_owned(),
        }
    }

    #[test]
    fn moves_are_found_as_people_and_as_programs_write_them() {
        let choices = [choice("b4", "b2b4"), choice("Bb5", "f1b5"), choice("Nf3", "g1f3")];
        assert_eq!(candidates("B", &choices), ["Bb5", "b4"]);
        assert_eq!(candidates("b", &choices), ["b4", "Bb5"]);
        assert_eq!(candidates("g1", &choices), ["g1f3"]);
        assert_eq!(candidates("nf", &choices), ["Nf3"]);
        assert_eq!(candidates("x", &choices), [""; 0]);
        assert_eq!(candidates("", &choices), ["b4", "Bb5", "Nf3"]);
    }

    #[test]
    fn labels_of_ransom_are_found_too() {
        let choices = [choice("Pawn A1→A3", "a1a3"), choice("Pawn A3 upgraded", "a3a3q")];
        assert_eq!(candidates("pawn a3", &choices), ["Pawn A3 upgraded"]);
        assert_eq!(candidates("a1", &choices), ["a1a3"]);
    }

    #[test]
    fn commands_follow_a_slash() {
        assert_eq!(candidates("/re", &[]), ["/review", "/rematch", "/resign"]);
    }
}
