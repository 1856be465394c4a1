//! What a match plays.

use std::num::NonZeroUsize;

use thiserror::Error;

use crate::{LivePlan, PairingError, Tournament, TurnPlan, statistics::Sprt};

/// Everything that decides what is played; with fixed nodes or depth the same plan gives the same games.
pub struct Plan {
    /// Shown in results; each name is unique.
    pub players: Vec<String>,
    /// Who meets whom, and how often.
    pub tournament: Tournament,
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// Games that are played at once.
    pub concurrency: NonZeroUsize,
    /// Ends the match as soon as the result is clear; for two players.
    pub sprt: Option<Sprt>,
    /// The reports of a running game.
    pub detail: Detail,
    /// The game and its players.
    pub game: GamePlan,
}

/// What is played, with or without turns.
pub enum GamePlan {
    /// A turn game.
    Turn(TurnPlan),
    /// Kung Fu Chess.
    Live(LivePlan),
}

/// The reports of a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Its end.
    Games,
    /// Its start and every move as well; of a live game its board many times a second.
    Moves,
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Counted from 0.
    pub number: u64,
    /// The player of each seat; White's first in a turn game.
    pub seats: Vec<usize>,
    /// The pair it belongs to: two games of the same players from the same opening with seats swapped.
    pub pair: Option<u64>,
    /// Which opening, counted from 0.
    pub opening: u64,
}

impl Plan {
    /// Whether the plan can be played.
    pub fn check(&self) -> Result<(), PlanError> {
        self.tournament.check()?;
        let count = self.players.len();
        let known = match &self.game {
            GamePlan::Turn(plan) => plan.players.len(),
            GamePlan::Live(plan) => plan.players.len(),
        };
        if self.tournament.players != count || known != count {
            return Err(PairingError::Players(count).into());
        }
        if self.sprt.is_some() && count != 2 {
            return Err(PlanError::SprtPlayers(count));
        }
        if let GamePlan::Turn(plan) = &self.game
            && plan.openings.is_empty()
        {
            return Err(PlanError::NoOpenings);
        }
        for (index, name) in self.players.iter().enumerate() {
            if self.players[..index].contains(name) {
                return Err(PlanError::SameName(name.clone()));
            }
        }
        Ok(())
    }
}

/// Why a plan cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// The tournament cannot be played.
    #[error(transparent)]
    Pairing(#[from] PairingError),
    /// A sequential test compares two.
    #[error("an SPRT compares two players, not {0}")]
    SprtPlayers(usize),
    /// Nowhere to begin.
    #[error("there are no openings")]
    NoOpenings,
    /// Results could not be distinguished.
    #[error("two players are called {0}")]
    SameName(String),
}
