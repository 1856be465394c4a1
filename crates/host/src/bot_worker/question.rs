//! Questions to a bot and its replies.

use std::time::Duration;

use play::{
    BotError, Budget, Choice, DrawAnswer, GameAsk, GameBot, GameRecord, GameThought, Lines, MoveIndex, Purpose, Score,
    Side, Stop, Stopwatch,
};

/// The number of a question, unique for the time a table is open and unlikely to repeat after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuestionId(pub(crate) u64);

/// Which bot of a table a question is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The bot on a seat.
    Seat(Side),
    /// The engine that gives hints, analyses and reviews.
    Adviser,
}

/// A question to a bot.
pub(crate) enum Question {
    /// To be opened, before clocks run.
    Open,
    /// What to do at its turn.
    Choose {
        record: Box<dyn GameRecord>,
        budget: Budget,
    },
    /// Whether it agrees to a draw.
    Draw {
        record: Box<dyn GameRecord>,
        budget: Budget,
        side: Side,
    },
    /// The best moves and their values.
    Study {
        record: Box<dyn GameRecord>,
        budget: Budget,
        lines: usize,
        knowledge: Knowledge,
    },
}

/// Whether a bot may use its memory of earlier jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knowledge {
    /// It may use its memory.
    Kept,
    /// Nothing, so that its answer depends on the question alone.
    Cleared,
}

/// A reply of a bot.
pub(crate) struct BotReply {
    pub(crate) asked: Asked,
    pub(crate) question: QuestionId,
    pub(crate) content: ReplyContent,
}

/// The kinds of replies.
pub(crate) enum ReplyContent {
    /// It has a thread and begins to think.
    Started,
    /// An intermediate result.
    Thought(GameThought),
    /// The final result; without a bot if the bot was lost.
    Answer {
        bot: Option<Box<dyn GameBot>>,
        result: Result<Found, BotError>,
        completion: Completion,
    },
}

/// Whether a bot could use its whole budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completion {
    Finished,
    /// Others waited for its thread.
    GaveWay {
        after: Duration,
    },
}

/// What a bot found.
pub(crate) enum Found {
    Opened,
    Choice(Choice<MoveIndex>),
    Draw(DrawAnswer),
    Study { best: MoveIndex, score: Score },
}

/// What a reply means to its table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returned {
    /// The reply that the table waits for.
    Fresh,
    /// The answer to a question that no longer counts.
    Stale,
}

/// Puts a question to a bot.
pub(super) fn put(
    bot: &mut dyn GameBot,
    question: &Question,
    seed: u64,
    stop: &Stop,
    watch: &Stopwatch,
    report: &mut dyn FnMut(GameThought),
) -> Result<Found, BotError> {
    let mut score = None;
    let mut noted = |thought: GameThought| {
        score = Some(thought.score).filter(|_| thought.rank == 1).or(score);
        report(thought);
    };
    let (record, budget, purpose) = match question {
        Question::Open => return Ok(Found::Opened),
        Question::Choose { record, budget } | Question::Draw { record, budget, .. } => (record, *budget, Purpose::Game),
        Question::Study {
            record,
            budget,
            lines,
            knowledge,
        } => {
            if *knowledge == Knowledge::Cleared {
                bot.begin(seed)?;
            }
            (record, *budget, Purpose::Study { lines: *lines })
        }
    };
    let mut ask = GameAsk {
        record: &**record,
        budget,
        stop,
        watch,
        purpose,
        lines: Lines::Written,
        report: &mut noted,
    };
    match question {
        Question::Draw { side, .. } => {
            // A program that cannot answer declines; if it has crashed, its next turn will show it.
            Ok(Found::Draw(
                bot.answer_draw(&mut ask, *side).unwrap_or(DrawAnswer::Decline),
            ))
        }
        Question::Study { .. } => match bot.choose(&mut ask)? {
            Choice::Move(best) => Ok(Found::Study {
                best,
                score: score.unwrap_or(Score::Centipawns(0)),
            }),
            Choice::ClaimDraw | Choice::Resign => Err(BotError::NoMoves),
        },
        Question::Choose { .. } | Question::Open => bot.choose(&mut ask).map(Found::Choice),
    }
}
