//! A solver for small endings: who wins, and in how many turns.
//!
//! A side with two pieces has lost (3.1), so a running game has at least six pieces. Tables of all such positions would
//! be too large: there are 20 sets of three pieces for a side, and two sets without pawns have up to (64 choose 3)² =
//! 1.7 thousand million placements. The side to move doubles that, and the purses multiply it again. So a position is
//! solved on demand, by an iterative search for a forced win. The result is proven and the shortest: a full-width
//! search to the same depth finds the same (`tests/ransom/endings.rs`). Without a proof within its [`Effort`] the
//! position stays open.

use std::time::Duration;

use play::{Rules, Side, Stop, Watch};
use ransom::{FEWEST_PIECES, Kind, MOST_QUIET_TURNS, Move, Position, SquareSet, reach};

/// Solves endings, and remembers its proofs.
pub struct Endings {
    proofs: Vec<Proof>,
    nodes: u64,
}

/// The proof for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The mover wins; the moves of both sides to the end, the winner's shortest and the loser's longest.
    Won(Vec<Move>),
    /// The mover loses, however it plays; the moves to the end.
    Lost(Vec<Move>),
    /// Nobody is proven to win within so many turns of both players.
    Open(u32),
}

/// How much may be searched.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Turns of both players to look ahead.
    pub turns: u32,
    /// Positions to look at.
    pub nodes: u64,
    /// Time since the question, looked at every 1,024 positions.
    pub time: Option<Duration>,
    /// Raised to stop at once.
    pub stop: &'a Stop,
    /// Measures the time.
    pub watch: &'a dyn Watch,
}

impl Effort<'_> {
    /// Further wins were not found within [`Effort::NODES`] in a trial of 240 positions.
    pub const TURNS: u32 = 31;

    /// What takes 0.02 to 0.05 s of a core, and proves five of six endings of six pieces.
    pub const NODES: u64 = 150_000;

    fn is_used_up(&self, nodes: u64) -> bool {
        let timed = || self.time.is_some_and(|time| self.watch.elapsed() >= time);
        nodes > self.nodes || (nodes.is_multiple_of(1024) && (self.stop.is_raised() || timed()))
    }
}

/// How far a win of the mover is known to exist, or known not to.
#[derive(Clone, Copy, Default)]
struct Proof {
    key: u64,
    /// A win within so many turns is proven; 0 where none is.
    won: u8,
    /// There is no win within so many turns.
    open: u8,
}

/// The effort is used up.
struct Exhausted;

impl Endings {
    /// So many pieces in all, or fewer, make an ending.
    pub const MOST_PIECES: u32 = 9;

    /// A solver that knows nothing yet, in 1 MiB.
    pub fn new() -> Self {
        Endings {
            proofs: vec![Proof::default(); PROOFS],
            nodes: 0,
        }
    }

    /// Whether a position is small enough to be asked about.
    pub fn covers(position: &Position) -> bool {
        position.occupied().count() <= Endings::MOST_PIECES
    }

    /// Positions looked at for the last question.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What can be proven of a running game at `position`.
    pub fn solve(&mut self, position: &Position, effort: &Effort<'_>) -> Ending {
        self.nodes = 0;
        let mut proven = 0;
        for turns in 1..=effort.turns {
            let is_win = turns % 2 == 1;
            let found = if is_win {
                self.wins(position, turns, effort)
            } else {
                self.loses(position, turns, effort)
            };
            match found {
                Ok(true) => {
                    let line = self.line(position, turns, effort);
                    return if is_win { Ending::Won(line) } else { Ending::Lost(line) };
                }
                Ok(false) => proven = turns,
                Err(Exhausted) => break,
            }
        }
        Ending::Open(proven)
    }

    /// Whether the mover can force a win within `turns`, an odd number.
    fn wins(&mut self, position: &Position, turns: u32, effort: &Effort<'_>) -> Result<bool, Exhausted> {
        if let Some(known) = self.known(position, turns) {
            return Ok(known);
        }
        self.count(effort)?;
        let won = match wins_now(position) {
            Some(_) => true,
            None if turns == 1 => false,
            None => self.winning_move(position, turns, effort)?.is_some(),
        };
        self.remember(position, turns, won);
        Ok(won)
    }

    fn count(&mut self, effort: &Effort<'_>) -> Result<(), Exhausted> {
        self.nodes += 1;
        if effort.is_used_up(self.nodes) {
            Err(Exhausted)
        } else {
            Ok(())
        }
    }

    /// A move after which the opponent has lost within the turns that are left; no move wins at once.
    fn winning_move(
        &mut self,
        position: &Position,
        turns: u32,
        effort: &Effort<'_>,
    ) -> Result<Option<Move>, Exhausted> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        // Captures and threats leave the fewest answers.
        let mut tried: Vec<(u32, Move, Position)> = moves
            .into_iter()
            .filter_map(|mv| {
                let mut next = *position;
                next.play(mv);
                let running = next.verdict_unlisted().is_none();
                (running && !loses_at_once(&next)).then(|| (answers(&next, mv), mv, next))
            })
            .collect();
        tried.sort_by_key(|&(answers, ..)| answers);
        for (_, mv, next) in tried {
            if self.loses(&next, turns - 1, effort)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether every move of the mover allows a win within the turns left, `turns` being even.
    fn loses(&mut self, position: &Position, turns: u32, effort: &Effort<'_>) -> Result<bool, Exhausted> {
        self.count(effort)?;
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let opponent = position.turn().other();
        let mut open = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut next = *position;
            next.play(mv);
            match next.verdict_unlisted() {
                Some(verdict) if verdict.winner == Some(opponent) => {}
                Some(_) => return Ok(false),
                None if wins_now(&next).is_some() => {}
                None if turns == 2 => return Ok(false),
                None => open.push(next),
            }
        }
        for next in open {
            if !self.wins(&next, turns - 1, effort)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The moves to the end of a game that is proven to end within `turns`, as far as the effort goes: at least the
    /// first.
    fn line(&mut self, start: &Position, turns: u32, effort: &Effort<'_>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *start;
        let mut left = turns;
        while left > 0 && position.verdict_unlisted().is_none() {
            let chosen = if left % 2 == 1 {
                self.shortest_win(&position, left, effort)
            } else {
                self.longest_loss(&position, left, effort)
            };
            let Ok((mv, after)) = chosen else { break };
            line.push(mv);
            position.play(mv);
            left = after;
        }
        line
    }

    /// The move that wins soonest and the turns left after it.
    fn shortest_win(&mut self, position: &Position, turns: u32, effort: &Effort<'_>) -> Result<(Move, u32), Exhausted> {
        if let Some(mv) = wins_now(position) {
            return Ok((mv, 0));
        }
        for turns in (3..=turns).step_by(2) {
            if let Some(mv) = self.winning_move(position, turns, effort)? {
                return Ok((mv, turns - 1));
            }
        }
        Err(Exhausted)
    }

    /// The move that loses latest and the turns left after it.
    fn longest_loss(&mut self, position: &Position, turns: u32, effort: &Effort<'_>) -> Result<(Move, u32), Exhausted> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut best = None;
        for mv in moves {
            let mut next = *position;
            next.play(mv);
            let left = if next.verdict_unlisted().is_some() {
                0
            } else {
                self.shortest(&next, turns - 1, effort)?
            };
            // The first of the longest: the order of the rules decides.
            if best.is_none_or(|(_, longest)| left > longest) {
                best = Some((mv, left));
            }
        }
        best.ok_or(Exhausted)
    }

    /// In how many turns the mover wins, who is proven to win within `turns`.
    fn shortest(&mut self, position: &Position, turns: u32, effort: &Effort<'_>) -> Result<u32, Exhausted> {
        for fewer in (1..turns).step_by(2) {
            if self.wins(position, fewer, effort)? {
                return Ok(fewer);
            }
        }
        Ok(turns)
    }

    fn known(&self, position: &Position, turns: u32) -> Option<bool> {
        let proof = &self.proofs[place(position)];
        if proof.key != position.key() || near_draw(position, turns) {
            return None;
        }
        if proof.won > 0 && u32::from(proof.won) <= turns {
            Some(true)
        } else {
            (u32::from(proof.open) >= turns).then_some(false)
        }
    }

    fn remember(&mut self, position: &Position, turns: u32, won: bool) {
        if near_draw(position, turns) {
            return;
        }
        let proof = &mut self.proofs[place(position)];
        if proof.key != position.key() {
            *proof = Proof {
                key: position.key(),
                ..Proof::default()
            };
        }
        let turns = turns as u8;
        if won {
            proof.won = if proof.won == 0 { turns } else { proof.won.min(turns) };
        } else {
            proof.open = proof.open.max(turns);
        }
    }
}

impl Default for Endings {
    fn default() -> Self {
        Endings::new()
    }
}

/// How many proofs are remembered: 1 MiB of 16 bytes each.
const PROOFS: usize = 1 << 16;

fn place(position: &Position) -> usize {
    position.key() as usize % PROOFS
}

/// Whether rule 3.3 could end the game within so many turns. If so, a proof is valid only for this count of turns.
fn near_draw(position: &Position, turns: u32) -> bool {
    u32::from(position.quiet_turns()) + turns >= u32::from(MOST_QUIET_TURNS)
}

/// A move that ends the game in favour of its player.
fn wins_now(position: &Position) -> Option<Move> {
    let (own, other) = (position.turn(), position.turn().other());
    let last_pieces = position.side(other).count() <= FEWEST_PIECES;
    let mut moves = Vec::new();
    if last_pieces {
        if !can_capture(position, own) && !may_be_stuck(position, other) {
            return None;
        }
    } else if !may_be_stuck(position, other) {
        return None;
    }
    position.moves(&mut moves);
    moves.into_iter().find(|&mv| {
        let mut next = *position;
        next.play(mv);
        next.verdict_unlisted()
            .is_some_and(|verdict| verdict.winner == Some(own))
    })
}

/// Whether the player who has just moved to `next` has left the opponent a win at once.
fn loses_at_once(next: &Position) -> bool {
    next.side(next.turn().other()).count() <= FEWEST_PIECES && can_capture(next, next.turn())
}

/// Whether `side` attacks a piece.
fn can_capture(position: &Position, side: Side) -> bool {
    (attacked(position, side) & position.side(side.other())).any()
}

/// Every square that a piece of `side` reaches.
fn attacked(position: &Position, side: Side) -> SquareSet {
    let occupied = position.occupied();
    let mut squares = SquareSet::EMPTY;
    for kind in [Kind::Knight, Kind::Bishop, Kind::Queen] {
        for square in position.pieces(side, kind) {
            squares = squares | reach(side, kind, square, occupied);
        }
    }
    squares
}

/// Whether one turn of the other side could leave `side` without a move. A piece other than a pawn can capture what
/// blocks it, and an upgrade cannot be blocked. So this is possible only if a capture takes the last piece that can
/// move or be upgraded.
fn may_be_stuck(position: &Position, side: Side) -> bool {
    if position.can_buy_back(side) {
        // If two squares of the home row are free, one turn cannot fill it. Otherwise the check only costs time.
        return position.room_to_return(side).count() <= 1;
    }
    let occupied = position.occupied();
    let pieces = [Kind::Knight, Kind::Bishop, Kind::Queen].into_iter();
    let movable = pieces
        .flat_map(|kind| {
            position
                .pieces(side, kind)
                .into_iter()
                .map(move |square| (kind, square))
        })
        .filter(|&(kind, square)| (reach(side, kind, square, occupied) & !position.side(side)).any());
    movable.count() + position.upgradable(side).count() as usize <= 1
}

/// A cheap estimate of the number of replies to a move: moves with fewer replies are tried first.
fn answers(next: &Position, mv: Move) -> u32 {
    let player = next.turn().other();
    let threatens = (attacked(next, player) & next.side(next.turn())).count();
    let captures = u32::from(mv.captured().is_some());
    40 - 12 * threatens.min(2) - 15 * captures.min(1)
}
