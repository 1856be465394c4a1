//! Games that puzzles are made from: files, and games that bots play.

use std::{fs, path::Path};

use anyhow::Context;
use chess::shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, fen::Fen};
use fastrand::Rng;
use play::{Choice, GameModule, GameRecord, MoveIndex, OpeningSource, Score, Setup};
use puzzles::{Candidate, Maker, Puzzle, SourceGame};
use training::{GameReader, ScoredMove, TrainingGame};

use crate::cli::{self, Usage};

/// What is done with a puzzle; says whether more are wanted.
pub(super) type Take<'a> = dyn FnMut(&Maker<'_>, &Puzzle) -> anyhow::Result<bool> + 'a;

/// One game gives at most so many puzzles, so that a set shows many games.
const MOST_OF_A_GAME: usize = 2;
/// Random moves before bots play for puzzles.
const RANDOM_PLIES: usize = 4;
/// Longer games say nothing new.
const LONGEST: usize = 200;

/// What is examined of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Games that are left out.
    pub(super) skip: usize,
    /// The most mistakes of one training game.
    pub(super) mistakes: usize,
}

/// Makes puzzles of the games in a file; says whether more are wanted.
pub(super) fn of_file(
    maker: &mut Maker<'_>,
    module: &dyn GameModule,
    path: &Path,
    extent: Extent,
    take: &mut Take<'_>,
) -> anyhow::Result<bool> {
    if path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("tfg"))
    {
        return of_training_games(maker, path, extent, take);
    }
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    for game in module.import(&bytes).into_iter().skip(extent.skip) {
        match game {
            Ok(game) => {
                if !of_record(maker, &*game.record, take)? {
                    return Ok(false);
                }
            }
            Err(error) => cli::print_status(&format!("{}: {error}", path.display())),
        }
    }
    Ok(true)
}

fn of_record(maker: &mut Maker<'_>, record: &dyn GameRecord, take: &mut Take<'_>) -> anyhow::Result<bool> {
    let game = SourceGame { record, side: None };
    for puzzle in maker.make(&game, MOST_OF_A_GAME)? {
        if !take(maker, &puzzle)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn of_training_games(maker: &mut Maker<'_>, path: &Path, extent: Extent, take: &mut Take<'_>) -> anyhow::Result<bool> {
    let games = GameReader::open(path)?.skip(extent.skip);
    for game in games {
        let game = game.with_context(|| format!("reading {}", path.display()))?;
        for candidate in candidates(&game, extent.mistakes) {
            if let Some(puzzle) = maker.examine(&candidate)? {
                if !take(maker, &puzzle)? {
                    return Ok(false);
                }
                break;
            }
        }
    }
    Ok(true)
}

/// At most so many mistakes of a training game, by the scores it was played with.
fn candidates(game: &TrainingGame, most: usize) -> Vec<Candidate> {
    let mut at: Chess = game.start.clone();
    // Positions of Chess960 would need another notation of castling.
    if at.castles().mode().is_chess960() && at.castles().any() {
        return Vec::new();
    }
    game.opening.iter().for_each(|mv| at.play_unchecked(*mv));
    let turn = at.turn();
    let scores: Vec<Score> = (0_usize..)
        .zip(&game.moves)
        .map(|(ply, scored)| score(*scored, if ply % 2 == 0 { turn } else { !turn }))
        .collect();
    let mut mistakes = Candidate::mistakes(&scores);
    Rng::with_seed(game.number.into()).shuffle(&mut mistakes);
    mistakes.truncate(most);
    let mut found = Vec::new();
    for (ply, scored) in game.moves.iter().enumerate() {
        if mistakes.contains(&ply) {
            found.push(Candidate {
                position: Fen::from_position(&at, EnPassantMode::Legal).to_string(),
                mv: scored.mv.to_uci(CastlingMode::Standard).to_string(),
            });
        }
        at.play_unchecked(scored.mv);
    }
    found
}

/// The score of a training game for a side; mates are forced ends of unknown length.
fn score(scored: ScoredMove, mover: chess::shakmaty::Color) -> Score {
    let own = if mover.is_white() { scored.score } else { -scored.score };
    match (scored.is_proven(), own > 0) {
        (true, true) => Score::Win(1),
        (true, false) => Score::Loss(2),
        (false, _) => Score::Centipawns(own.into()),
    }
}

/// Lets a bot play games against itself and makes puzzles of them.
pub(super) fn played(
    maker: &mut Maker<'_>,
    module: &dyn GameModule,
    player: &str,
    games: u32,
    skip: usize,
    take: &mut Take<'_>,
) -> anyhow::Result<()> {
    let spec = module
        .read_bot(player)
        .map_err(|error| Usage::new(format!("--player: {error}")))?;
    let mut bot = module.open_bot(&spec, Setup::seeded(1))?;
    let openings = module.openings(&OpeningSource { file: None, plies: 8 })?.lines;
    for number in skip as u64..u64::from(games) {
        let mut random = Rng::with_seed(number);
        let Some(opening) = random.choice(&openings) else { break };
        let mut record = opening.record.boxed();
        bot.begin(number)?;
        while record.outcome().is_none() && record.plies() < LONGEST {
            let mv = if record.plies() < opening.record.plies() + RANDOM_PLIES {
                MoveIndex(random.usize(..record.legal_count()))
            } else {
                let Choice::Move(mv) = bot.choose_unlimited(&*record)? else {
                    break;
                };
                mv
            };
            record.play(mv, None).map_err(anyhow::Error::from)?;
        }
        if !of_record(maker, &*record, take)? {
            break;
        }
    }
    Ok(())
}
