//! The bot that says what moves are worth.

use std::collections::BTreeMap;

use play::{BotError, Budget, GameAsk, GameBot, GameRecord, Lines, Purpose, Score, Stop, Stopwatch};

/// A bot that is asked for several lines.
pub(super) struct Judge(Box<dyn GameBot>);

/// A move and what it is worth to its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    pub(super) code: String,
    pub(super) score: Score,
}

impl Judge {
    pub(super) fn new(bot: Box<dyn GameBot>) -> Self {
        Judge(bot)
    }

    /// The best moves, as of the last depth that was searched for all of them.
    pub(super) fn lines(
        &mut self,
        record: &dyn GameRecord,
        lines: usize,
        budget: Budget,
    ) -> Result<Vec<Judged>, BotError> {
        let mut found = BTreeMap::new();
        self.0.choose(&mut GameAsk {
            record,
            budget,
            stop: &Stop::new(),
            watch: &Stopwatch::start(),
            purpose: Purpose::Study { lines },
            lines: Lines::Written,
            report: &mut |thought| {
                if let Some([code, _]) = thought.line.into_iter().next() {
                    let judged = Judged {
                        code,
                        score: thought.score,
                    };
                    found.insert(thought.rank, judged);
                }
            },
        })?;
        Ok(found.into_values().collect())
    }
}
