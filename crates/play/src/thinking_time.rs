//! The longest time for a move that people may give to a level instead of its own.
//!
//! A level with a thinking time is an ordinary spec, `master?movetime=3000`; the catalog of its game decides whether it
//! takes one. Only the times listed here are offered, so that a server accepts no other.

use std::{fmt, time::Duration};

use crate::{BotSpec, GameModule, Level};

/// The thinking times that are offered, shortest first.
pub const THINKING_TIMES: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(3), Duration::from_secs(10)];

/// A level, with the thinking time that was chosen for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedBot {
    /// The level.
    pub level: Level,
    /// The longest time for a move; none for the level's own.
    pub time: Option<Duration>,
    /// The text that opens it.
    pub spec: BotSpec,
}

impl OfferedBot {
    /// A level with its own thinking time.
    pub fn untimed(level: &Level) -> OfferedBot {
        OfferedBot {
            level: *level,
            time: None,
            spec: BotSpec::stored(level.spec),
        }
    }

    /// A level as it is, then with each of the thinking times it takes.
    pub fn choices(game: &dyn GameModule, level: &Level) -> Vec<OfferedBot> {
        let timed = THINKING_TIMES.into_iter().filter_map(|time| {
            let text = format!("{}?movetime={}", level.spec, time.as_millis());
            let spec = game.read_bot(&text).ok()?;
            Some(OfferedBot {
                level: *level,
                time: Some(time),
                spec,
            })
        });
        [OfferedBot::untimed(level)].into_iter().chain(timed).collect()
    }

    /// The offered bot that a canonical text names; none if people are not offered it.
    pub fn find(game: &dyn GameModule, spec: &str) -> Option<OfferedBot> {
        let name = spec.split('?').next().unwrap_or(spec);
        let level = game
            .levels()
            .iter()
            .find(|level| level.spec == spec || level.spec == name)?;
        let choices = OfferedBot::choices(game, level);
        choices.into_iter().find(|choice| choice.spec.as_str() == spec)
    }

    /// The thinking time for a list of choices: `its own`, `at most 3 s a move`.
    pub fn time_words(&self) -> String {
        match self.time {
            None => "its own".to_owned(),
            Some(time) => format!("at most {} s a move", time.as_secs()),
        }
    }
}

impl fmt::Display for OfferedBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.level.name)?;
        match self.time {
            None => Ok(()),
            Some(time) => write!(f, ", {} s", time.as_secs()),
        }
    }
}
