//! A game that was played to its end.

use host::LiveScene;
use play::GameRecord;

use crate::{Costs, PlayedTurnGame, Task};

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// What a standing counts.
    pub result: GameResult,
    /// The game itself.
    pub game: PlayedGame,
}

/// The data of a game for a standing.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// Which game of the match.
    pub task: Task,
    /// The place of every seat, 1 being the best and equal places a draw.
    pub places: Vec<u32>,
    /// Why it ended, in words.
    pub reason: String,
    /// The name of its opening; `None` in a live game, which has neither openings nor colours.
    pub opening: Option<String>,
    /// Plies; of a live game commands.
    pub length: u64,
    /// A fingerprint of the game.
    pub fingerprint: u64,
    /// What every seat spent.
    pub costs: Vec<Costs>,
    /// What went wrong, in words.
    pub trouble: Option<String>,
}

/// A game with or without turns.
#[derive(Clone, Debug)]
pub enum PlayedGame {
    /// With turns.
    Turn(PlayedTurnGame),
    /// Real time.
    Live(PlayedLiveGame),
}

/// A live game that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedLiveGame {
    /// The board at its end.
    pub scene: LiveScene,
    /// The player who lost the king first.
    pub first_out: Option<usize>,
}

/// The board of a game that begins.
#[derive(Clone, Debug)]
pub enum GameBoard {
    /// With turns: the game after its opening.
    Turn(Box<dyn GameRecord>),
    /// Real time: the board at its start.
    Live(Box<LiveScene>),
}

impl GameResult {
    /// The player who has the first place alone.
    pub fn winner(&self) -> Option<usize> {
        let mut first = self
            .task
            .seats
            .iter()
            .zip(&self.places)
            .filter(|(_, place)| **place == 1);
        match (first.next(), first.next()) {
            (Some((&player, _)), None) => Some(player),
            _ => None,
        }
    }
}
