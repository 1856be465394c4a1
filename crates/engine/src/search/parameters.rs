//! The numbers of the search, in one place so that a fit can reach them.
//!
//! Margins are centipawns, depths plies. They are of the size that engines of this kind commonly use and were not fitted
//! yet.

/// The first window at the root around the last score.
pub(super) const ASPIRATION: i32 = 14;
/// Aspiration begins here: shallower scores jump.
pub(super) const ASPIRATION_DEPTH: i32 = 5;

pub(super) const RAZORING_DEPTH: i32 = 4;
pub(super) const RAZORING: i32 = 180;
pub(super) const RAZORING_SLOPE: i32 = 140;

pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 9;
pub(super) const REVERSE_FUTILITY: i32 = 72;

pub(super) const NULL_DEPTH: i32 = 3;
pub(super) const NULL_REDUCTION: i32 = 4;
/// Evaluation above beta that reduces a null move by one more ply.
pub(super) const NULL_EXCESS: i32 = 180;
/// From here on a null move is verified by a search without one: zugzwang is rare but total.
pub(super) const NULL_VERIFICATION_DEPTH: i32 = 12;

pub(super) const PROBCUT_DEPTH: i32 = 5;
pub(super) const PROBCUT: i32 = 190;

pub(super) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

pub(super) const FUTILITY_DEPTH: i32 = 8;
pub(super) const FUTILITY: i32 = 90;
pub(super) const FUTILITY_SLOPE: i32 = 85;

/// History of a move below which it is left out, for each ply of depth.
pub(super) const HISTORY_PRUNING: i32 = -3_600;
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 5;

/// What a quiet move may lose for each squared ply, a capture for each ply.
pub(super) const EXCHANGE_QUIET: i32 = -22;
pub(super) const EXCHANGE_LOUD: i32 = -95;
pub(super) const EXCHANGE_DEPTH: i32 = 9;

pub(super) const SINGULAR_DEPTH: i32 = 7;
/// How much worse all others must be for a second ply of extension.
pub(super) const DOUBLE_EXTENSION: i32 = 18;
/// The most plies a line may gain by such extensions.
pub(super) const DOUBLE_EXTENSIONS: i32 = 8;

/// Late-move reductions: base and slope of the product of logarithms, in 1024ths of a ply.
pub(super) const REDUCTION_BASE: f64 = 800.0;
pub(super) const REDUCTION_SLOPE: f64 = 420.0;
/// History worth one ply of reduction.
pub(super) const REDUCTION_HISTORY: i32 = 9_500;

/// What a capture may lack to reach alpha in quiescence.
pub(super) const DELTA: i32 = 160;

/// Bonus for a good quiet move by depth, and its bound.
pub(super) fn bonus(depth: i32) -> i32 {
    (170 * depth - 70).min(1_700)
}

/// Malus for the moves tried before it.
pub(super) fn malus(depth: i32) -> i32 {
    (190 * depth - 60).min(1_500)
}
