//! A puzzle and its line of text.

use std::{fmt, str::FromStr};

use play::{GameId, GameModule, GameRecord, Start};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Theme, Tries};

/// A position, the opponent's last move, and the moves that solve it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Follows from the game, the position and the first move.
    pub id: PuzzleId,
    /// The game it is of.
    pub game: GameId,
    /// The position text before the opponent's move.
    pub position: String,
    /// Codes of moves: the opponent's, then the solver's and the opponent's by turns. The last one is the solver's.
    pub moves: Vec<String>,
    /// What the solver has to reach.
    pub goal: Goal,
    /// What it is about.
    pub themes: Vec<Theme>,
    /// How rating-limited bots did; empty before they have tried.
    pub tries: Tries,
}

/// What the solver has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// An advantage that wins; every other move leaves the game open.
    Win,
    /// A balanced game; every other move loses.
    Save,
    /// The end of the game in so many moves of the solver; no other move forces it.
    Finish(u32),
}

/// The stable name of a puzzle: seven letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PuzzleId([u8; PuzzleId::LENGTH]);

/// A text that no puzzle can have as its id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not the id of a puzzle")]
pub struct PuzzleIdError(String);

/// What is wrong with the text of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// It has too few or too many fields.
    #[error("a puzzle has seven fields separated by tabs, not {0}")]
    Fields(usize),
    /// No game can have this name.
    #[error("'{0}' is not the name of a game")]
    Game(String),
    /// Something else than a goal.
    #[error("'{0}' is not a goal; write win, save or finish-N")]
    Goal(String),
    /// No theme has this word.
    #[error("'{0}' is not a theme")]
    Theme(String),
    /// Something else than results of bots.
    #[error("'{0}' is not a list of tries")]
    Tries(String),
    /// The solver has no move, or the line ends with the opponent.
    #[error("a puzzle has an even number of moves, the first the opponent's, not {0}")]
    Moves(usize),
    /// The id is not that of the position.
    #[error("the id is {found}, but the position has {expected}")]
    Id {
        /// What the text says.
        found: String,
        /// What the position gives.
        expected: PuzzleId,
    },
    /// The game does not read the position.
    #[error("the position cannot be read: {0}")]
    Position(String),
    /// A move of the line is not legal.
    #[error("'{0}' is not a legal move of the line")]
    Illegal(String),
}

impl Puzzle {
    /// A puzzle without tries.
    pub fn new(game: GameId, position: String, moves: Vec<String>, goal: Goal, themes: Vec<Theme>) -> Self {
        Puzzle {
            id: PuzzleId::of(game, &position, moves.first().map_or("", String::as_str)),
            game,
            position,
            moves,
            goal,
            themes,
            tries: Tries::default(),
        }
    }

    /// The game at the first turn of the solver: the opponent's move is played.
    pub fn begin(&self, module: &dyn GameModule) -> Result<Box<dyn GameRecord>, PuzzleError> {
        let begun = module
            .begin(&Start::Text(self.position.clone()))
            .map_err(|error| PuzzleError::Position(error.to_string()))?;
        let mut record = begun.record;
        if let Some(code) = self.moves.first() {
            play(&mut *record, code)?;
        }
        Ok(record)
    }

    /// The game after the whole line, which shows that every move is legal.
    pub fn finished(&self, module: &dyn GameModule) -> Result<Box<dyn GameRecord>, PuzzleError> {
        let mut record = self.begin(module)?;
        for code in self.moves.iter().skip(1) {
            play(&mut *record, code)?;
        }
        Ok(record)
    }

    /// How many moves the solver has to find.
    pub fn turns(&self) -> usize {
        self.moves.len() / 2
    }

    /// The difficulty as a rating.
    pub fn rating(&self) -> u32 {
        self.tries.rating(self.game)
    }
}

/// Plays a move by its code.
pub(crate) fn play(record: &mut dyn GameRecord, code: &str) -> Result<(), PuzzleError> {
    let illegal = || PuzzleError::Illegal(code.to_owned());
    let mv = record.by_code(code).ok_or_else(illegal)?;
    record.play(mv, None).map_err(|_| illegal())
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.word()).collect();
        write!(
            f,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}",
            self.id,
            self.game,
            self.goal,
            themes.join(","),
            self.tries,
            self.position,
            self.moves.join(" ")
        )
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Self, PuzzleError> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, game, goal, themes, tries, position, moves] = fields[..] else {
            return Err(PuzzleError::Fields(fields.len()));
        };
        let game = game.parse().map_err(|_| PuzzleError::Game(game.to_owned()))?;
        let themes = themes.split(',').filter(|word| !word.is_empty());
        let themes = themes.map(|word| Theme::read(word).ok_or_else(|| PuzzleError::Theme(word.to_owned())));
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        if moves.len() < 2 || moves.len() % 2 == 1 {
            return Err(PuzzleError::Moves(moves.len()));
        }
        let puzzle = Puzzle {
            tries: tries.parse().map_err(|()| PuzzleError::Tries(tries.to_owned()))?,
            ..Puzzle::new(
                game,
                position.to_owned(),
                moves,
                goal.parse()?,
                themes.collect::<Result<_, _>>()?,
            )
        };
        if puzzle.id.as_str() != id {
            return Err(PuzzleError::Id {
                found: id.chars().take(20).collect(),
                expected: puzzle.id,
            });
        }
        Ok(puzzle)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Win => f.write_str("win"),
            Goal::Save => f.write_str("save"),
            Goal::Finish(moves) => write!(f, "finish-{moves}"),
        }
    }
}

impl FromStr for Goal {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let unknown = || PuzzleError::Goal(text.chars().take(20).collect());
        match text {
            "win" => Ok(Goal::Win),
            "save" => Ok(Goal::Save),
            _ => {
                let moves = text.strip_prefix("finish-").and_then(|moves| moves.parse().ok());
                moves.filter(|moves| *moves > 0).map(Goal::Finish).ok_or_else(unknown)
            }
        }
    }
}

impl PuzzleId {
    const LENGTH: usize = 7;
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

    /// The id of a position with the opponent's move: an FNV-1a hash in base 36.
    fn of(game: GameId, position: &str, first: &str) -> Self {
        let bytes = [game.as_str(), position, first]
            .into_iter()
            .flat_map(|text| text.bytes().chain([0]));
        let mut hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        // The upper bits of the product are mixed best.
        hash ^= hash >> 29;
        let mut id = [0; PuzzleId::LENGTH];
        for place in &mut id {
            *place = PuzzleId::DIGITS[(hash % 36) as usize];
            hash /= 36;
        }
        PuzzleId(id)
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("an id is ASCII")
    }
}

impl FromStr for PuzzleId {
    type Err = PuzzleIdError;

    fn from_str(text: &str) -> Result<Self, PuzzleIdError> {
        let bytes: Option<[u8; PuzzleId::LENGTH]> = text.as_bytes().try_into().ok();
        let known = bytes.filter(|bytes| bytes.iter().all(|byte| PuzzleId::DIGITS.contains(byte)));
        known
            .map(PuzzleId)
            .ok_or_else(|| PuzzleIdError(text.chars().take(20).collect()))
    }
}

impl TryFrom<String> for PuzzleId {
    type Error = PuzzleIdError;

    fn try_from(text: String) -> Result<Self, PuzzleIdError> {
        text.parse()
    }
}

impl From<PuzzleId> for String {
    fn from(id: PuzzleId) -> String {
        id.as_str().to_owned()
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PuzzleId({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHESS: GameId = GameId::new("chess");

    fn puzzle() -> Puzzle {
        Puzzle::new(
            CHESS,
            "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1".to_owned(),
            vec!["a2a8".to_owned(), "d1d8".to_owned()],
            Goal::Finish(1),
            vec![Theme::BackRank, Theme::Endgame],
        )
    }

    #[test]
    fn a_puzzle_is_read_as_it_was_written() {
        let puzzle = Puzzle {
            tries: "011222".parse().unwrap(),
            ..puzzle()
        };
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
    }

    #[test]
    fn damaged_lines_are_refused_with_a_reason() {
        let line = puzzle().to_string();
        let read = |line: &str| line.parse::<Puzzle>().unwrap_err();
        assert_eq!(read("nothing"), PuzzleError::Fields(1));
        assert!(matches!(read(&line.replace("r4PPP", "r3PPP1")), PuzzleError::Id { .. }));
        assert!(matches!(
            read(&line.replace("finish-1", "finish-0")),
            PuzzleError::Goal(_)
        ));
        assert!(matches!(
            read(&line.replace("back-rank", "back-seat")),
            PuzzleError::Theme(_)
        ));
        assert_eq!(read(line.trim_end_matches(" d1d8")), PuzzleError::Moves(1));
    }

    #[test]
    fn an_illegal_line_is_named() {
        let registry = games::registry();
        let chess = registry.get(CHESS).unwrap();
        let wrong = Puzzle {
            moves: vec!["a2a8".to_owned(), "d1d9".to_owned()],
            ..puzzle()
        };
        assert_eq!(
            wrong.finished(&**chess).unwrap_err(),
            PuzzleError::Illegal("d1d9".to_owned())
        );
        assert!(puzzle().begin(&**chess).unwrap().outcome().is_none());
    }
}
