//! Which moves were played from a position, how often and with what results, over many games.
//!
//! Positions are found by their keys, so games that reach a position by different moves count together. An [`Explorer`]
//! is filled game by game; front ends get it as an [`ExplorerBook`] and look up positions there.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::{GameRecord, OpeningName, Side, TreeResult};

/// Moves by position, over many games of one kind.
#[derive(Clone, Debug)]
pub struct Explorer {
    limits: ExplorerLimits,
    games: u32,
    moves: usize,
    is_full: bool,
    positions: HashMap<u64, Vec<ExploredMove>>,
}

/// How much an [`Explorer`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorerLimits {
    /// Plies of a game that are counted.
    pub plies: usize,
    /// Different moves of all positions; beyond them only known ones are counted.
    pub moves: usize,
}

/// A move that was played from a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ExploredMove {
    /// As programs write it: `g1f3`.
    pub code: String,
    /// As people write it: `Nf3`.
    pub label: String,
    /// How many games have it; those without a result too.
    pub games: u32,
    /// Games that White won.
    pub white: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
    /// The opening after it, where it leads to a name.
    pub opening: Option<OpeningName>,
}

/// An explorer for front ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ExplorerBook {
    /// How many games it counts.
    pub games: u32,
    /// Whether moves were left out because there are too many.
    pub is_cut: bool,
    /// The moves of every position, the most frequent first, by the text of its key.
    pub positions: BTreeMap<String, Vec<ExploredMove>>,
}

impl Explorer {
    /// An explorer without games.
    pub fn new(limits: ExplorerLimits) -> Self {
        Explorer {
            limits,
            games: 0,
            moves: 0,
            is_full: false,
            positions: HashMap::new(),
        }
    }

    /// Counts a game. A position that comes twice in it counts once.
    pub fn add(&mut self, record: &dyn GameRecord, result: TreeResult) {
        self.games += 1;
        let mut seen = Vec::new();
        for ply in 0..record.plies().min(self.limits.plies) {
            let Some((key, played)) = record.key(ply).zip(record.played(ply)) else {
                break;
            };
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            let moves = self.positions.entry(key).or_default();
            let known = moves.iter().position(|known| known.code == played.mv.code);
            let place = match known {
                Some(place) => place,
                None if self.moves >= self.limits.moves => {
                    self.is_full = true;
                    continue;
                }
                None => {
                    self.moves += 1;
                    moves.push(ExploredMove {
                        code: played.mv.code,
                        label: played.mv.label,
                        games: 0,
                        white: 0,
                        draws: 0,
                        black: 0,
                        opening: record.opening_after(ply + 1),
                    });
                    moves.len() - 1
                }
            };
            moves[place].count(result);
        }
    }

    /// How many games were counted.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The moves that were played from a position, the most frequent first.
    pub fn moves(&self, key: u64) -> Vec<ExploredMove> {
        let mut moves = self.positions.get(&key).cloned().unwrap_or_default();
        moves.sort_by(|one, other| other.games.cmp(&one.games).then_with(|| one.code.cmp(&other.code)));
        moves
    }

    /// All of it.
    pub fn book(&self) -> ExplorerBook {
        let known = self.positions.iter().filter(|(_, moves)| !moves.is_empty());
        ExplorerBook {
            games: self.games,
            is_cut: self.is_full,
            positions: known.map(|(key, _)| (key_text(*key), self.moves(*key))).collect(),
        }
    }
}

impl ExplorerBook {
    /// The moves that were played from a position, the most frequent first.
    pub fn moves(&self, key: &str) -> &[ExploredMove] {
        self.positions.get(key).map_or(&[], Vec::as_slice)
    }
}

impl ExploredMove {
    const fn count(&mut self, result: TreeResult) {
        self.games += 1;
        match result {
            TreeResult::Open => {}
            TreeResult::Draw => self.draws += 1,
            TreeResult::Win(Side::White) => self.white += 1,
            TreeResult::Win(Side::Black) => self.black += 1,
        }
    }
}

/// The key of a position as text, for messages: numbers of JSON are not exact enough.
pub fn key_text(key: u64) -> String {
    format!("{key:016x}")
}
