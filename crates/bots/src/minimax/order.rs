//! Move ordering.

use super::{MAX_PLY, MoveClass, Searchable, Settings};

/// Killers and history of quiet moves.
pub(super) struct Order<R: Searchable> {
    /// Two quiet moves a ply that refuted another line there.
    killers: Vec<[Option<R::Move>; 2]>,
    /// How often and how deep a quiet move was good, by its slot.
    history: Vec<i32>,
}

/// A move with its rank; the greatest is tried first.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    rank: i32,
}

impl<M> Ranked<M> {
    pub(super) const fn is_gain(&self) -> bool {
        self.rank >= GAIN
    }
}

impl<R: Searchable> Order<R> {
    pub(super) fn new() -> Self {
        Order {
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: vec![0; R::SLOTS],
        }
    }

    /// Empty, without room for entries.
    pub(super) const fn none() -> Self {
        Order {
            killers: Vec::new(),
            history: Vec::new(),
        }
    }

    /// Forgets everything: a new question.
    pub(super) fn begin(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill(0);
    }

    /// Ranks all moves: the table's, gains, killers, quiet moves by history, losses.
    pub(super) fn rank(
        &self,
        position: &R,
        moves: &[R::Move],
        ply: usize,
        first: Option<R::Move>,
        ranked: &mut Vec<Ranked<R::Move>>,
    ) {
        ranked.clear();
        ranked.extend(moves.iter().map(|&mv| {
            let rank = if first == Some(mv) {
                i32::MAX
            } else {
                match position.class(mv) {
                    MoveClass::Gain(gain) => GAIN + gain,
                    MoveClass::Loss(loss) => -GAIN + loss,
                    MoveClass::Hope(hope) => hope + self.learned(position, mv, ply),
                    MoveClass::Quiet => self.learned(position, mv, ply),
                }
            };
            Ranked { mv, rank }
        }));
    }

    /// The killers of a ply, the newer first.
    pub(super) fn killers(&self, ply: usize) -> [Option<R::Move>; 2] {
        self.killers[ply]
    }

    /// The history of a quiet move.
    fn learned(&self, position: &R, mv: R::Move, ply: usize) -> i32 {
        let [first, second] = self.killers[ply];
        if first == Some(mv) {
            KILLER + 1
        } else if second == Some(mv) {
            KILLER
        } else {
            self.history[position.slot(mv)]
        }
    }

    /// Remembers a move that was too good for the opponent to allow.
    pub(super) fn refuted(&mut self, position: &R, mv: R::Move, ply: usize, depth: u32, settings: &Settings) {
        match position.class(mv) {
            MoveClass::Gain(_) | MoveClass::Loss(_) => return,
            MoveClass::Hope(_) | MoveClass::Quiet => {}
        }
        let killers = &mut self.killers[ply];
        if settings.killers && killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if settings.history {
            let worth = &mut self.history[position.slot(mv)];
            *worth = (*worth + (depth * depth) as i32).min(KILLER - 1);
        }
    }
}

/// Ranks the gains alone.
pub(super) fn rank_gains<R: Searchable>(position: &R, moves: &[R::Move], ranked: &mut Vec<Ranked<R::Move>>) {
    ranked.clear();
    ranked.extend(moves.iter().filter_map(|&mv| match position.class(mv) {
        MoveClass::Gain(gain) => Some(Ranked { mv, rank: GAIN + gain }),
        MoveClass::Hope(_) | MoveClass::Quiet | MoveClass::Loss(_) => None,
    }));
}

/// Moves the greatest of `ranked[from..]` to `from`: lazy sorting.
///
/// Call it in order from the first; after the first few, the rest is sorted at once.
pub(super) fn next<M: Copy>(ranked: &mut [Ranked<M>], from: usize) -> Option<M> {
    const FEW: usize = 4;
    let rest = ranked.get_mut(from..)?;
    if from < FEW {
        // The first of equals, so that the order of the rules decides and not the swapping.
        let mut best = 0;
        for (index, candidate) in rest.iter().enumerate() {
            if candidate.rank > rest[best].rank {
                best = index;
            }
        }
        rest.get_mut(..=best)?.rotate_right(1);
    } else if from == FEW {
        rest.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
    }
    rest.first().map(|best| best.mv)
}

const GAIN: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
