//! Puzzles of a player's own games: the mistakes of a finished game through the same maker.

use play::{BotError, GameId, GameModule, GameRecord, Registry, Side, SpecError, Start, UnknownGame};
use puzzles::{Effort, MakeError, Maker, Puzzle, SourceGame};
use serde::{Deserialize, de::IgnoredAny};
use thiserror::Error;

/// A finished game as a table exports it; the rest of its JSON is not needed.
#[derive(Deserialize)]
struct ExportedGame {
    game: GameId,
    start: String,
    moves: Vec<ExportedMove>,
    end: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct ExportedMove {
    code: String,
}

/// Why a game gives no puzzles.
#[derive(Debug, Error)]
pub enum OwnError {
    /// It is not the JSON of a game.
    #[error("this is not an exported game: {0}")]
    Json(#[from] serde_json::Error),
    /// It still runs: a search would help a player.
    #[error("the game is not over")]
    NotOver,
    /// No such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A move or the start is wrong.
    #[error("the moves of this game cannot be played")]
    Moves,
    /// The judge does not exist.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The judge does not open.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The judge gives no answer.
    #[error(transparent)]
    Make(#[from] MakeError),
}

/// One game gives at most so many puzzles.
const MOST: usize = 5;
/// Positions the judge of chess visits for a turn of the solver.
const NODES: u64 = 60_000;
/// Plies the judge of Ransom looks ahead.
const PLIES: u32 = 6;

/// The puzzles that follow from the mistakes of one side, given the game as a table exports it in JSON.
pub fn own_puzzles(registry: &Registry, json: &str, side: Option<Side>) -> Result<Vec<Puzzle>, OwnError> {
    let game: ExportedGame = serde_json::from_str(json)?;
    if game.end.is_none() {
        return Err(OwnError::NotOver);
    }
    let module = registry.get(game.game)?;
    let record = replay(&**module, &game).ok_or(OwnError::Moves)?;
    let (judge, effort) = match game.game.as_str() {
        "ransom" => ("hard", Effort::depth(PLIES)),
        _ => ("master", Effort::nodes(NODES)),
    };
    let mut maker = Maker::new(&**module, &module.read_bot(judge)?, effort)?;
    Ok(maker.make(&SourceGame { record: &*record, side }, MOST)?)
}

fn replay(module: &dyn GameModule, game: &ExportedGame) -> Option<Box<dyn GameRecord>> {
    let mut record = module.begin(&Start::Text(game.start.clone())).ok()?.record;
    for mv in &game.moves {
        record.play(record.by_code(&mv.code)?, None).ok()?;
    }
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black leaves the mate on f7, which White then plays.
    const SCHOLAR: &str = r#"{"game":"chess","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "moves":[{"code":"e2e4"},{"code":"e7e5"},{"code":"f1c4"},{"code":"b8c6"},{"code":"d1h5"},{"code":"g8f6"},{"code":"h5f7"}],"end":{}}"#;

    #[test]
    fn a_blunder_becomes_a_puzzle_for_who_made_it() {
        let registry = games::registry();
        let puzzles = own_puzzles(&registry, SCHOLAR, Some(Side::Black)).unwrap();
        let mate = puzzles.iter().find(|puzzle| puzzle.moves == ["g8f6", "h5f7"]);
        assert_eq!(mate.unwrap().goal, puzzles::Goal::Finish(1));
        let white = own_puzzles(&registry, SCHOLAR, Some(Side::White)).unwrap();
        assert!(white.iter().all(|puzzle| puzzle.moves != ["g8f6", "h5f7"]));
    }

    #[test]
    fn damaged_games_are_refused() {
        let registry = games::registry();
        assert!(matches!(own_puzzles(&registry, "{}", None), Err(OwnError::Json(_))));
        let illegal = SCHOLAR.replace("h5f7", "h5h1");
        assert!(matches!(own_puzzles(&registry, &illegal, None), Err(OwnError::Moves)));
        let running = SCHOLAR.replace(",\"end\":{}", "");
        assert!(matches!(own_puzzles(&registry, &running, None), Err(OwnError::NotOver)));
        let unknown = SCHOLAR.replace("\"chess\"", "\"go\"");
        assert!(matches!(own_puzzles(&registry, &unknown, None), Err(OwnError::Game(_))));
    }
}
