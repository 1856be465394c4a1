//! The limits of a search.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use shakmaty::{ByColor, Move};

/// When to stop; a search ends at the first limit it reaches, and without any at the deepest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Positions to visit; exact with one thread.
    pub nodes: Option<u64>,
    /// No new depth begins once so many positions have been visited; the one begun is searched to its
    /// end, and the first two in any case.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in this many moves is found, for either side.
    pub mate: Option<u32>,
    /// A fixed time for this move, used completely.
    pub movetime: Option<Duration>,
    /// The clocks of the game.
    pub clock: Option<GameClock>,
    /// The only moves to look at; empty means every legal move.
    pub moves: Vec<Move>,
}

/// Clocks as the sides see them before the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    /// The remaining time.
    pub left: ByColor<Duration>,
    /// What every move adds.
    pub increment: ByColor<Duration>,
    /// Moves until more time comes; without it the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Flags that other threads set for a running search; a clone has the same flags.
#[derive(Clone, Debug, Default)]
pub struct Signal {
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
}

impl Signal {
    /// A signal for a search on the opponent's time: its clock does not end it until [`Signal::ponderhit`].
    pub fn pondering() -> Self {
        let signal = Signal::default();
        signal.pondering.store(true, Ordering::Release);
        signal
    }

    /// A signal that also obeys an external stop flag.
    pub fn hearing(flag: Arc<AtomicBool>) -> Self {
        Signal {
            stop: flag,
            ..Signal::default()
        }
    }

    /// Ends the search as soon as possible; it answers with the best move so far.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// The expected move was played: from here on the limits count, with the time since the start of the search.
    pub fn ponderhit(&self) {
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether the search must end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Whether the opponent is still thinking.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }
}
