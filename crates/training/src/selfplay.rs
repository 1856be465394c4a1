//! One game of the engine against itself.
//!
//! A game is decided by its seed and its number alone: the same two give the same game on every machine, whatever was
//! played before. Both sides think with tables of their own, as opponents do.

mod adjudication;
mod opening;

use std::sync::{Arc, atomic::AtomicBool};

use engine::{Engine, EngineError, Game, Limits, Settings, Signal, network::Network};
use fastrand::Rng;
use shakmaty::{Chess, Color, EnPassantMode, Position as _, zobrist::Zobrist64};

use crate::{GameResult, Origin, ScoredMove, TrainingGame};
use adjudication::Adjudication;
pub(crate) use opening::Opening;

/// Two engines that play one game after the other.
#[derive(Debug)]
pub(crate) struct Selfplay {
    engines: [Engine; 2],
    origin: Origin,
    signal: Signal,
}

/// Memory of each side in MiB: a move visits a few thousand positions, and more would only be slower to clear.
const HASH: usize = 1;
/// A search that does not complete a depth is stopped after this many times its nodes.
const PATIENCE: u64 = 4;

impl Selfplay {
    /// Players that stop when the flag is raised.
    pub(crate) fn new(origin: Origin, network: &Arc<Network>, stop: Arc<AtomicBool>) -> Result<Self, EngineError> {
        let engine = || {
            Engine::new(Settings {
                hash: HASH,
                in_place: true,
                network: Arc::clone(network),
                ..Settings::default()
            })
        };
        Ok(Selfplay {
            engines: [engine()?, engine()?],
            origin,
            signal: Signal::hearing(stop),
        })
    }

    /// Plays the game of this number; none when the players were stopped.
    pub(crate) fn play(&mut self, number: u32) -> Option<TrainingGame> {
        let mut random = Rng::with_seed(Rng::with_seed(self.origin.seed).u64(..).wrapping_add(number.into()));
        let (opening, mut game) = self.open(&mut random)?;
        self.engines.iter_mut().for_each(Engine::new_game);
        let mut adjudication = Adjudication::default();
        let mut keys = opening.positions().map(|position| key(&position)).collect::<Vec<_>>();
        let mut moves = Vec::new();
        let result = loop {
            if let Some(result) = end_by_rule(game.position(), &keys) {
                break result;
            }
            let scored = self.think(&game, self.origin.nodes)?;
            if game.play(scored.mv).is_err() {
                return None;
            }
            moves.push(scored);
            keys.push(key(game.position()));
            if let Some(result) = adjudication.add(scored.score, opening.moves.len() + moves.len()) {
                break result;
            }
        };
        Some(TrainingGame {
            number,
            start: opening.start,
            opening: opening.moves,
            moves,
            result,
        })
    }

    /// An opening whose end a search calls balanced.
    fn open(&mut self, random: &mut Rng) -> Option<(Opening, Game)> {
        self.engines.iter_mut().for_each(Engine::new_game);
        loop {
            let Some(opening) = Opening::at_random(random) else {
                continue;
            };
            let mut game = Game::new(opening.start.clone());
            if opening.moves.iter().any(|mv| game.play(*mv).is_err()) {
                continue;
            }
            let scored = self.think(&game, opening::NODES)?;
            if scored.score.abs() <= opening::BALANCE {
                return Some((opening, game));
            }
        }
    }

    fn think(&mut self, game: &Game, nodes: u64) -> Option<ScoredMove> {
        let turn = game.position().turn();
        let engine = &mut self.engines[usize::from(turn == Color::Black)];
        let answer = engine.search(game, &limits(nodes), &self.signal, &mut |_| {});
        // A search that was stopped from outside saw less than it should have.
        let line = answer.lines.first().filter(|_| !self.signal.is_stopped())?;
        Some(ScoredMove::new(answer.best?, line.score, turn))
    }
}

/// The limits of a move that should take about so many positions.
fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes.saturating_mul(PATIENCE)),
        // A depth takes about as many as all before it.
        soft_nodes: Some(nodes / 2),
        ..Limits::default()
    }
}

/// The end of a game by the rules: mate, stalemate, too little material, the third repetition, fifty moves.
pub(crate) fn end_by_rule(position: &Chess, keys: &[Zobrist64]) -> Option<GameResult> {
    if position.is_checkmate() {
        return Some(GameResult::won_by(!position.turn()));
    }
    let repeated = keys
        .last()
        .is_some_and(|last| keys.iter().filter(|key| *key == last).count() >= 3);
    let drawn =
        repeated || position.halfmoves() >= 100 || position.is_stalemate() || position.is_insufficient_material();
    drawn.then_some(GameResult::Draw)
}

/// The key by which positions repeat.
pub(crate) fn key(position: &Chess) -> Zobrist64 {
    position.zobrist_hash(EnPassantMode::Legal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selfplay(seed: u64) -> Selfplay {
        let origin = Origin { seed, nodes: 60 };
        Selfplay::new(origin, &Network::embedded(), Arc::default()).unwrap()
    }

    #[test]
    fn a_game_follows_from_seed_and_number_alone() {
        let mut one = selfplay(5);
        one.play(0);
        let game = one.play(1);
        assert_eq!(game, selfplay(5).play(1));
        assert_ne!(game, selfplay(6).play(1));
        assert_ne!(game.map(|game| game.moves), one.play(2).map(|game| game.moves));
    }

    #[test]
    fn a_move_takes_about_as_many_positions_as_it_is_given() {
        let given = 1_000;
        let mut players = selfplay(3);
        let (_, mut game) = players.open(&mut Rng::with_seed(3)).unwrap();
        let mut visited = Vec::new();
        for _ in 0..30 {
            let answer = players.engines[0].search(&game, &limits(given), &players.signal, &mut |_| {});
            visited.push(answer.nodes);
            game.play(answer.best.unwrap()).unwrap();
        }
        let mean = visited.iter().sum::<u64>() / 30;
        assert!((given * 6 / 10..given * 13 / 10).contains(&mean), "{mean}: {visited:?}");
    }

    #[test]
    fn stopped_players_finish_no_game() {
        let stop = Arc::new(AtomicBool::new(true));
        let mut players = Selfplay::new(Origin { seed: 1, nodes: 60 }, &Network::embedded(), stop).unwrap();
        assert_eq!(players.play(0), None);
    }

    #[test]
    fn games_begin_with_eight_or_nine_moves_at_random() {
        let mut players = selfplay(7);
        for number in 0..6 {
            let game = players.play(number).unwrap();
            assert!((8..=9).contains(&game.opening.len()));
            assert!(!game.moves.is_empty());
        }
    }
}
