//! Decisions of live bots with their candidates, for debugging: one file of decisions and one replay for each game.

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::PathBuf,
};

use kungfu::{Record, Sight};
use kungfu_bots::{Candidate, Occasion, table::Asked};
use serde_json::{Value, json};

use crate::{GamePlan, MatchError, Plan, files::cannot_write};

/// The directory of the files.
#[derive(Debug)]
pub struct LogFolder(PathBuf);

/// The files of one game.
pub(super) struct GameLog {
    path: PathBuf,
    file: BufWriter<File>,
    replay: PathBuf,
}

impl LogFolder {
    /// A directory, made if it is not there.
    pub(super) fn open(path: PathBuf) -> Result<Self, MatchError> {
        fs::create_dir_all(&path).map_err(cannot_write(&path))?;
        Ok(LogFolder(path))
    }

    /// The files of a game, begun with who sits where.
    pub(super) fn game(&self, number: u64, plan: &Plan, seats: &[usize]) -> Result<GameLog, MatchError> {
        let name = format!("game-{:06}", number + 1);
        let path = self.0.join(format!("{name}.jsonl"));
        let file = File::create(&path).map_err(cannot_write(&path))?;
        let mut game = GameLog {
            replay: self.0.join(format!("{name}.replay.json")),
            path,
            file: BufWriter::new(file),
        };
        let names: Vec<&String> = seats.iter().map(|&player| &plan.players[player]).collect();
        if let GamePlan::Live(live) = &plan.game {
            game.line(&json!({"board": live.board, "speed": live.speed, "seats": names}))?;
        }
        Ok(game)
    }
}

impl GameLog {
    /// A decision that was a command, with its other candidates.
    pub(super) fn decision(&mut self, asked: &Asked<'_>) -> Result<(), MatchError> {
        let Some(order) = asked.decision.order else {
            return Ok(());
        };
        let named = |candidate: &Candidate| weighed(asked.sight, candidate);
        self.line(&json!({
            "tick": asked.sight.field().tick(),
            "player": asked.player,
            "piece": asked.sight.field().get(order.slot).id,
            "to": order.to,
            "accepted": asked.accepted,
            "microseconds": asked.elapsed.as_micros() as u64,
            "candidates": asked.considered.iter().map(named).collect::<Vec<Value>>(),
        }))
    }

    /// The end of the game; the replay is a file of its own.
    pub(super) fn finish(mut self, record: &Record) -> Result<(), MatchError> {
        self.line(&json!({"ticks": record.ticks, "outcome": record.outcome}))?;
        self.file.flush().map_err(cannot_write(&self.path))?;
        fs::write(&self.replay, serde_json::to_vec(record)?).map_err(cannot_write(&self.replay))
    }

    fn line(&mut self, value: &Value) -> Result<(), MatchError> {
        writeln!(self.file, "{value}").map_err(cannot_write(&self.path))
    }
}

fn weighed(sight: &Sight, candidate: &Candidate) -> Value {
    let occasion = match candidate.occasion {
        Occasion::Rescue => "rescue",
        Occasion::Capture => "capture",
        Occasion::Evasion => "evasion",
        Occasion::Quiet => "quiet",
    };
    // No enemy in reach at all has no number.
    let margin = Some(candidate.margin).filter(|&margin| margin != i32::MAX);
    json!({
        "piece": sight.field().get(candidate.order.slot).id,
        "to": candidate.order.to,
        "occasion": occasion,
        "score": candidate.score,
        "margin": margin,
    })
}
