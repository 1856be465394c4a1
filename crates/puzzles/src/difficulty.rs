//! How hard a puzzle is: bots of known strength try it, and the rating follows from who solves it.
//!
//! A puzzle has the rating that makes the results most likely, where a solver of rating R solves a puzzle of rating D
//! as often as it would beat a player of rating D. A weak prior replaces the missing results.

use std::{fmt, str::FromStr};

use play::{BotError, Choice, GameBot, GameId, GameModule, Setup, SpecError};
use thiserror::Error;

use crate::{Answer, Puzzle, PuzzleError, Solving, SolvingError};

/// A bot that tries puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The text of the bot.
    pub spec: &'static str,
    /// Its rating.
    pub rating: u32,
}

/// Rungs of chess: the ratings are measured, see docs/strength.md.
const CHESS: [Rung; 6] = [
    rung("elo:800", 800),
    rung("elo:1200", 1200),
    rung("elo:1600", 1600),
    rung("elo:2000", 2000),
    rung("elo:2400", 2400),
    rung("elo:2800", 2800),
];
/// Rungs of Ransom: one more ply each. Their distances are a convention, not a measurement.
const RANSOM: [Rung; 6] = [
    rung("hard?depth=1", 1000),
    rung("hard?depth=2", 1200),
    rung("hard?depth=3", 1400),
    rung("hard?depth=4", 1600),
    rung("hard?depth=5", 1800),
    rung("hard?depth=6", 2000),
];

const fn rung(spec: &'static str, rating: u32) -> Rung {
    Rung { spec, rating }
}

/// The bots that try puzzles of a game, weakest first; none for a game without any.
pub fn rungs(game: GameId) -> &'static [Rung] {
    match game.as_str() {
        "chess" => &CHESS,
        "ransom" => &RANSOM,
        _ => &[],
    }
}

/// How often each rung solved a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tries(Vec<u8>);

/// How often each rung tries a puzzle.
const TRIES: u8 = 2;
/// What is believed of a puzzle that nobody has tried.
const PRIOR: f64 = 1500.0;
/// How far that belief reaches, as a standard deviation.
const PRIOR_WIDTH: f64 = 500.0;
/// Ratings that a puzzle can have.
const RANGE: (f64, f64) = (400.0, 3200.0);

impl Tries {
    /// How often each rung solved it, of [`Tries::most`] times; empty before any has tried.
    pub fn solved(&self) -> &[u8] {
        &self.0
    }

    /// How often each rung tried.
    pub const fn most() -> u8 {
        TRIES
    }

    /// The rating of the puzzle.
    pub fn rating(&self, game: GameId) -> u32 {
        let results = || rungs(game).iter().zip(&self.0);
        // The derivative of the log-likelihood falls as the rating rises.
        let slope = |rating: f64| {
            let unsolved = results().map(|(rung, solved)| {
                let expected = expected_score(f64::from(rung.rating), rating);
                f64::from(TRIES) * expected - f64::from(*solved)
            });
            let scale = std::f64::consts::LN_10 / 400.0;
            scale * unsolved.sum::<f64>() - (rating - PRIOR) / (PRIOR_WIDTH * PRIOR_WIDTH)
        };
        let (mut low, mut high) = RANGE;
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if slope(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high).round() as u32
    }
}

/// The expected score of a solver with a rating against a puzzle with a rating.
fn expected_score(solver: f64, puzzle: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((puzzle - solver) / 400.0))
}

impl fmt::Display for Tries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        self.0.iter().try_for_each(|solved| write!(f, "{solved}"))
    }
}

impl FromStr for Tries {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == "-" {
            return Ok(Tries::default());
        }
        let digits = text
            .bytes()
            .map(|byte| byte.checked_sub(b'0').filter(|solved| *solved <= TRIES));
        let solved = digits.collect::<Option<Vec<u8>>>().ok_or(())?;
        if solved.is_empty() { Err(()) } else { Ok(Tries(solved)) }
    }
}

/// The bots of a game that try puzzles.
pub struct Trial<'a> {
    module: &'a dyn GameModule,
    bots: Vec<Box<dyn GameBot>>,
}

/// Why a puzzle could not be tried.
#[derive(Debug, Error)]
pub enum TrialError {
    /// A rung names no bot.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A bot gives no answer.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The puzzle is wrong.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A bot plays something illegal.
    #[error(transparent)]
    Solving(#[from] SolvingError),
}

impl<'a> Trial<'a> {
    /// The rungs of a game.
    pub fn new(module: &'a dyn GameModule) -> Result<Self, TrialError> {
        // A rung visits a few thousand positions.
        let setup = Setup {
            hash: 1,
            ..Setup::seeded(1)
        };
        let open = |rung: &Rung| Ok(module.open_bot(&module.read_bot(rung.spec)?, setup)?);
        Ok(Trial {
            module,
            bots: rungs(module.id()).iter().map(open).collect::<Result<_, TrialError>>()?,
        })
    }

    /// Lets every rung try a puzzle.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<Tries, TrialError> {
        let mut solved = Vec::with_capacity(self.bots.len());
        for bot in &mut self.bots {
            let mut count = 0;
            for seed in 0..u64::from(TRIES) {
                count += u8::from(solves(self.module, &mut **bot, puzzle, seed)?);
            }
            solved.push(count);
        }
        Ok(Tries(solved))
    }
}

/// Whether a bot finds every move of a puzzle.
fn solves(module: &dyn GameModule, bot: &mut dyn GameBot, puzzle: &Puzzle, seed: u64) -> Result<bool, TrialError> {
    bot.begin(seed)?;
    let mut solving = Solving::begin(module, puzzle.clone())?;
    loop {
        let Choice::Move(mv) = bot.choose_unlimited(solving.record())? else {
            return Ok(false);
        };
        match solving.answer(mv)? {
            Answer::Right => {}
            Answer::Solved => return Ok(true),
            Answer::Wrong => return Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHESS_ID: GameId = GameId::new("chess");

    fn rating(tries: &str) -> u32 {
        tries.parse::<Tries>().unwrap().rating(CHESS_ID)
    }

    #[test]
    fn a_puzzle_that_fewer_solve_is_harder() {
        let all = [
            "222222", "122222", "112222", "011222", "001122", "000112", "000011", "000000",
        ];
        let ratings = all.map(rating);
        assert!(ratings.is_sorted(), "{ratings:?}");
        assert!(ratings[0] < 900 && ratings[7] > 2600, "{ratings:?}");
    }

    #[test]
    fn what_nobody_tried_has_the_middle_rating() {
        assert_eq!(rating("-"), 1500);
    }

    #[test]
    fn the_rating_is_where_half_is_solved() {
        // Below 1800 nobody, above everybody.
        let rating = rating("000222");
        assert!((1750..=1850).contains(&rating), "{rating}");
    }

    #[test]
    fn only_counts_of_tries_are_read() {
        for text in ["", "3", "12x"] {
            assert_eq!(text.parse::<Tries>(), Err(()), "{text}");
        }
    }
}
