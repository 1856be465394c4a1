//! Work in pieces on several threads, with results in the order of the pieces whoever did them.

use std::{panic::resume_unwind, thread};

/// Does the pieces `0..count` and returns their results in order.
pub(super) fn in_pieces<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = threads.clamp(1, count.max(1));
    let share = |thread: usize| {
        (thread..count)
            .step_by(threads)
            .map(|piece| (piece, work(piece)))
            .collect()
    };
    let share: &(dyn Fn(usize) -> Vec<(usize, T)> + Sync) = &share;
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        // A thread the system does not give is made up for here.
        let others: Vec<_> = (1..threads)
            .map(|thread| {
                (
                    thread,
                    thread::Builder::new().spawn_scoped(scope, move || share(thread)),
                )
            })
            .collect();
        let mut done = share(0);
        for (thread, other) in others {
            done.extend(match other {
                Ok(other) => other.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => share(thread),
            });
        }
        done
    });
    done.sort_by_key(|(piece, _)| *piece);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_pieces() {
        for threads in [0, 1, 2, 3, 40] {
            assert_eq!(
                in_pieces(threads, 17, |piece| piece * piece),
                (0..17).map(|n| n * n).collect::<Vec<_>>()
            );
            assert_eq!(in_pieces(threads, 0, |piece| piece), Vec::<usize>::new());
        }
    }
}
