//! UCI programs as bots ("guests").
//!
//! A guest runs as its own process and can at worst lose the game: waits are limited by its [`Patience`], its output is
//! bounded, an illegal move is an error with the text of the program, and a program that hangs is killed. Claims and
//! forced moves need no program; a guest never resigns.
//!
//! There is no pondering. Ending a guest also ends the processes that it started, if they are still in its process
//! group.

mod exchange;
mod options;
mod process;
mod protocol;
mod welcome;

use std::time::Duration;

use chess::{
    Position,
    shakmaty::{CastlingMode, Move, Position as _},
};
use play::{About, Ask, Bot, BotError, Budget, Choice, DrawAnswer, Notation, Purpose, Record, Side, Stop};

use self::{
    exchange::{Thinking, Trouble, Wait},
    options::Options,
    process::{Process, shortened},
    welcome::Welcome,
};
use crate::{UciSpec, behaviour};

/// A UCI program as a bot; dropping it ends the program.
///
/// After the program has ended or was killed, every call that needs it returns [`BotError::Died`].
pub struct Guest {
    about: About,
    options: Options,
    /// What the spec allows for a move.
    limits: Budget,
    patience: Patience,
    process: Process,
    /// How the program ended, once it has.
    end: Option<String>,
    sent: Sent,
}

impl Guest {
    /// The patience of [`Guest::start`]. Programs with large tables take seconds to become ready; after `stop` every
    /// guest has half a second.
    pub const PATIENCE: Patience = Patience {
        handshake: Duration::from_secs(10),
        grace: Duration::from_millis(500),
        without_clock: Duration::from_mins(1),
        after_stop: Duration::from_millis(500),
    };

    /// Starts the program, reads its name and sets the options of the spec.
    pub fn start(spec: &UciSpec) -> Result<Self, BotError> {
        Guest::start_with(spec, Guest::PATIENCE)
    }

    /// As [`Guest::start`], with another patience.
    pub fn start_with(spec: &UciSpec, patience: Patience) -> Result<Self, BotError> {
        let Welcome {
            process,
            about,
            options,
        } = Welcome::of(spec, patience.handshake)?;
        Ok(Guest {
            about,
            options,
            limits: Budget {
                move_time: spec.movetime.map(Duration::from_millis),
                clock: None,
                depth: spec.depth,
                nodes: spec.nodes,
            },
            patience,
            process,
            end: None,
            sent: Sent::default(),
        })
    }

    /// The program, if it is still there.
    fn process(&mut self) -> Result<&mut Process, BotError> {
        match &self.end {
            None => Ok(&mut self.process),
            Some(detail) => Err(BotError::Died {
                name: self.about.name.clone(),
                detail: detail.clone(),
            }),
        }
    }

    /// Starts a search of the program with at most `lines` lines.
    fn think(&mut self, ask: &mut Ask<'_, Position>, budget: &Budget, lines: usize) -> Result<Thinking, BotError> {
        self.prepare(ask.record, lines)?;
        let getting_ready = Wait {
            within: self.patience.handshake,
            stop: ask.stop,
            after_stop: self.patience.after_stop,
        };
        let thinking = Wait {
            within: self.longest(budget, ask.record.turn()),
            ..getting_ready
        };
        let process = self.process()?;
        exchange::ready(process, getting_ready)
            .and_then(|()| exchange::search(process, thinking, ask, budget, lines))
            .map_err(|trouble| self.lose(&trouble))
    }

    /// Sets what depends on the question.
    fn prepare(&mut self, record: &Record<Position>, lines: usize) -> Result<(), BotError> {
        let castling = record.start().chess().castles().mode();
        if self.sent.castling != Some(castling) {
            match set(&self.options, "UCI_Chess960", &castling.is_chess960().to_string()) {
                Some(setting) => self.process()?.say(&setting),
                None if castling.is_chess960() => {
                    return Err(BotError::Start {
                        name: self.about.name.clone(),
                        reason: "it does not play Chess960: it has no option UCI_Chess960".to_owned(),
                    });
                }
                None => {}
            }
            self.sent.castling = Some(castling);
        }
        let lines = self.options.find("MultiPV").map(|option| option.nearest(lines));
        if self.sent.lines != lines
            && let Some(lines) = lines
        {
            if let Some(setting) = set(&self.options, "MultiPV", &lines.to_string()) {
                self.process()?.say(&setting);
            }
            self.sent.lines = Some(lines);
        }
        Ok(())
    }

    /// How long an answer within `budget` may take before the program gets `stop`.
    fn longest(&self, budget: &Budget, turn: Side) -> Duration {
        let remaining = budget.clock.map(|clock| clock.remaining(turn));
        least(budget.move_time, remaining).map_or(self.patience.without_clock, |time| {
            time.saturating_add(self.patience.grace)
        })
    }

    /// The budget within the limits of the spec.
    fn tightened(&self, budget: Budget) -> Budget {
        Budget {
            move_time: least(budget.move_time, self.limits.move_time),
            clock: budget.clock,
            depth: least(budget.depth, self.limits.depth),
            nodes: least(budget.nodes, self.limits.nodes),
        }
    }

    /// Ends a program that gave no answer.
    fn lose(&mut self, trouble: &Trouble) -> BotError {
        let name = self.about.name.clone();
        match *trouble {
            Trouble::Ended => {
                let detail = self.process.epitaph();
                self.end = Some(detail.clone());
                BotError::Died { name, detail }
            }
            Trouble::Late(waited) => {
                self.process.kill();
                self.end = Some("it was stopped because it did not answer".to_owned());
                BotError::Silent { name, waited }
            }
        }
    }
}

impl Bot<Position> for Guest {
    fn about(&self) -> &About {
        &self.about
    }

    /// The program resets itself and reports when it is ready; the seed is not passed to it.
    fn begin(&mut self, _seed: u64) -> Result<(), BotError> {
        let wait = Wait {
            within: self.patience.handshake,
            stop: &Stop::new(),
            after_stop: Duration::ZERO,
        };
        let process = self.process()?;
        process.say("ucinewgame");
        exchange::ready(process, wait).map_err(|trouble| self.lose(&trouble))?;
        self.sent.begun = true;
        Ok(())
    }

    fn choose(&mut self, ask: &mut Ask<'_, Position>) -> Result<Choice<Move>, BotError> {
        if let Some(choice) = behaviour::without_thought(ask)? {
            return Ok(choice);
        }
        let mut budget = self.tightened(ask.budget);
        if budget == Budget::UNLIMITED {
            budget.move_time = Some(UNASKED_TIME);
        }
        let lines = match ask.purpose {
            Purpose::Game => 1,
            Purpose::Study { lines } => lines.max(1),
        };
        if !std::mem::take(&mut self.sent.begun) && !self.sent.continues(ask.record) {
            self.process()?.say("ucinewgame");
        }
        self.sent.game = Some(Game::of(ask.record));
        let thinking = self.think(ask, &budget, lines)?;
        match protocol::read_move(ask.record.position(), &thinking.best) {
            Some(mv) => Ok(Choice::Move(mv)),
            None => Err(BotError::IllegalMove {
                name: self.about.name.clone(),
                answer: shortened(&thinking.best, ANSWER_LENGTH),
            }),
        }
    }

    fn answer_draw(&mut self, ask: &mut Ask<'_, Position>, side: Side) -> Result<DrawAnswer, BotError> {
        // Without a legal move the game is over as well, and there is nothing left to agree to.
        if ask.record.outcome().is_some() {
            return Ok(DrawAnswer::Decline);
        }
        let time = least(ask.budget.allotment(side), Some(DRAW_TIME));
        let budget = self.tightened(Budget {
            move_time: time,
            clock: None,
            ..ask.budget
        });
        let turn = ask.record.turn();
        let Some(score) = self.think(ask, &budget, 1)?.score else {
            return Ok(DrawAnswer::Decline);
        };
        let score = if side == turn { score } else { score.reversed() };
        Ok(behaviour::answer_draw(score, ask.record.position()))
    }
}

/// How long a guest is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// To introduce itself, and to become ready after settings or for a new game.
    pub handshake: Duration,
    /// Beyond the time it was given for a move; then it gets `stop`.
    pub grace: Duration,
    /// For a move when only depth or positions limit it; then it gets `stop`.
    pub without_clock: Duration,
    /// To answer after `stop`; then it is ended.
    pub after_stop: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Guest::PATIENCE
    }
}

/// The settings that were last sent to the program; they hold until others are sent.
#[derive(Default)]
struct Sent {
    game: Option<Game>,
    /// A new game has been announced and not been asked about yet.
    begun: bool,
    castling: Option<CastlingMode>,
    lines: Option<usize>,
}

impl Sent {
    /// Whether `record` goes on with the game it knows; one with a move taken back does not.
    fn continues(&self, record: &Record<Position>) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| game.start == record.start().position_text() && record.moves().starts_with(&game.moves))
    }
}

struct Game {
    start: String,
    moves: Vec<Move>,
}

impl Game {
    fn of(record: &Record<Position>) -> Self {
        Game {
            start: record.start().position_text(),
            moves: record.moves().to_vec(),
        }
    }
}

/// The time of a search when neither the caller nor the spec sets a limit. Without a limit a program would search until
/// `stop`, which nobody would send.
const UNASKED_TIME: Duration = Duration::from_secs(1);

/// Thinking time for the answer to a draw offer, which people expect at once.
const DRAW_TIME: Duration = Duration::from_millis(200);

/// Characters that are shown of an answer that is no move.
const ANSWER_LENGTH: usize = 40;

fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    one.into_iter().chain(other).min()
}

fn set(options: &Options, name: &str, value: &str) -> Option<String> {
    options.find(name)?.set(value).ok()
}
