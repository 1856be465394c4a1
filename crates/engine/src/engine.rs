//! The public interface of the crate: settings, and one search at a time.

use std::{fmt, sync::Arc, time::Duration};

use fastrand::Rng;
use shakmaty::Chess;
use thiserror::Error;

use crate::{
    Answer, Game, Limits, Report, Signal, Tally, Techniques,
    board::Board,
    network::Network,
    search::{Order, Threads, TranspositionTable},
    strength::{self, Handicap},
    syzygy::Syzygy,
};

/// A chess engine with its memory; one search at a time.
pub struct Engine {
    settings: Settings,
    tt: Arc<TranspositionTable>,
    threads: Threads,
    tally: Tally,
}

/// What can be set between searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Memory of the hash table in MiB, at least one.
    pub hash: usize,
    /// Threads of the search, at least one.
    pub threads: usize,
    /// How many lines to report with exact scores.
    pub lines: usize,
    /// The delay per move between the engine and the GUI.
    pub move_overhead: Duration,
    /// The rating to play at, of [`RATINGS`](crate::RATINGS); none is full strength.
    pub rating: Option<u32>,
    /// Decides what a rated player leaves to chance.
    pub seed: u64,
    /// Endgame tables.
    pub syzygy: Option<Arc<Syzygy>>,
    /// The largest number of pieces for which the tables are probed.
    pub probe_limit: usize,
    /// The enabled techniques of the search; all, except in measurements.
    pub techniques: Techniques,
    /// The network that evaluates positions.
    pub network: Arc<Network>,
    /// Whether the search runs on the thread of its caller, which then has [`STACK`](crate::STACK) bytes of stack. For
    /// many short searches; a listener gets reports only after the search.
    pub in_place: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash: 16,
            threads: 1,
            lines: 1,
            move_overhead: Duration::from_millis(10),
            rating: None,
            seed: 0,
            syzygy: None,
            probe_limit: 7,
            techniques: Techniques::default(),
            network: Network::embedded(),
            in_place: false,
        }
    }
}

/// Why settings cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The hash table does not fit into memory.
    #[error("a hash table of {0} MiB does not fit into memory")]
    Memory(usize),
}

impl Engine {
    /// An engine with these settings.
    pub fn new(settings: Settings) -> Result<Self, EngineError> {
        Ok(Engine {
            tt: Arc::new(TranspositionTable::new(settings.hash.max(1))?),
            threads: threads(&settings),
            tally: Tally::default(),
            settings,
        })
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; on an error everything stays as it was. Another size of the hash table empties it, and so
    /// does another network.
    pub fn set(&mut self, settings: Settings) -> Result<(), EngineError> {
        if settings.hash != self.settings.hash {
            self.tt = Arc::new(TranspositionTable::new(settings.hash.max(1))?);
        }
        let is_other = !Arc::ptr_eq(&settings.network, &self.settings.network);
        if is_other {
            self.tt.clear();
        }
        if is_other || (settings.threads, settings.in_place) != (self.settings.threads, self.settings.in_place) {
            self.threads = threads(&settings);
        }
        self.settings = settings;
        Ok(())
    }

    /// Clears the hash table and the histories.
    pub fn new_game(&mut self) {
        self.tt.clear();
        self.threads.clear();
    }

    /// Searches until a limit or `signal` ends it. At a rating the line that is played is the first of the answer,
    /// which may be worse than those after it.
    pub fn search(&mut self, game: &Game, limits: &Limits, signal: &Signal, report: &mut dyn FnMut(Report)) -> Answer {
        let Some(handicap) = self.settings.rating.map(Handicap::of) else {
            return self.search_for(game, limits, self.settings.lines, signal, report);
        };
        let shown = self.settings.lines;
        let lines = handicap.lines.max(shown);
        let limits = limited(limits, &handicap);
        let mut answer = self.search_for(game, &limits, lines, signal, &mut |update| {
            if !matches!(&update, Report::Line(line) if line.rank > shown) {
                report(update);
            }
        });
        // The same seed and position give the same choice.
        let key = Board::new(game.position().clone()).keys().full;
        let mut random = Rng::with_seed(self.settings.seed ^ key);
        let place = strength::choose(&answer.lines, game.position(), &handicap, &mut random);
        answer.play(place);
        answer.lines.truncate(shown);
        if place > 0 {
            answer.lines.iter().for_each(|line| report(Report::Line(line.clone())));
        }
        answer
    }

    /// Searches for so many lines.
    fn search_for(
        &mut self,
        game: &Game,
        limits: &Limits,
        lines: usize,
        signal: &Signal,
        report: &mut dyn FnMut(Report),
    ) -> Answer {
        let board = Board::new(game.position().clone());
        let moves = self.root_moves(game, &board, limits);
        if moves.is_empty() {
            return Answer::none();
        }
        let order = Order {
            board,
            keys: game.keys().to_vec(),
            moves,
            lines,
            limits: limits.clone(),
            overhead: self.settings.move_overhead,
            signal: signal.clone(),
            tt: Arc::clone(&self.tt),
            syzygy: self.settings.syzygy.clone(),
            probe_limit: self.settings.probe_limit,
            techniques: self.settings.techniques,
        };
        let (answer, tally) = self.threads.search(order, report);
        self.tally.add(&tally);
        answer
    }

    /// The evaluation of a position, for people.
    pub fn explain(&self, position: &Chess) -> String {
        let network = &self.settings.network;
        let (note, value) = (network.note(), network.evaluate(position));
        format!("network: {note}\nvalue for the side to move: {value}\n")
    }

    /// How often each technique fired since the engine was made, in its first thread.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The moves to look at: those asked for, and of them those that preserve the result of the Syzygy tables.
    fn root_moves(&self, game: &Game, board: &Board, limits: &Limits) -> Vec<crate::mv::Move> {
        let asked = |mv: &shakmaty::Move| limits.moves.is_empty() || limits.moves.contains(mv);
        let best = self.settings.syzygy.as_ref().and_then(|syzygy| {
            let (_, best) = syzygy.best_moves(game, self.settings.probe_limit)?;
            Some(
                best.into_iter()
                    .filter(asked)
                    .filter_map(Board::from_rules)
                    .collect::<Vec<_>>(),
            )
        });
        if let Some(best) = best.filter(|best| !best.is_empty()) {
            return best;
        }
        board
            .moves()
            .into_iter()
            .filter(|mv| asked(&board.rules_move(*mv)))
            .collect()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// The limits, tightened to a handicap.
fn limited(limits: &Limits, handicap: &Handicap) -> Limits {
    let soft = limits
        .soft_nodes
        .map_or(handicap.nodes, |nodes| nodes.min(handicap.nodes));
    Limits {
        soft_nodes: Some(soft),
        ..limits.clone()
    }
}

fn threads(settings: &Settings) -> Threads {
    Threads::new(settings.threads, settings.in_place, &settings.network)
}
