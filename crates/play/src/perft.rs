//! Counting the leaves of the game tree, the classic check of a move generator.

use crate::Rules;

/// The number of move sequences of exactly `depth` plies; a game that ends sooner than that has none.
///
/// Only the lack of moves ends a game here, as everywhere perft is counted: draws are played through.
pub fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    let mut buffers = vec![Vec::new(); depth as usize];
    count(position, &mut buffers)
}

/// [`perft`] for each move, in the order the rules list them; counted as they are asked for.
pub fn divide<R: Rules>(position: &R, depth: u32) -> impl Iterator<Item = (R::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 {
        position.moves(&mut moves);
    }
    let mut buffers = vec![Vec::new(); (depth as usize).saturating_sub(1)];
    moves
        .into_iter()
        .map(move |mv| (mv, count(&after(position, mv), &mut buffers)))
}

/// One buffer a ply; the last ply is counted without being played.
fn count<R: Rules>(position: &R, buffers: &mut [Vec<R::Move>]) -> u64 {
    let Some((buffer, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    position.moves(buffer);
    if deeper.is_empty() {
        return buffer.len() as u64;
    }
    buffer.iter().map(|&mv| count(&after(position, mv), deeper)).sum()
}

fn after<R: Rules>(position: &R, mv: R::Move) -> R {
    let mut next = position.clone();
    next.play(mv);
    next
}
