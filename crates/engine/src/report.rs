//! Reports of a running search, and its result.

use std::time::Duration;

use shakmaty::Move;

/// A report of a running search.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// A line with its score.
    Line(Line),
    /// The root move that is being searched; reported only by long searches.
    Current {
        /// The depth of the search in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of the search, from one.
        number: usize,
    },
}

/// A principal variation with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Which line it is, the best one being 1.
    pub rank: usize,
    /// Depth in plies.
    pub depth: u32,
    /// The deepest ply any line of this search reached.
    pub seldepth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// How exact the score is.
    pub bound: Bound,
    /// Expected results of the score, in thousandths.
    pub chances: Chances,
    /// Positions visited by all threads since the start of the search.
    pub nodes: u64,
    /// Hits in endgame tables.
    pub tablebase_hits: u64,
    /// Thousandths of the hash table used by this search.
    pub hashfull: u32,
    /// Time since the start of the search.
    pub time: Duration,
    /// The moves.
    pub moves: Vec<Move>,
}

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves of the winner; negative when the side to move is mated, zero when it is mated now.
    Mate(i32),
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

/// Wins, draws and losses in thousandths of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Games won by the side to move.
    pub win: u16,
    /// Games drawn.
    pub draw: u16,
    /// Games lost.
    pub loss: u16,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The best move; none when there is no legal move, or none among those asked for.
    pub best: Option<Move>,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// The best lines of the last depth, as many as were asked for; empty without a move.
    pub lines: Vec<Line>,
    /// Searched nodes.
    pub nodes: u64,
}

impl Answer {
    /// Puts a line first and plays it; the others stay in order.
    pub(crate) fn play(&mut self, place: usize) {
        let Some(chosen) = self.lines.get(place) else { return };
        self.best = chosen.moves.first().copied();
        self.ponder = chosen.moves.get(1).copied();
        self.lines[..=place].rotate_right(1);
        for (rank, line) in self.lines.iter_mut().enumerate() {
            line.rank = rank + 1;
        }
    }

    /// No move, because there is none.
    pub(crate) fn none() -> Self {
        Answer {
            best: None,
            ponder: None,
            lines: Vec::new(),
            nodes: 0,
        }
    }
}
