//! What a search found: the moves of the root, with proofs.

use std::cmp::Ordering;

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// All moves, the best first.
    pub moves: Vec<RootMove<M>>,
    /// Rounds, the first evaluation included.
    pub rounds: u32,
    /// How many positions the model evaluated.
    pub evaluations: u64,
    /// Plies of the longest line.
    pub depth: u32,
}

/// A move of the position that is searched.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The prior that the model gives it.
    pub prior: f32,
    /// How often it was tried.
    pub visits: u32,
    /// What it is worth to its mover, from -1 to 1; that of the whole position if it was not tried.
    pub value: f32,
    /// The result that the rules force after it, in plies from here.
    pub proof: Option<Proof>,
    /// The moves that are expected, itself first.
    pub line: Vec<M>,
}

/// A result that the rules force, for the side to move, in this many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A win.
    Win(u32),
    /// A loss; in 0 plies it is on the board.
    Loss(u32),
    /// A draw.
    Draw,
}

impl Proof {
    pub(super) const fn value(self) -> f32 {
        match self {
            Proof::Win(_) => 1.0,
            Proof::Loss(_) => -1.0,
            Proof::Draw => 0.0,
        }
    }

    /// The same a ply earlier, for the other side.
    pub(super) const fn before(self) -> Self {
        match self {
            Proof::Win(plies) => Proof::Loss(plies + 1),
            Proof::Loss(plies) => Proof::Win(plies + 1),
            Proof::Draw => Proof::Draw,
        }
    }
}

/// The order of the moves of the root: proved wins first, the sooner the better; then by visits and prior; proved
/// losses last, the later the better.
pub(super) fn merit(proof: Option<Proof>, visits: u32, prior: f32) -> [f32; 3] {
    match proof {
        Some(Proof::Win(plies)) => [2.0, -(plies as f32), prior],
        Some(Proof::Loss(plies)) => [0.0, plies as f32, prior],
        Some(Proof::Draw) | None => [1.0, visits as f32, prior],
    }
}

pub(super) fn by_merit(one: [f32; 3], other: [f32; 3]) -> Ordering {
    let pairs = one.into_iter().zip(other);
    pairs
        .map(|(one, other)| one.total_cmp(&other))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}
