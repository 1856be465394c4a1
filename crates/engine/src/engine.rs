//! The face of the crate: settings, and searches one after the other.

use std::{fmt, sync::Arc, time::Duration};

use shakmaty::{Chess, Position as _};
use thiserror::Error;

use crate::{
    Answer, Game, Limits, Report, Signal, Tally, Techniques,
    board::Board,
    evaluation, search,
    search::{Memory, Order, Table},
    strength,
    tablebase::Tables,
};

/// A chess engine with its memory; one search at a time.
pub struct Engine {
    settings: Settings,
    table: Table,
    /// What each thread has learnt.
    memories: Vec<Memory>,
    tally: Tally,
}

/// What can be set between searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Memory of the hash table in MiB, at least one.
    pub hash: usize,
    /// Threads of the search, at least one.
    pub threads: usize,
    /// How many lines to tell and keep exact.
    pub lines: usize,
    /// What every move loses between the program and its clock.
    pub move_overhead: Duration,
    /// The rating to play at; none is full strength.
    pub rating: Option<u32>,
    /// Endgame tables.
    pub tables: Option<Arc<Tables>>,
    /// The most pieces the tables are asked about.
    pub probe_limit: usize,
    /// The techniques of the search; all but for measurements.
    pub techniques: Techniques,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash: 16,
            threads: 1,
            lines: 1,
            move_overhead: Duration::from_millis(10),
            rating: None,
            tables: None,
            probe_limit: 7,
            techniques: Techniques::default(),
        }
    }
}

/// Why settings cannot be had.
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
            table: Table::new(settings.hash.max(1))?,
            memories: memories(settings.threads),
            tally: Tally::default(),
            settings,
        })
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; on an error everything stays as it was. Another size of the hash table empties it.
    pub fn set(&mut self, settings: Settings) -> Result<(), EngineError> {
        if settings.hash != self.settings.hash {
            self.table = Table::new(settings.hash.max(1))?;
        }
        if settings.threads != self.settings.threads {
            self.memories = memories(settings.threads);
        }
        self.settings = settings;
        Ok(())
    }

    /// Forgets everything learnt in earlier games.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Searches until a limit or `signal` ends it.
    pub fn search(&mut self, game: &Game, limits: &Limits, signal: &Signal, report: &mut dyn FnMut(Report)) -> Answer {
        let board = Board::new(game.position().clone());
        let limits = &self.limited(limits);
        let order = Order {
            board: &board,
            keys: keys(game),
            moves: self.root_moves(game, &board, limits),
            lines: self.settings.lines,
            limits,
            overhead: self.settings.move_overhead,
            signal,
            table: &self.table,
            tables: self.settings.tables.as_deref(),
            probe_limit: self.settings.probe_limit,
            techniques: self.settings.techniques,
        };
        if order.moves.is_empty() {
            return Answer::none();
        }
        let (answer, tally) = search::run(&order, &mut self.memories, report);
        self.tally.add(&tally);
        answer
    }

    /// The evaluation of a position term by term, for people.
    pub fn explain(position: &Chess) -> String {
        evaluation::explain(&Board::new(position.clone()))
    }

    /// How often each technique had its way since the engine was made, in its first thread.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The limits, tightened to the rating that is asked for.
    fn limited(&self, limits: &Limits) -> Limits {
        let by_rating = self.settings.rating.map(strength::nodes);
        Limits {
            nodes: [limits.nodes, by_rating].into_iter().flatten().min(),
            ..limits.clone()
        }
    }

    /// The moves to look at: those asked for, and of them those that keep what the tables promise.
    fn root_moves(&self, game: &Game, board: &Board, limits: &Limits) -> Vec<crate::mv::Move> {
        let asked = |mv: &shakmaty::Move| limits.moves.is_empty() || limits.moves.contains(mv);
        let best = self.settings.tables.as_ref().and_then(|tables| {
            let (_, best) = tables.best_moves(game, self.settings.probe_limit)?;
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

fn memories(threads: usize) -> Vec<Memory> {
    (0..threads.max(1)).map(|_| Memory::new()).collect()
}

/// The keys of the positions that can still be repeated, the one at hand last.
fn keys(game: &Game) -> Vec<u64> {
    let mut board = Board::new(game.start().clone());
    let mut keys = vec![board.keys().full];
    for mv in game.moves() {
        let Some(mv) = Board::from_rules(*mv) else { break };
        board.play(mv);
        keys.push(board.keys().full);
    }
    let reach = game.position().halfmoves() as usize + 1;
    keys.split_off(keys.len().saturating_sub(reach))
}
