//! A table: it accepts an input from a seat at a moment, advances to a moment, tells news and shows a view.
//!
//! Time is an argument. There is no clock, thread, socket or file in here: what has to be thought about, written down or
//! told is put into an [`Outbox`], and somebody else sees to it.

mod advice;
mod clocks;
mod live;
mod minds;
mod picture;
mod saving;
#[cfg(test)]
mod tests;
mod turn;
mod wishes;

use bots::{Game, Sitter};
use play::{Moment, Side};

use crate::{
    Event, Input, LiveEvent, LivePlan, Opened, Plan, PlanError, SeatNumber, TableId, Told,
    kept::Kept,
    saved::SaveError,
    thinking::{Answer, Job},
};
use live::LiveTable;
pub(crate) use live::{live_form, live_piece};
pub(crate) use turn::{Keeping, TurnTable};

/// A table of some game.
pub(crate) enum Table {
    Chess(Box<TurnTable<chess::Position>>),
    Ransom(Box<TurnTable<ransom::Position>>),
    Kungfu(Box<LiveTable>),
}

/// Runs the same for every game.
macro_rules! at {
    ($table:expr, $any:ident => $done:expr) => {
        match $table {
            Table::Chess($any) => $done,
            Table::Ransom($any) => $done,
            Table::Kungfu($any) => $done,
        }
    };
}

impl Table {
    /// Opens a table for a game about to begin.
    pub(crate) fn begin(id: TableId, plan: Plan, hash: usize, now: Moment) -> Result<Self, PlanError> {
        Ok(match plan.game {
            Game::Chess => Table::Chess(Box::new(TurnTable::begin(id, plan, hash, now)?)),
            Game::Ransom => Table::Ransom(Box::new(TurnTable::begin(id, plan, hash, now)?)),
            Game::Kungfu => return Err(PlanError::Game(plan.game)),
        })
    }

    /// Opens a table for a game without turns about to begin.
    pub(crate) fn begin_live(id: TableId, plan: LivePlan, now: Moment) -> Result<Self, PlanError> {
        Ok(Table::Kungfu(Box::new(LiveTable::begin(id, plan, now)?)))
    }

    /// Opens a table for a game that was kept.
    pub(crate) fn restore(kept: &Kept, hash: usize, keeping: Keeping) -> Result<Self, SaveError> {
        Ok(match kept {
            Kept::Turns(saved) => match saved.game {
                Game::Chess => Table::Chess(Box::new(TurnTable::restore(saved, hash, keeping)?)),
                Game::Ransom => Table::Ransom(Box::new(TurnTable::restore(saved, hash, keeping)?)),
                Game::Kungfu => return Err(SaveError::Game(saved.game)),
            },
            Kept::Live(saved) => Table::Kungfu(Box::new(LiveTable::restore(saved, keeping)?)),
        })
    }

    pub(crate) const fn id(&self) -> &TableId {
        at!(self, table => table.id())
    }

    /// Somebody comes to the table and speaks for some seats.
    pub(crate) fn sit(&mut self, viewer: Viewer, seats: &[SeatNumber], now: Moment) -> Result<(), SitError> {
        at!(self, table => table.sit(viewer, seats, now))
    }

    /// Somebody takes a seat that is free, under a name.
    pub(crate) fn take_seat(&mut self, name: String, now: Moment) -> Result<SeatNumber, SitError> {
        at!(self, table => table.take_seat(name, now))
    }

    /// The table in a list of those that are open.
    pub(crate) fn opened(&self, now: Moment) -> Opened {
        match self {
            Table::Chess(table) => table.opened(now),
            Table::Ransom(table) => table.opened(now),
            Table::Kungfu(table) => table.opened(),
        }
    }

    /// Somebody leaves.
    pub(crate) fn leave(&mut self, viewer: Viewer, now: Moment) {
        at!(self, table => table.leave(viewer, now));
    }

    /// A wish of a viewer: granted, or refused with words.
    pub(crate) fn input(&mut self, viewer: Viewer, input: Input, now: Moment) -> Result<(), String> {
        at!(self, table => table.input(viewer, input, now))
    }

    /// A mind says something.
    pub(crate) fn hear(&mut self, answer: Answer, now: Moment) {
        match (self, answer) {
            (Table::Chess(table), Answer::Chess(reply)) => table.hear(reply, now),
            (Table::Ransom(table), Answer::Ransom(reply)) => table.hear(reply, now),
            (Table::Kungfu(table), Answer::Kungfu(look)) => table.hear(look, now),
            // A table's name is given once: nobody else's mind can answer here.
            (Table::Chess(_), Answer::Ransom(_) | Answer::Kungfu(_))
            | (Table::Ransom(_), Answer::Chess(_) | Answer::Kungfu(_))
            | (Table::Kungfu(_), Answer::Chess(_) | Answer::Ransom(_)) => {}
        }
    }

    /// Time has passed.
    pub(crate) fn advance(&mut self, now: Moment) {
        at!(self, table => table.advance(now));
    }

    /// When it wants to be advanced next, if nothing else happens.
    pub(crate) fn wake(&self) -> Option<Moment> {
        at!(self, table => table.wake())
    }

    /// What came of all that since it was last asked.
    pub(crate) fn take(&mut self, now: Moment) -> Outbox {
        match self {
            Table::Chess(table) => table.take(),
            Table::Ransom(table) => table.take(),
            Table::Kungfu(table) => table.take(now),
        }
    }

    /// All that a viewer may know.
    pub(crate) fn view(&self, viewer: Viewer, now: Moment) -> Told {
        let turns = |view| Told::View { view: Box::new(view) };
        match self {
            Table::Chess(table) => turns(table.view(viewer, now)),
            Table::Ransom(table) => turns(table.view(viewer, now)),
            Table::Kungfu(table) => Told::LiveView {
                view: Box::new(table.view(viewer, now)),
            },
        }
    }

    /// What happened, and the table afterwards, for a viewer.
    pub(crate) fn news(&self, viewer: Viewer, outbox: &Outbox, now: Moment) -> Told {
        self.told(viewer, outbox.events.clone(), outbox.live.clone(), now)
    }

    /// A viewer is told that the game could not be written down.
    pub(crate) fn not_saved(&self, viewer: Viewer, words: String, now: Moment) -> Told {
        let live = LiveEvent::NotSaved { words: words.clone() };
        self.told(viewer, vec![Event::NotSaved { words }], vec![live], now)
    }

    fn told(&self, viewer: Viewer, events: Vec<Event>, live: Vec<LiveEvent>, now: Moment) -> Told {
        let turns = |frame, events| Told::News {
            events,
            frame: Box::new(frame),
        };
        match self {
            Table::Chess(table) => turns(table.frame(viewer, now), events),
            Table::Ransom(table) => turns(table.frame(viewer, now), events),
            Table::Kungfu(table) => Told::LiveNews {
                events: live,
                frame: Box::new(table.frame(viewer, now)),
            },
        }
    }

    /// The game as it is kept.
    pub(crate) fn saved(&self, now: Moment) -> Kept {
        match self {
            Table::Chess(table) => Kept::Turns(table.saved(now)),
            Table::Ransom(table) => Kept::Turns(table.saved(now)),
            Table::Kungfu(table) => Kept::Live(table.saved()),
        }
    }

    /// How long news may wait.
    pub(crate) const fn haste(&self) -> Haste {
        match self {
            Table::Chess(_) | Table::Ransom(_) => Haste::Written,
            Table::Kungfu(_) => Haste::AtOnce,
        }
    }

    /// Whether its game is written down.
    pub(crate) const fn keeping(&self) -> Keeping {
        at!(self, table => table.keeping())
    }

    /// The game in a form for people or programs.
    pub(crate) fn export(&self, format: Format, now: Moment) -> String {
        match self {
            Table::Chess(table) => table.export(format, now),
            Table::Ransom(table) => table.export(format, now),
            Table::Kungfu(table) => table.export(format),
        }
    }
}

/// Somebody who looks at a table, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Viewer(pub(crate) u64);

/// What came of an input or of time passing.
#[derive(Default)]
pub(crate) struct Outbox {
    /// Whether viewers should get a new frame.
    pub(crate) changed: bool,
    /// What happened, in order.
    pub(crate) events: Vec<Event>,
    /// The same at a table without turns.
    pub(crate) live: Vec<LiveEvent>,
    /// What only one viewer is told.
    pub(crate) letters: Vec<(Viewer, Told)>,
    /// What has to be thought about.
    pub(crate) jobs: Vec<Job>,
    /// Whether the game has to be written down.
    pub(crate) unsaved: bool,
    /// For every tick that was played, the milliseconds since it was due.
    pub(crate) late: Vec<u64>,
    /// Whether it is worth writing down if the writer has nothing of this table to do.
    pub(crate) beat: bool,
}

/// When viewers are told what happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Haste {
    /// When it is written down.
    Written,
    /// At once: who waits for a disk plays another game than the others.
    AtOnce,
}

/// A form of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For other programs: PGN, in Ransom with its variant and codes; without turns a list of commands.
    Pgn,
    /// All there is to say, as it is kept.
    Json,
    /// The present position as text.
    Position,
    /// For people: PGN in chess, elsewhere every turn or command with its time.
    Sheet,
}

/// Why somebody cannot sit down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SitError {
    /// There is no such table.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// The game there cannot be read any more.
    #[error(transparent)]
    Resume(#[from] crate::ResumeError),
    /// A seat that is not there.
    #[error("this table has no seat {}", .0.0)]
    NoSeat(SeatNumber),
    /// More than one seat where everybody sees something else.
    #[error("at this table everybody plays one seat")]
    OneSeat,
    /// A bot speaks for that seat.
    #[error("a bot sits there")]
    BotsSeat(SeatNumber),
    /// Nobody else can play here.
    #[error("all seats are taken; you can watch")]
    NoFreeSeat,
    /// The hall is closing.
    #[error("the hall is closed")]
    Closed,
}

/// What somebody on a seat is called: the name given, the bot's, or the side.
pub(crate) fn name_of(sitter: Option<&Sitter>, given: Option<&str>, side: Side) -> String {
    let bots = || match sitter {
        Some(Sitter::Bot(spec)) => Some(bot_name(&spec.to_string())),
        Some(Sitter::Human) | None => None,
    };
    given
        .map(str::to_owned)
        .or_else(bots)
        .unwrap_or_else(|| side.to_string())
}

/// A name from the text that names a bot, until it can be asked itself: `Hard`, or the file of a guest.
fn bot_name(spec: &str) -> String {
    let name = spec.split('?').next().unwrap_or(spec);
    if let Some(program) = name.strip_prefix("uci:") {
        let program = program.split(' ').next().unwrap_or(program);
        return program.rsplit('/').next().unwrap_or(program).to_owned();
    }
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
