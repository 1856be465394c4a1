//! The techniques of the search by name: which are switched on, and how often each fired.
//!
//! Only a build with the feature `tune` can switch them off and counts them. In a default build all are on, and the
//! checks and counters cost nothing.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A technique that can be switched off for measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Narrow windows at the root.
    Aspiration,
    /// Answers from the transposition table.
    TtCutoff,
    /// Static exchange evaluation in quiescence.
    ExchangeInQuiescence,
    /// Captures that cannot raise alpha, in quiescence.
    DeltaPruning,
    /// Evaluation far below alpha at low depth.
    Razoring,
    /// Evaluation far above beta at low depth.
    ReverseFutility,
    /// Letting the opponent move twice.
    NullMove,
    /// A good capture that beats a raised beta at lower depth.
    ProbCut,
    /// Less depth where no move is known.
    InternalReduction,
    /// Later quiet moves left out at low depth.
    LateMovePruning,
    /// Quiet moves that cannot raise alpha.
    Futility,
    /// Quiet moves that failed before.
    HistoryPruning,
    /// Moves that lose material.
    ExchangePruning,
    /// More depth for the only good move.
    SingularExtension,
    /// A beta cutoff because two moves beat it.
    MultiCut,
    /// Less depth for later moves.
    LateMoveReduction,
    /// Killer moves first.
    Killers,
    /// Answers to the last move first.
    CounterMoves,
    /// Quiet moves by how they did.
    QuietHistory,
    /// Captures by how they did.
    CaptureHistory,
    /// Quiet moves by how they did after the moves before.
    ContinuationHistory,
    /// Evaluation corrected by what searches found.
    CorrectionHistory,
    /// A draw by repetition seen one move early.
    UpcomingRepetition,
}

impl Technique {
    /// All of them, in the order of the table in the documentation.
    pub const ALL: [Technique; 23] = [
        Technique::Aspiration,
        Technique::TtCutoff,
        Technique::ExchangeInQuiescence,
        Technique::DeltaPruning,
        Technique::Razoring,
        Technique::ReverseFutility,
        Technique::NullMove,
        Technique::ProbCut,
        Technique::InternalReduction,
        Technique::LateMovePruning,
        Technique::Futility,
        Technique::HistoryPruning,
        Technique::ExchangePruning,
        Technique::SingularExtension,
        Technique::MultiCut,
        Technique::LateMoveReduction,
        Technique::Killers,
        Technique::CounterMoves,
        Technique::QuietHistory,
        Technique::CaptureHistory,
        Technique::ContinuationHistory,
        Technique::CorrectionHistory,
        Technique::UpcomingRepetition,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Technique::Aspiration => "aspiration",
            Technique::TtCutoff => "tt-cutoff",
            Technique::ExchangeInQuiescence => "exchange-in-quiescence",
            Technique::DeltaPruning => "delta-pruning",
            Technique::Razoring => "razoring",
            Technique::ReverseFutility => "reverse-futility",
            Technique::NullMove => "null-move",
            Technique::ProbCut => "probcut",
            Technique::InternalReduction => "internal-reduction",
            Technique::LateMovePruning => "late-move-pruning",
            Technique::Futility => "futility",
            Technique::HistoryPruning => "history-pruning",
            Technique::ExchangePruning => "exchange-pruning",
            Technique::SingularExtension => "singular-extension",
            Technique::MultiCut => "multi-cut",
            Technique::LateMoveReduction => "late-move-reduction",
            Technique::Killers => "killers",
            Technique::CounterMoves => "counter-moves",
            Technique::QuietHistory => "quiet-history",
            Technique::CaptureHistory => "capture-history",
            Technique::ContinuationHistory => "continuation-history",
            Technique::CorrectionHistory => "correction-history",
            Technique::UpcomingRepetition => "upcoming-repetition",
        }
    }

    fn bit(self) -> u32 {
        1 << self as u32
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Technique {
    type Err = TechniqueError;

    /// Reads the name of a technique that this build can switch off.
    fn from_str(text: &str) -> Result<Self, TechniqueError> {
        if !Techniques::SWITCHABLE {
            return Err(TechniqueError::Fixed);
        }
        let found = Technique::ALL.into_iter().find(|technique| technique.name() == text);
        found.ok_or_else(|| TechniqueError::Unknown(text.to_owned()))
    }
}

/// Why a technique cannot be switched off.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TechniqueError {
    /// No technique has this name.
    #[error("no technique of the search is called '{0}'")]
    Unknown(String),
    /// The build has all techniques.
    #[error("techniques of the search can be switched off only in a program built with the feature tune")]
    Fixed,
}

/// The techniques a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u32);

impl Default for Techniques {
    fn default() -> Self {
        Techniques(u32::MAX)
    }
}

impl Techniques {
    /// Whether this build can switch techniques off and counts how often they fire.
    pub const SWITCHABLE: bool = cfg!(feature = "tune");

    /// All but this one.
    #[must_use]
    pub fn without(self, technique: Technique) -> Self {
        Techniques(self.0 & !technique.bit())
    }

    #[inline]
    pub(crate) fn has(self, technique: Technique) -> bool {
        !Self::SWITCHABLE || self.0 & technique.bit() != 0
    }
}

/// How often each technique fired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([u64; Technique::ALL.len()]);

impl Tally {
    #[inline]
    pub(crate) fn count(&mut self, technique: Technique) {
        self.count_many(technique, 1);
    }

    #[inline]
    pub(crate) fn count_many(&mut self, technique: Technique, times: usize) {
        if Techniques::SWITCHABLE {
            self.0[technique as usize] += times as u64;
        }
    }

    /// Adds another tally.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own += other);
    }

    /// How often.
    pub fn of(&self, technique: Technique) -> u64 {
        self.0[technique as usize]
    }
}
