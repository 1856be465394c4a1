//! Counting move sequences: `go perft`.

use shakmaty::{Chess, Position as _};

use super::writer::{Style, Writer};
use crate::Signal;

/// Counts the sequences of so many plies and prints them move by move; `None` when it was stopped.
pub(super) fn run(position: &Chess, plies: u32, signal: &Signal, style: Style, writer: &Writer) -> Option<u64> {
    let Some(behind) = plies.checked_sub(1) else {
        return Some(1);
    };
    let mut total = 0;
    for mv in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let count = count(&after, behind, signal)?;
        writer.say(format_args!("{}: {count}", style.mv(mv)));
        total += count;
    }
    writer.say("");
    Some(total)
}

/// The sequences of so many plies; `None` when it was stopped.
fn count(position: &Chess, plies: u32, signal: &Signal) -> Option<u64> {
    match plies {
        0 => return Some(1),
        // The moves need not be played to be counted, which is most of the work.
        1 => return Some(position.legal_moves().len() as u64),
        _ if signal.is_stopped() => return None,
        _ => {}
    }
    position.legal_moves().iter().try_fold(0, |sum, &mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        Some(sum + count(&after, plies - 1, signal)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_shakmaty() {
        let start = Chess::default();
        for plies in 0..=4 {
            assert_eq!(
                count(&start, plies, &Signal::default()),
                Some(shakmaty::perft(&start, plies))
            );
        }
    }

    #[test]
    fn a_count_can_be_stopped() {
        let signal = Signal::default();
        signal.stop();
        assert_eq!(count(&Chess::default(), 30, &signal), None);
    }
}
