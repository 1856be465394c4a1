//! A tree search guided by an evaluator: PUCT.
//!
//! Every round goes down the tree to a position that was not looked at, looks at it and adds its value to all positions on
//! the way. It prefers moves with good values and, as long as they were tried little, likely ones. What the rules decide is
//! proved upwards, so a forced mate that was found is known as one.

use std::{cmp::Ordering, time::Duration};

use play::{Rules, Stop, Watch};

use crate::{ModelError, Patience};

/// Hears what was found so far, with the evaluator for questions about it.
pub(crate) type Report<'a, R> = dyn FnMut(&Found<<R as Rules>::Move>, &dyn Evaluator<R>) + 'a;

/// Looks at positions: how likely each move is and what the position is worth.
pub trait Evaluator<R: Rules> {
    /// Looks at the last position; `positions` is the game from its start, `moves` are legal in the last, at least one.
    fn look(&mut self, positions: &[R], moves: &[R::Move], patience: Patience<'_>) -> Result<Look, ModelError>;

    /// A value as centipawns, for people.
    fn centipawns(&self, value: f32) -> i32;
}

/// What an evaluator says of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// A chance for each move; their sum is 1.
    pub chances: Vec<f32>,
    /// What the position is worth to the side to move, from -1 to 1.
    pub value: f32,
    /// How many positions the model evaluated for it.
    pub evaluations: u64,
}

/// How long to search.
pub struct Limits<'a> {
    /// Positions that are looked at, the first included; 0 and 1 are the first look alone. At most [`MOST_NODES`].
    pub nodes: u32,
    /// Plies of a line after which the search ends.
    pub depth: Option<u32>,
    /// When the search answers with what it has.
    pub time: Option<Duration>,
    /// When even the first look is given up; without a time, how long one of the others may take.
    pub until: Duration,
    /// Raised when the answer is wanted at once.
    pub stop: &'a Stop,
    /// The time since the question.
    pub watch: &'a dyn Watch,
}

/// A search looks at no more positions than this: each takes about a kilobyte.
pub const MOST_NODES: u32 = 100_000;

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// All moves, the best first.
    pub moves: Vec<RootMove<M>>,
    /// Rounds, the first look included.
    pub rounds: u32,
    /// How many positions the model evaluated.
    pub evaluations: u64,
    /// Plies of the longest line that was looked at.
    pub depth: u32,
}

/// A move of the position that is searched.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its chance at the first look.
    pub chance: f32,
    /// How often it was tried.
    pub visits: u32,
    /// What it is worth to its mover, from -1 to 1; that of the whole position if it was not tried.
    pub value: f32,
    /// What the rules make of it, in plies from here.
    pub proof: Option<Proof>,
    /// The moves that are expected, itself first.
    pub line: Vec<M>,
}

/// A result that the rules force, for the side to move, in this many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A win.
    Win(u32),
    /// A loss; in 0 plies it is on the board.
    Loss(u32),
    /// A draw.
    Draw,
}

impl Proof {
    const fn value(self) -> f32 {
        match self {
            Proof::Win(_) => 1.0,
            Proof::Loss(_) => -1.0,
            Proof::Draw => 0.0,
        }
    }

    /// The same a ply earlier, for the other side.
    const fn before(self) -> Self {
        match self {
            Proof::Win(plies) => Proof::Loss(plies + 1),
            Proof::Loss(plies) => Proof::Win(plies + 1),
            Proof::Draw => Proof::Draw,
        }
    }
}

/// How much likely moves are preferred while they were tried little; the usual value of lc0.
const EXPLORATION: f32 = 1.745;

/// How much worse than its position a move is thought to be that was not tried, once all others were; the same source.
const UNTRIED: f32 = 0.33;

/// A search of one position.
pub struct Search<'a, R: Rules> {
    evaluator: &'a mut dyn Evaluator<R>,
    /// The game, and behind it the line that is being looked at.
    positions: Vec<R>,
    /// Positions of the game.
    root: usize,
    tree: Vec<Node<R::Move>>,
    evaluations: u64,
    depth: u32,
}

struct Node<M> {
    edges: Vec<Edge<M>>,
    visits: u32,
    /// The sum of the values for the side to move here.
    sum: f32,
    proof: Option<Proof>,
}

struct Edge<M> {
    mv: M,
    chance: f32,
    child: Option<u32>,
}

impl<M> Node<M> {
    fn value(&self) -> f32 {
        match self.proof {
            Some(proof) => proof.value(),
            None if self.visits == 0 => 0.0,
            None => self.sum / self.visits as f32,
        }
    }
}

impl<'a, R: Rules> Search<'a, R> {
    /// A search of the last of these positions, which are a game from its start.
    pub fn new(evaluator: &'a mut dyn Evaluator<R>, positions: Vec<R>) -> Self {
        Search {
            evaluator,
            root: positions.len(),
            positions,
            tree: Vec::new(),
            evaluations: 0,
            depth: 0,
        }
    }

    /// Searches within the limits; `report` hears what is found at every doubling of the rounds, and at the end.
    ///
    /// An error of the first look is an error; later ones that come of the limits end the search.
    pub fn run(
        &mut self,
        moves: &[R::Move],
        limits: &Limits<'_>,
        report: &mut Report<'_, R>,
    ) -> Result<Found<R::Move>, ModelError> {
        let first = Patience {
            watch: limits.watch,
            until: limits.until,
            stop: None,
        };
        self.tree.clear();
        let (root, value) = self.expand(moves.to_vec(), first)?;
        self.tree[root].visits = 1;
        self.tree[root].sum = value;
        let mut reported = 0;
        for round in 1..limits.nodes.min(MOST_NODES) {
            let is_late = limits.time.is_some_and(|time| limits.watch.elapsed() >= time);
            let is_deep = limits.depth.is_some_and(|depth| self.depth.max(1) >= depth);
            if is_late || is_deep || limits.stop.is_raised() || self.tree[0].proof.is_some() {
                break;
            }
            if round.is_power_of_two() {
                reported = round;
                report(&self.found(), self.evaluator);
            }
            let further = Patience {
                watch: limits.watch,
                until: limits
                    .time
                    .unwrap_or_else(|| limits.watch.elapsed().saturating_add(limits.until)),
                stop: Some(limits.stop),
            };
            match self.round(further) {
                Ok(()) => {}
                Err(ModelError::Late(_) | ModelError::Stopped) => break,
                Err(error) => return Err(error),
            }
        }
        let found = self.found();
        if found.rounds > reported {
            report(&found, self.evaluator);
        }
        Ok(found)
    }

    /// One way down the tree, a look at its end and the way back.
    fn round(&mut self, patience: Patience<'_>) -> Result<(), ModelError> {
        let mut path = vec![0];
        let mut moves = Vec::new();
        let mut at = 0;
        let outcome = loop {
            let chosen = self.choose(at);
            let edge = &self.tree[at].edges[chosen];
            let mut next = self.positions[self.positions.len() - 1].clone();
            next.play(edge.mv);
            self.positions.push(next);
            let child = edge.child.map(|child| child as usize);
            if let Some(child) = child {
                path.push(child);
                at = child;
                if let Some(proof) = self.tree[child].proof {
                    break Ok(proof.value());
                }
                continue;
            }
            self.positions[self.positions.len() - 1].moves(&mut moves);
            let looked = match end_value(&self.positions, &moves) {
                Some(value) => Ok((self.add_end(value), value)),
                None => self.expand(std::mem::take(&mut moves), patience),
            };
            if let Ok((child, _)) = looked {
                self.tree[at].edges[chosen].child = Some(child as u32);
                path.push(child);
            }
            break looked.map(|(_, value)| value);
        };
        self.depth = self.depth.max((self.positions.len() - self.root) as u32);
        self.positions.truncate(self.root);
        let mut value = outcome?;
        for &node in path.iter().rev() {
            self.tree[node].visits += 1;
            self.tree[node].sum += value;
            value = -value;
            self.prove(node);
        }
        Ok(())
    }

    /// Adds a position that the model looks at, and says what it is worth; the caller counts it.
    fn expand(&mut self, moves: Vec<R::Move>, patience: Patience<'_>) -> Result<(usize, f32), ModelError> {
        let look = self.evaluator.look(&self.positions, &moves, patience)?;
        if look.chances.len() != moves.len() || !look.chances.iter().all(|chance| chance.is_finite()) {
            return Err(ModelError::Run("no legal move has a probability".to_owned()));
        }
        self.evaluations += look.evaluations;
        let edges = moves.into_iter().zip(look.chances);
        self.tree.push(Node {
            edges: edges
                .map(|(mv, chance)| Edge {
                    mv,
                    chance,
                    child: None,
                })
                .collect(),
            visits: 0,
            sum: 0.0,
            proof: None,
        });
        Ok((self.tree.len() - 1, look.value))
    }

    /// Adds a position at which the game is over.
    fn add_end(&mut self, value: f32) -> usize {
        let proof = if value < 0.0 {
            Proof::Loss(0)
        } else if value > 0.0 {
            Proof::Win(0)
        } else {
            Proof::Draw
        };
        self.tree.push(Node {
            edges: Vec::new(),
            visits: 0,
            sum: 0.0,
            proof: Some(proof),
        });
        self.tree.len() - 1
    }

    /// The edge to follow: value and, as long as it was tried little, chance.
    fn choose(&self, at: usize) -> usize {
        let node = &self.tree[at];
        let child = |edge: &Edge<R::Move>| edge.child.map(|child| &self.tree[child as usize]);
        let tried: f32 = node
            .edges
            .iter()
            .filter(|edge| edge.child.is_some())
            .map(|edge| edge.chance)
            .sum();
        let untried = node.value() - UNTRIED * tried.sqrt();
        let reach = EXPLORATION * (node.visits.max(1) as f32).sqrt();
        let score = |edge: &Edge<R::Move>| match child(edge) {
            // A move that is proved to lose is never tried again.
            Some(next) if matches!(next.proof, Some(Proof::Win(_))) => f32::NEG_INFINITY,
            Some(next) => -next.value() + reach * edge.chance / (1 + next.visits) as f32,
            None => untried + reach * edge.chance,
        };
        let scores = node.edges.iter().map(score).enumerate();
        let best = scores.max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map_or(0, |(index, _)| index)
    }

    /// Notes what the children of a position prove of it.
    fn prove(&mut self, at: usize) {
        if self.tree[at].proof.is_some() {
            return;
        }
        let proofs = self.tree[at]
            .edges
            .iter()
            .map(|edge| Some(self.tree[edge.child? as usize].proof?.before()));
        let (mut all, mut soonest, mut latest, mut draw) = (true, None::<u32>, 0, false);
        for proof in proofs {
            match proof {
                Some(Proof::Win(plies)) => soonest = Some(soonest.map_or(plies, |least| least.min(plies))),
                Some(Proof::Loss(plies)) => latest = latest.max(plies),
                Some(Proof::Draw) => draw = true,
                None => all = false,
            }
        }
        self.tree[at].proof = match soonest {
            Some(plies) => Some(Proof::Win(plies)),
            None if all && draw => Some(Proof::Draw),
            None if all => Some(Proof::Loss(latest)),
            None => None,
        };
    }

    fn found(&self) -> Found<R::Move> {
        let root = &self.tree[0];
        let mut moves: Vec<RootMove<R::Move>> = root
            .edges
            .iter()
            .map(|edge| {
                let child = edge.child.map(|child| &self.tree[child as usize]);
                let mut line = vec![edge.mv];
                self.follow(edge.child, &mut line);
                RootMove {
                    mv: edge.mv,
                    chance: edge.chance,
                    visits: child.map_or(0, |child| child.visits),
                    value: child.map_or_else(|| root.value(), |child| -child.value()),
                    proof: child.and_then(|child| child.proof).map(Proof::before),
                    line,
                }
            })
            .collect();
        moves.sort_by(|one, other| {
            let merit = |root: &RootMove<R::Move>| merit(root.proof, root.visits, root.chance);
            by_merit(merit(other), merit(one))
        });
        Found {
            moves,
            rounds: root.visits,
            evaluations: self.evaluations,
            depth: self.depth.max(1),
        }
    }

    /// Adds the moves that are expected after a position.
    fn follow(&self, from: Option<u32>, line: &mut Vec<R::Move>) {
        const LONGEST: usize = 20;
        let mut at = from;
        while let Some(node) = at.map(|at| &self.tree[at as usize]) {
            let tried = node.edges.iter().filter_map(|edge| {
                let child = &self.tree[edge.child? as usize];
                Some((edge, merit(child.proof.map(Proof::before), child.visits, edge.chance)))
            });
            match tried.max_by(|(_, one), (_, other)| by_merit(*one, *other)) {
                Some((edge, _)) if line.len() < LONGEST => {
                    line.push(edge.mv);
                    at = edge.child;
                }
                _ => break,
            }
        }
    }
}

/// By what a move is preferred at the end: a proved win, the sooner the better; how often it was tried; its chance; a proved
/// loss last, the later the better.
fn merit(proof: Option<Proof>, visits: u32, chance: f32) -> [f32; 3] {
    match proof {
        Some(Proof::Win(plies)) => [2.0, -(plies as f32), chance],
        Some(Proof::Loss(plies)) => [0.0, plies as f32, chance],
        Some(Proof::Draw) | None => [1.0, visits as f32, chance],
    }
}

fn by_merit(one: [f32; 3], other: [f32; 3]) -> Ordering {
    let pairs = one.into_iter().zip(other);
    pairs
        .map(|(one, other)| one.total_cmp(&other))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// What the rules make of the last position for its side to move, if they end the game there; `moves` are legal in it.
///
/// A position that was there before counts as a draw at once: who could avoid it would have.
pub(crate) fn end_value<R: Rules>(positions: &[R], moves: &[R::Move]) -> Option<f32> {
    let (last, earlier) = positions.split_last()?;
    if let Some(verdict) = last.verdict(moves) {
        return Some(match verdict.winner {
            None => 0.0,
            Some(winner) if winner == last.turn() => 1.0,
            Some(_) => -1.0,
        });
    }
    let repeats = || {
        let reach = earlier.iter().rev().take(last.reversible_plies());
        reach.skip(1).step_by(2).any(|position| position.key() == last.key())
    };
    let is_draw = last.claim().is_some() || (R::REPETITION.claim.is_some() && repeats());
    is_draw.then_some(0.0)
}
