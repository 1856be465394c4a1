//! The parameters of the search: one row each, with the range for tuning.
//!
//! A row is a function of its name. In a usual build it returns a constant; with the feature `tune` it reads a value
//! that the UCI option of the same name sets. Margins are centipawns, depths plies. The values are typical for such
//! engines and have not been tuned yet.

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $usual:literal in $least:literal..=$most:literal;)+) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub(super) const fn $name() -> i32 {
                $usual
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline]
            pub(super) fn $name() -> i32 {
                tuned::VALUES[tuned::Place::$name as usize].load(std::sync::atomic::Ordering::Relaxed)
            }
        )+

        #[cfg(feature = "tune")]
        mod tuned {
            use std::sync::atomic::AtomicI32;

            #[expect(non_camel_case_types, reason = "named like the functions")]
            #[derive(Clone, Copy)]
            pub(super) enum Place {
                $($name),+
            }

            pub(super) static VALUES: [AtomicI32; ROWS.len()] = [$(AtomicI32::new($usual)),+];

            /// Every row.
            pub(super) const ROWS: &[super::Parameter] = &[
                $(super::Parameter { name: stringify!($name), usual: $usual, least: $least, most: $most }),+
            ];
        }
    };
}

/// A number of the search that can be set.
#[cfg(feature = "tune")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, also as a UCI option.
    pub name: &'static str,
    /// The value of a usual build.
    pub usual: i32,
    /// The least a fit may use.
    pub least: i32,
    /// The most a fit may use.
    pub most: i32,
}

#[cfg(feature = "tune")]
impl Parameter {
    /// Every number of the search.
    pub fn all() -> &'static [Parameter] {
        tuned::ROWS
    }

    /// Sets a parameter for every search of this program. Returns false if there is no parameter of this name or the
    /// value is out of range.
    pub(crate) fn set(name: &str, value: i32) -> bool {
        let found = tuned::ROWS.iter().position(|row| row.name.eq_ignore_ascii_case(name));
        let place = found.filter(|place| (tuned::ROWS[*place].least..=tuned::ROWS[*place].most).contains(&value));
        if let Some(place) = place {
            tuned::VALUES[place].store(value, std::sync::atomic::Ordering::Relaxed);
        }
        place.is_some()
    }
}

parameters! {
    /// The first window at the root around the last score.
    aspiration = 14 in 5..=40;
    /// Aspiration begins here: shallower scores jump.
    aspiration_depth = 5 in 3..=8;
    /// A score of this size widens the first window by one.
    aspiration_score = 200 in 50..=800;

    razoring_depth = 4 in 2..=6;
    razoring = 180 in 80..=350;
    razoring_slope = 140 in 60..=280;

    reverse_futility_depth = 9 in 5..=13;
    reverse_futility = 72 in 35..=140;
    reverse_futility_base = 20 in 0..=60;

    null_depth = 3 in 2..=5;
    null_reduction = 4 in 2..=6;
    /// Plies of depth that reduce a null move by one more ply.
    null_reduction_depth = 4 in 2..=7;
    /// Evaluation above beta that reduces a null move by one more ply.
    null_excess = 180 in 80..=360;
    /// What the static evaluation may lack to beta for each ply of depth.
    null_margin_slope = 24 in 8..=48;
    null_margin = 170 in 60..=340;
    /// From this depth on a null move is verified by a search without null moves, because of zugzwang.
    null_verification_depth = 12 in 9..=18;

    probcut_depth = 5 in 3..=8;
    probcut = 190 in 90..=380;
    probcut_improving = 40 in 0..=100;

    internal_reduction_depth = 4 in 2..=7;

    /// Quiet moves tried at depth 0 before the rest is left out.
    late_move_base = 4 in 1..=9;

    futility_depth = 8 in 5..=12;
    futility = 90 in 40..=180;
    futility_slope = 85 in 40..=170;
    /// History worth a centipawn of futility.
    futility_history = 128 in 60..=260;

    /// History of a move below which it is left out, for each ply of depth.
    history_pruning = 3600 in 1500..=7500;
    history_pruning_depth = 5 in 3..=8;

    /// What a quiet move may lose in an exchange for each squared ply, a noisy one for each ply.
    exchange_quiet = 22 in 10..=45;
    exchange_noisy = 95 in 45..=190;
    exchange_depth = 9 in 6..=12;
    /// History worth a centipawn in the exchange of a noisy move.
    exchange_history = 40 in 20..=80;

    singular_depth = 7 in 5..=9;
    /// How much worse all others must be, in 64ths of a centipawn for each ply.
    singular_margin = 96 in 40..=190;
    singular_was_pv = 12 in 0..=30;
    /// How much worse again for a second ply of extension.
    double_extension = 18 in 5..=40;
    /// The most plies a line may gain by such extensions.
    double_extensions = 8 in 4..=16;

    /// Late-move reductions in 1024ths of a ply: base and slope of the product of logarithms.
    reduction_base = 800 in 300..=1400;
    reduction_slope = 420 in 250..=700;
    /// History worth one ply of reduction.
    reduction_history = 9500 in 5000..=19000;
    reduction_cut = 1500 in 500..=2500;
    reduction_not_improving = 600 in 0..=1400;
    reduction_was_pv = 1100 in 300..=2000;
    reduction_pv = 500 in 0..=1200;
    reduction_check = 700 in 0..=1400;
    reduction_in_check = 500 in 0..=1200;
    reduction_noisy_tt_move = 700 in 0..=1400;
    reduction_cutoffs = 800 in 0..=1600;

    /// What a capture may lack to reach alpha in quiescence.
    delta = 160 in 60..=320;

    /// Bonus of a good move for each ply, what is taken off, and its bound.
    bonus_slope = 170 in 80..=340;
    bonus_base = 70 in 0..=200;
    bonus_most = 1700 in 800..=3400;
    /// Malus of the moves tried before it.
    malus_slope = 190 in 90..=380;
    malus_base = 60 in 0..=200;
    malus_most = 1500 in 700..=3000;

    /// Halfmoves without capture or pawn move that would make every evaluation 0.
    fifty_moves_fade = 220 in 150..=400;

    /// Moves that a game is taken to last at every moment.
    time_moves = 24 in 15..=40;
    /// Stretch of the soft limit in hundredths: when the best move just changed, less for each depth it stays.
    time_unstable = 135 in 100..=200;
    time_stable_slope = 7 in 2..=14;
    /// When all nodes went elsewhere; the share of the best move is taken off.
    time_effort = 155 in 110..=220;
}

/// Bonus for a good move.
pub(super) fn bonus(depth: i32) -> i32 {
    (bonus_slope() * depth - bonus_base()).min(bonus_most())
}

/// Malus for the moves tried before it.
pub(super) fn malus(depth: i32) -> i32 {
    (malus_slope() * depth - malus_base()).min(malus_most())
}

#[cfg(all(test, feature = "tune"))]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_set_within_its_range_only() {
        for row in Parameter::all() {
            assert!((row.least..=row.most).contains(&row.usual), "{row:?}");
            // Other tests search at the same time, so the value stays what it is.
            assert!(Parameter::set(row.name, row.usual));
            assert!(!Parameter::set(row.name, row.most + 1) && !Parameter::set(row.name, row.least - 1));
        }
        assert!(!Parameter::set("no such number", 1));
    }
}
