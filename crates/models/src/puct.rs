//! A tree search guided by an evaluator: PUCT.
//!
//! Every round descends the tree to a position without an evaluation, evaluates it and adds its value to all positions
//! of the path. It prefers moves with good values and, as long as they have few visits, high priors. Results that the
//! rules decide are propagated upwards as proofs, so a forced mate is reported as a mate.

mod result;

use std::time::Duration;

use play::{Rules, Stop, Watch};

use crate::{Deadline, ModelError};
pub use result::{Found, Proof, RootMove};
use result::{by_merit, merit};

/// Receives what was found so far, with the evaluator that converts its values.
pub(crate) type Report<'a, R> = dyn FnMut(&Found<<R as Rules>::Move>, &dyn Evaluator<R>) + 'a;

/// Evaluates positions: a prior for each move and a value.
pub trait Evaluator<R: Rules> {
    /// Evaluates the last position; `positions` is the game from its start, `moves` are legal in the last, at least
    /// one.
    fn evaluate(
        &mut self,
        positions: &[R],
        moves: &[R::Move],
        deadline: Deadline<'_>,
    ) -> Result<Evaluation, ModelError>;

    /// A value as centipawns, for people.
    fn centipawns(&self, value: f32) -> i32;
}

/// The evaluation of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The prior of each move: a probability; their sum is 1.
    pub priors: Vec<f32>,
    /// What the position is worth to the side to move, from -1 to 1.
    pub value: f32,
    /// How many positions the model evaluated for it.
    pub evaluations: u64,
}

/// How long to search.
pub struct Limits<'a> {
    /// Positions that are evaluated, the first included; 0 and 1 are the first evaluation alone. At most
    /// [`MOST_NODES`].
    pub nodes: u32,
    /// Plies of a line after which the search ends.
    pub depth: Option<u32>,
    /// When the search answers with what it has.
    pub time: Option<Duration>,
    /// When even the first evaluation is given up; without a time, how long one of the others may take.
    pub until: Duration,
    /// Raised when the answer is wanted at once.
    pub stop: &'a Stop,
    /// The time since the question.
    pub watch: &'a dyn Watch,
}

/// A search evaluates no more positions than this: each takes about a kilobyte.
pub const MOST_NODES: u32 = 100_000;

/// How much moves with a high prior are preferred while they have few visits; lc0's default.
const EXPLORATION: f32 = 1.745;

/// First play urgency: how far below the value of its position an untried move is rated, once all others were tried;
/// lc0's default.
const UNTRIED: f32 = 0.33;

/// A search of one position.
pub struct Search<'a, R: Rules> {
    evaluator: &'a mut dyn Evaluator<R>,
    /// The game, followed by the line of the present round.
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
    prior: f32,
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

    /// Searches within the limits; `report` receives what is found at every doubling of the rounds, and at the end.
    ///
    /// An error of the first evaluation is returned; later errors that the limits cause end the search.
    pub fn run(
        &mut self,
        moves: &[R::Move],
        limits: &Limits<'_>,
        report: &mut Report<'_, R>,
    ) -> Result<Found<R::Move>, ModelError> {
        let first = Deadline {
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
            let further = Deadline {
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

    /// Descends the tree, evaluates the position at the end and adds its value to the nodes of the path.
    fn round(&mut self, deadline: Deadline<'_>) -> Result<(), ModelError> {
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
            let evaluated = match end_value(&self.positions, &moves) {
                Some(value) => Ok((self.add_end(value), value)),
                None => self.expand(std::mem::take(&mut moves), deadline),
            };
            if let Ok((child, _)) = evaluated {
                self.tree[at].edges[chosen].child = Some(child as u32);
                path.push(child);
            }
            break evaluated.map(|(_, value)| value);
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

    /// Adds a position that the model evaluates, and returns its value; the caller counts the visit.
    fn expand(&mut self, moves: Vec<R::Move>, deadline: Deadline<'_>) -> Result<(usize, f32), ModelError> {
        let evaluation = self.evaluator.evaluate(&self.positions, &moves, deadline)?;
        if evaluation.priors.len() != moves.len() || !evaluation.priors.iter().all(|prior| prior.is_finite()) {
            return Err(ModelError::Run("no legal move has a probability".to_owned()));
        }
        self.evaluations += evaluation.evaluations;
        let edges = moves.into_iter().zip(evaluation.priors);
        self.tree.push(Node {
            edges: edges.map(|(mv, prior)| Edge { mv, prior, child: None }).collect(),
            visits: 0,
            sum: 0.0,
            proof: None,
        });
        Ok((self.tree.len() - 1, evaluation.value))
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

    /// The edge to follow by PUCT: the value, plus a share of the prior that shrinks with visits.
    fn choose(&self, at: usize) -> usize {
        let node = &self.tree[at];
        let child = |edge: &Edge<R::Move>| edge.child.map(|child| &self.tree[child as usize]);
        let tried: f32 = node
            .edges
            .iter()
            .filter(|edge| edge.child.is_some())
            .map(|edge| edge.prior)
            .sum();
        let untried = node.value() - UNTRIED * tried.sqrt();
        let reach = EXPLORATION * (node.visits.max(1) as f32).sqrt();
        let score = |edge: &Edge<R::Move>| match child(edge) {
            // A move that is proved to lose is never tried again.
            Some(next) if matches!(next.proof, Some(Proof::Win(_))) => f32::NEG_INFINITY,
            Some(next) => -next.value() + reach * edge.prior / (1 + next.visits) as f32,
            None => untried + reach * edge.prior,
        };
        let scores = node.edges.iter().map(score).enumerate();
        let best = scores.max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map_or(0, |(index, _)| index)
    }

    /// Stores the result that the children of a position prove.
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
                    prior: edge.prior,
                    visits: child.map_or(0, |child| child.visits),
                    value: child.map_or_else(|| root.value(), |child| -child.value()),
                    proof: child.and_then(|child| child.proof).map(Proof::before),
                    line,
                }
            })
            .collect();
        moves.sort_by(|one, other| {
            let merit = |root: &RootMove<R::Move>| merit(root.proof, root.visits, root.prior);
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
                Some((edge, merit(child.proof.map(Proof::before), child.visits, edge.prior)))
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
