//! Blunders of a rating-limited engine: games against itself, every move compared with a search at full strength.
//!
//! Only open positions count, since a side that is clearly winning or losing may play anything. A queen counts as given
//! away when a search of two plies sees it captured for much less and sees another move that saves it, and the
//! reference engine agrees that the move was bad.

use engine::{Answer, Engine, EngineError, Game, Limits, Score, Settings, Signal};
use fastrand::Rng;
use shakmaty::{Chess, Move, Position as _, Role};

use crate::selfplay::{Opening, end_by_rule, key};

/// The blunders counted at a rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlunderCounts {
    /// Moves that were compared.
    pub moves: u64,
    /// Centipawns they lost together, none more than [`BlunderCounts::MOST`].
    pub loss: u64,
    /// Moves that lost [`BlunderCounts::BLUNDER`] or more.
    pub blunders: u64,
    /// Queens given away.
    pub queens: u64,
}

impl BlunderCounts {
    /// The most a single move is counted to lose, in centipawns.
    pub const MOST: i32 = 1_000;
    /// From here on a loss is a blunder, in centipawns.
    pub const BLUNDER: i32 = 200;

    /// Plays so many games at a rating and compares every move by searches of `reference` nodes.
    pub fn of(rating: u32, games: u32, reference: u64, seed: u64) -> Result<Self, EngineError> {
        let mut run = Run {
            player: Engine::new(settings(Some(rating), seed))?,
            reference: Engine::new(settings(None, 0))?,
            nodes: reference,
            counts: BlunderCounts::default(),
        };
        let mut random = Rng::with_seed(seed);
        for _ in 0..games {
            run.play(&mut random)?;
        }
        Ok(run.counts)
    }

    /// The mean loss of a move in centipawns.
    pub fn mean_loss(&self) -> f64 {
        self.loss as f64 / self.moves.max(1) as f64
    }

    /// The share of blunders.
    pub fn blunder_share(&self) -> f64 {
        self.blunders as f64 / self.moves.max(1) as f64
    }
}

/// Games longer than this say nothing new.
const LONGEST: usize = 160;
/// A position is open while its score is within this.
const OPEN: i32 = 600;
/// The least that giving away a queen costs, by two plies and by the reference engine.
const GIVEN: [i32; 2] = [500, 300];

struct Run {
    player: Engine,
    reference: Engine,
    nodes: u64,
    counts: BlunderCounts,
}

impl Run {
    fn play(&mut self, random: &mut Rng) -> Result<(), EngineError> {
        let Some(opening) = Opening::at_random(random) else {
            return Ok(());
        };
        let mut game = Game::new(opening.start.clone());
        for mv in &opening.moves {
            game.play(*mv).expect("the moves of an opening are legal");
        }
        self.player.new_game();
        self.player
            .set(settings(self.player.settings().rating, random.u64(..)))?;
        let mut keys: Vec<_> = opening.positions().map(|position| key(&position)).collect();
        while keys.len() < LONGEST && end_by_rule(game.position(), &keys).is_none() {
            let answer = self
                .player
                .search(&game, &Limits::default(), &Signal::default(), &mut |_| {});
            let Some(mv) = answer.best else { break };
            self.compare(&game, mv);
            game.play(mv).expect("the engine answers with legal moves");
            keys.push(key(game.position()));
        }
        Ok(())
    }

    /// Counts what a move loses.
    fn compare(&mut self, game: &Game, mv: Move) {
        let deep = Limits {
            soft_nodes: Some(self.nodes),
            ..Limits::default()
        };
        let (best, _) = self.ask(game, &deep);
        if best.abs() > OPEN {
            return;
        }
        let (played, _) = self.ask(game, &only(mv, &deep));
        let loss = (best - played).clamp(0, BlunderCounts::MOST);
        self.counts.moves += 1;
        self.counts.loss += u64::from(loss.unsigned_abs());
        self.counts.blunders += u64::from(loss >= BlunderCounts::BLUNDER);
        let near = Limits {
            depth: Some(2),
            ..Limits::default()
        };
        let (first, _) = self.ask(game, &near);
        let (second, line) = self.ask(game, &only(mv, &near));
        let given = first - second >= GIVEN[0] && loss >= GIVEN[1] && gives_queen(game.position(), &line);
        self.counts.queens += u64::from(given);
    }

    /// The score of a fresh search, and its line.
    fn ask(&mut self, game: &Game, limits: &Limits) -> (i32, Vec<Move>) {
        self.reference.new_game();
        let answer = self.reference.search(game, limits, &Signal::default(), &mut |_| {});
        first_line(answer)
    }
}

fn settings(rating: Option<u32>, seed: u64) -> Settings {
    Settings {
        hash: 1,
        rating,
        seed,
        ..Settings::default()
    }
}

fn only(mv: Move, limits: &Limits) -> Limits {
    Limits {
        moves: vec![mv],
        ..limits.clone()
    }
}

fn first_line(answer: Answer) -> (i32, Vec<Move>) {
    const MATE: i32 = 10_000;
    let Some(line) = answer.lines.into_iter().next() else {
        return (0, Vec::new());
    };
    let score = match line.score {
        Score::Centipawns(points) => points,
        Score::Mate(moves) if moves > 0 => MATE,
        Score::Mate(_) => -MATE,
    };
    (score, line.moves)
}

/// Whether the answer in a line takes a queen, and no other queen is taken for it.
fn gives_queen(position: &Chess, line: &[Move]) -> bool {
    let [mv, answer, rest @ ..] = line else { return false };
    let queen = |mv: &Move| mv.capture() == Some(Role::Queen);
    position.is_legal(*mv) && queen(answer) && !queen(mv) && !rest.first().is_some_and(queen)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};

    use super::*;

    #[test]
    fn above_1000_no_queen_is_given_away() {
        for rating in [1_001, 1_400] {
            let counts = BlunderCounts::of(rating, 3, 1_000, 11).unwrap();
            assert!(counts.moves > 30, "{rating}: {counts:?}");
            assert_eq!(counts.queens, 0, "{rating}: {counts:?}");
        }
    }

    #[test]
    fn a_queen_for_a_queen_is_not_given_away() {
        let position: Chess = "1r3r2/3k1p2/pp1p2p1/2p4p/P2Q4/2PK2PP/q1R1PP2/5B1R w - - 0 30"
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        let line = |texts: &[&str]| {
            let mut position = position.clone();
            let mut moves = Vec::new();
            for text in texts {
                let mv = text.parse::<UciMove>().unwrap().to_move(&position).unwrap();
                position.play_unchecked(mv);
                moves.push(mv);
            }
            moves
        };
        assert!(gives_queen(&position, &line(&["e2e4", "c5d4"])));
        assert!(gives_queen(&position, &line(&["e2e4", "c5d4", "c3d4"])));
        assert!(!gives_queen(&position, &line(&["e2e4", "c5d4", "c2a2"])));
        assert!(!gives_queen(&position, &line(&["c2a2", "c5d4"])));
        assert!(!gives_queen(&position, &line(&["d4c4"])));
    }

    #[test]
    fn weaker_players_lose_more_a_move() {
        let [weak, strong] = [800, 2_000].map(|rating| BlunderCounts::of(rating, 3, 1_000, 5).unwrap().mean_loss());
        assert!(weak > 1.5 * strong, "{weak} {strong}");
    }

    #[test]
    fn the_same_seed_gives_the_same_errors() {
        let counts = || BlunderCounts::of(1_000, 1, 200, 3).unwrap();
        assert_eq!(counts(), counts());
    }
}
