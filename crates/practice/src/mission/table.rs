//! How the table of missions is written, and its reader.

use kungfu::{Aim, Board, Goal, Kind, PieceId, Player, Scenario, ScriptedMove, Speed, Square, Start, TICKS_A_SECOND};
use kungfu_bots::KungfuSpec;
use serde::Deserialize;
use thiserror::Error;

use super::{Belt, Mission};

/// What is wrong with the table of missions.
#[derive(Debug, Error)]
pub enum MissionError {
    /// It is not the TOML of missions.
    #[error(transparent)]
    Text(#[from] toml::de::Error),
    /// A piece, square or move cannot be read.
    #[error("{mission}: '{text}' cannot be read")]
    Word {
        /// In which mission.
        mission: String,
        /// The word.
        text: String,
    },
    /// The pieces cannot begin a game.
    #[error("{mission}: {error}")]
    Start {
        /// In which mission.
        mission: String,
        /// The error.
        error: kungfu::StartError,
    },
}

/// The table as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    mission: Vec<Entry>,
}

/// A mission as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    belt: Belt,
    title: String,
    task: String,
    speed: Speed,
    /// `Ka1 Rd1`, one text for each player in order; two players on the usual board, four on the cross.
    pieces: Vec<String>,
    /// `60 d8 d1` or, after a piece, `60 d8 @e1`.
    #[serde(default)]
    script: Vec<String>,
    /// Bots that play the other seats; without them the script alone moves.
    #[serde(default)]
    bots: Vec<KungfuSpec>,
    goal: GoalText,
    seconds: u32,
    #[serde(default)]
    keep: Vec<String>,
    moves: Option<u32>,
}

/// A goal as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum GoalText {
    Capture(Vec<String>),
    CaptureAll,
    Win,
    Survive,
    Promote(u32),
    Reach([String; 2]),
    Premove(u32),
}

pub(super) fn read(text: &str) -> Result<Vec<Mission>, MissionError> {
    let table: Table = toml::from_str(text)?;
    table.mission.into_iter().map(Entry::read).collect()
}

impl Entry {
    fn read(self) -> Result<Mission, MissionError> {
        let mission = &self.name;
        let board = if self.pieces.len() > 2 {
            Board::Four
        } else {
            Board::Standard
        };
        let wrong = |text: &str| MissionError::Word {
            mission: mission.clone(),
            text: text.to_owned(),
        };
        let mut pieces = Vec::new();
        for (player, army) in Player::ALL.into_iter().zip(&self.pieces) {
            for text in army.split_whitespace() {
                pieces.push(piece(board, player, text).ok_or_else(|| wrong(text))?);
            }
        }
        let square = |text: &str| read_square(board, text).ok_or_else(|| wrong(text));
        let at = |text: &str| {
            let home = square(text)?;
            let piece = pieces.iter().find(|piece: &&PieceId| piece.home == home);
            piece.copied().ok_or_else(|| wrong(text))
        };
        let all = |texts: &[String]| texts.iter().map(|text| at(text)).collect::<Result<Vec<_>, _>>();
        let scripted = |text: &String| {
            let words: Vec<&str> = text.split_whitespace().collect();
            let [tick, piece, to] = words[..] else {
                return Err(wrong(text));
            };
            Ok(ScriptedMove {
                tick: kungfu::Tick(tick.parse().map_err(|_| wrong(text))?),
                piece: at(piece)?,
                to: match to.strip_prefix('@') {
                    Some(prey) => Aim::After(at(prey)?),
                    None => Aim::At(square(to)?),
                },
            })
        };
        let goal = match &self.goal {
            GoalText::Capture(texts) => Goal::Capture(all(texts)?),
            GoalText::CaptureAll => Goal::CaptureAll,
            GoalText::Win => Goal::Win,
            GoalText::Survive => Goal::Survive,
            GoalText::Promote(count) => Goal::Promote(*count),
            GoalText::Reach([piece, to]) => Goal::Reach(at(piece)?, square(to)?),
            GoalText::Premove(count) => Goal::Premove(*count),
        };
        let mut script = self.script.iter().map(scripted).collect::<Result<Vec<_>, _>>()?;
        script.sort_by_key(|scripted| scripted.tick);
        let keep = all(&self.keep)?;
        let start = Start::new(board, self.speed, pieces).map_err(|error| MissionError::Start {
            mission: mission.clone(),
            error,
        })?;
        let mut bots = self.bots;
        bots.resize(board.players().count() as usize - 1, KungfuSpec::Still);
        Ok(Mission {
            belt: self.belt,
            title: self.title,
            task: self.task,
            bots,
            scenario: Scenario {
                // Draws need the word of all people, and there is one.
                start: start.with_people([Player::ONE].into_iter().collect()),
                name: self.name,
                script,
                goal,
                until: kungfu::Tick(self.seconds * TICKS_A_SECOND),
                keep,
                moves: self.moves,
            },
        })
    }
}

/// `Rd1`.
fn piece(board: Board, player: Player, text: &str) -> Option<PieceId> {
    Some(PieceId {
        kind: Kind::of_letter(text.get(..1)?)?,
        player,
        home: read_square(board, text.get(1..)?)?,
    })
}

/// `d1`.
fn read_square(board: Board, text: &str) -> Option<Square> {
    board.squares().find(|square| square.name(board) == text)
}
