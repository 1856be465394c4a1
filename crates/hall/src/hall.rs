//! The hall itself: opens tables, seats people, lists and exports games.

mod desk;

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
        mpsc::{Sender, SyncSender, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use bots::{Setup, Sitter};
use play::Moment;
use thiserror::Error;

use crate::{
    Clock, Control, Damaged, Format, Imported, Listing, LivePlan, Opened, Plan, PlanError, SeatNumber, SitError, Start,
    Store, TableId,
    clerk::{self, House, Message, Refused},
    kept::Kept,
    pool::Pool,
    saved::{SaveError, Saved},
    table::{Keeping, Table, Viewer},
    writer::{self, Errand},
};
pub use desk::{Delivery, Desk, Mailbox};

/// A hall full of tables; clones are the same hall, and with the last of them it closes: all thinking ends at once.
#[derive(Clone)]
pub struct Hall(Arc<Rooms>);

/// What a hall is opened with.
pub struct Settings {
    /// Where games are kept.
    pub store: Box<dyn Store>,
    /// Threads that own tables; one serves hundreds.
    pub clerks: usize,
    /// Threads that think.
    pub thinkers: usize,
    /// Memory of a bot's search in MiB.
    pub hash: usize,
    /// What time it is.
    pub clock: Clock,
    /// Who is told how punctual the ticks are.
    pub timekeeper: Timekeeper,
}

/// Told how long after its moment each tick of a game without turns was played; called on a clerk's thread, so it must
/// not wait.
pub type Timekeeper = Arc<dyn Fn(Duration) + Send + Sync>;

impl Settings {
    /// The usual number of everything.
    pub fn with_store(store: impl Store + 'static) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Settings {
            store: Box::new(store),
            clerks: (cores / 4).clamp(1, 4),
            // A core is left to the clerks.
            thinkers: cores.saturating_sub(1).max(1),
            hash: Setup::seeded(0).hash,
            clock: Clock::on_the_wall(),
            timekeeper: Arc::new(|_| {}),
        }
    }
}

struct Rooms {
    clerks: Vec<SyncSender<Message>>,
    threads: Vec<JoinHandle<()>>,
    pool: Option<Pool>,
    /// Both are given up before their threads are waited for.
    house: Option<House>,
    writing: Option<JoinHandle<()>>,
    viewers: AtomicU64,
    /// Tables that are open.
    open: Arc<AtomicUsize>,
    hash: usize,
}

impl Hall {
    /// Opens a hall; what is kept in the store can be resumed.
    pub fn open(settings: Settings) -> Hall {
        let (pool, door) = Pool::start(settings.thinkers);
        let (writer, writing) = writer::start(settings.store);
        let house = House {
            door,
            writer,
            clock: settings.clock,
            timekeeper: settings.timekeeper,
            open: Arc::default(),
        };
        let open = Arc::clone(&house.open);
        let (clerks, threads) = (0..settings.clerks.max(1)).map(|_| clerk::start(house.clone())).unzip();
        Hall(Arc::new(Rooms {
            clerks,
            threads,
            pool: Some(pool),
            house: Some(house),
            writing: Some(writing),
            viewers: AtomicU64::new(0),
            open,
            hash: settings.hash,
        }))
    }

    /// Opens a table for a game; bots begin once somebody sits down.
    pub fn begin(&self, plan: Plan) -> Result<TableId, PlanError> {
        let id = self.unused();
        let table = Table::begin(id.clone(), plan, self.0.hash, self.now())?;
        self.put(&id, table);
        Ok(id)
    }

    /// Opens a table for a game without turns; time runs once everybody is there and ready.
    pub fn begin_live(&self, plan: LivePlan) -> Result<TableId, PlanError> {
        let id = self.unused();
        let table = Table::begin_live(id.clone(), plan, self.now())?;
        self.put(&id, table);
        Ok(id)
    }

    /// Opens the table of a game that is kept; a save that was given a name stays as it is, and its game goes on at the
    /// table that is told.
    pub fn resume(&self, id: &TableId) -> Result<TableId, ResumeError> {
        if self.shown(id).is_some() {
            return Ok(id.clone());
        }
        let mut saved = self.read(id)?;
        if saved.name_mut().take().is_some() {
            saved.set_table(self.unused());
        }
        let table = Table::restore(&saved, self.0.hash, Keeping::Kept).map_err(|fault| {
            let fault = fault.to_string();
            self.errand(Errand::SetAside {
                table: id.clone(),
                fault: fault.clone(),
            });
            ResumeError::Damaged {
                table: id.clone(),
                fault,
            }
        })?;
        self.put(saved.table(), table);
        Ok(saved.table().clone())
    }

    /// Opens a table to look at a game from elsewhere; it is not kept, and gone when the last viewer leaves.
    pub fn import(&self, game: Imported) -> Result<TableId, PlanError> {
        let mut saved = game.0;
        saved.table = self.unused();
        saved.name = None;
        let id = saved.table.clone();
        let table = Table::restore(&Kept::Turns(saved), self.0.hash, Keeping::Shown)?;
        self.put(&id, table);
        Ok(id)
    }

    /// Sits down at a table and speaks for some of its seats, none to watch; the first thing told is a whole view.
    ///
    /// A table that is not open is resumed. The mailbox is called on a clerk's thread: it must not wait, and must not
    /// send from a desk.
    pub fn sit(&self, id: &TableId, seats: &[SeatNumber], mailbox: Mailbox) -> Result<Desk, SitError> {
        let viewer = Viewer(self.0.viewers.fetch_add(1, Ordering::Relaxed));
        let mut waiting = mailbox;
        let mut resumed = false;
        loop {
            let (reply, told) = channel();
            let sent = self.clerk(id).send(Message::Sit {
                table: id.clone(),
                viewer,
                seats: seats.to_vec(),
                mailbox: waiting,
                reply,
            });
            sent.map_err(|_| SitError::Closed)?;
            match told.recv().map_err(|_| SitError::Closed)? {
                Ok(()) => return Ok(Desk::new(id.clone(), viewer, self.clerk(id).clone())),
                Err(Refused {
                    error: SitError::NoTable(_),
                    mailbox,
                }) if !resumed => {
                    self.resume_in_place(id)?;
                    (waiting, resumed) = (mailbox, true);
                }
                Err(Refused { error, .. }) => return Err(error),
            }
        }
    }

    /// Takes the free seat of a table under a name; a table that is not open is resumed.
    pub fn take_seat(&self, id: &TableId, name: &str) -> Result<SeatNumber, SitError> {
        let ask = || {
            let (reply, told) = channel();
            let (table, name) = (id.clone(), name.to_owned());
            let sent = self.clerk(id).send(Message::Take { table, name, reply });
            sent.map_err(|_| SitError::Closed)?;
            told.recv().map_err(|_| SitError::Closed)?
        };
        match ask() {
            Err(SitError::NoTable(_)) => {
                self.resume_in_place(id)?;
                ask()
            }
            taken => taken,
        }
    }

    /// The tables that are open now, the newest first.
    pub fn lobby(&self) -> Vec<Opened> {
        let mut opened = Vec::new();
        for clerk in &self.0.clerks {
            let (reply, told) = channel();
            if clerk.send(Message::Lobby { reply }).is_ok() {
                // A clerk that is closing has no tables to show.
                opened.extend(told.recv().unwrap_or_default());
            }
        }
        opened.sort_by_key(|table| std::cmp::Reverse(table.listing.touched));
        opened
    }

    /// The games that are kept: unfinished ones first, then the newest.
    pub fn listings(&self) -> Vec<Listing> {
        self.asked(|reply| Errand::List { reply }).unwrap_or_default()
    }

    /// A game in a form for people or programs.
    pub fn export(&self, id: &TableId, format: Format) -> Result<String, ResumeError> {
        let (reply, told) = channel();
        let table = id.clone();
        let sent = self.clerk(id).send(Message::Export { table, format, reply });
        sent.map_err(|_| ResumeError::Closed)?;
        if let Some(text) = told.recv().map_err(|_| ResumeError::Closed)? {
            return Ok(text);
        }
        let saved = self.read(id)?;
        let table = Table::restore(&saved, self.0.hash, Keeping::Shown).map_err(|fault| ResumeError::Damaged {
            table: id.clone(),
            fault: fault.to_string(),
        })?;
        Ok(table.export(format, self.now()))
    }

    /// Opens a table for the same game with sides swapped; four players each go one seat further.
    pub fn rematch(&self, id: &TableId) -> Result<TableId, PlanError> {
        match self.kept(id)? {
            Kept::Turns(saved) => self.rematch_turns(saved),
            Kept::Live(saved) => self.begin_live(saved.rematch(fastrand::u64(..))),
        }
    }

    fn rematch_turns(&self, saved: Saved) -> Result<TableId, PlanError> {
        let sitter =
            |text: &String| Sitter::read(saved.game, text).map_err(|error| SaveError::Player(error.to_string()));
        let [white, black] = &saved.sitters;
        let sitters = [sitter(black)?, sitter(white)?];
        let [ours, theirs] = saved.names;
        self.begin(Plan {
            game: saved.game,
            sitters,
            names: [theirs, ours],
            start: Start::Text(saved.start),
            control: saved.control.map(Control::from),
            seed: fastrand::u64(..),
            manners: saved.manners,
        })
    }

    /// How many seats a table has.
    pub fn seats(&self, id: &TableId) -> Result<usize, ResumeError> {
        self.kept(id).map(|kept| kept.seats())
    }

    /// A game as lists show it.
    pub fn listing(&self, id: &TableId) -> Result<Listing, ResumeError> {
        self.kept(id).map(|kept| kept.listing())
    }

    /// How many tables are open.
    pub fn tables(&self) -> usize {
        self.0.open.load(Ordering::Relaxed)
    }

    /// What time it is at the tables.
    pub fn now(&self) -> Moment {
        self.0.house.as_ref().map_or(Moment(0), |house| house.clock.now())
    }

    /// Keeps a copy of a game as it is now under a name; it is listed with it.
    pub fn keep(&self, id: &TableId, name: &str) -> Result<TableId, ResumeError> {
        let mut saved = self.kept(id)?;
        let copy = self.unused();
        saved.set_table(copy.clone());
        *saved.name_mut() = Some(name.chars().filter(|letter| !letter.is_control()).take(80).collect());
        let saved = Box::new(saved);
        let written = self
            .asked(|reply| Errand::Keep { saved, reply })
            .ok_or(ResumeError::Closed)?;
        written.map_err(|error| ResumeError::Disk(error.to_string()))?;
        Ok(copy)
    }

    /// Moves a clock that is moved by hand, and lets every table do what is due by then.
    pub fn pass(&self, time: Duration) {
        let Some(house) = &self.0.house else {
            return;
        };
        house.clock.pass(time);
        for clerk in &self.0.clerks {
            let (done, waiting) = channel();
            // A clerk that is gone has nothing to do, and drops its end too.
            drop(clerk.send(Message::Passed { done }));
            while waiting.recv().is_ok() {}
        }
    }

    /// What was found in the store that is no game, and was put aside.
    pub fn damaged(&self) -> Vec<Damaged> {
        self.asked(|reply| Errand::Damaged { reply }).unwrap_or_default()
    }

    /// A table that nobody was at for a while is opened again under its own name.
    fn resume_in_place(&self, id: &TableId) -> Result<(), SitError> {
        match self.resume(id) {
            Ok(_) => Ok(()),
            Err(ResumeError::NoTable(id)) => Err(SitError::NoTable(id)),
            Err(error) => Err(error.into()),
        }
    }

    fn unused(&self) -> TableId {
        loop {
            let id = TableId::numbered(fastrand::u64(..));
            let known = self.shown(&id).is_some() || self.read(&id).is_ok();
            if !known {
                return id;
            }
        }
    }

    fn put(&self, id: &TableId, table: Table) {
        // A clerk is there as long as the hall is.
        drop(self.clerk(id).send(Message::Open(Box::new(table))));
    }

    /// The game of a table that is open.
    fn shown(&self, id: &TableId) -> Option<Kept> {
        let (reply, told) = channel();
        let table = id.clone();
        self.clerk(id).send(Message::Show { table, reply }).ok()?;
        told.recv().ok().flatten()
    }

    /// The game of a table, open or not.
    fn kept(&self, id: &TableId) -> Result<Kept, ResumeError> {
        self.shown(id).map_or_else(|| self.read(id), Ok)
    }

    fn read(&self, id: &TableId) -> Result<Kept, ResumeError> {
        let table = id.clone();
        self.asked(|reply| Errand::Read { table, reply })
            .unwrap_or(Err(ResumeError::Closed))
    }

    fn asked<T>(&self, errand: impl FnOnce(Sender<T>) -> Errand) -> Option<T> {
        let (reply, told) = channel();
        self.errand(errand(reply));
        told.recv().ok()
    }

    fn errand(&self, errand: Errand) {
        if let Some(house) = &self.0.house {
            // The writer is there as long as the hall is.
            drop(house.writer.send(errand));
        }
    }

    fn clerk(&self, id: &TableId) -> &SyncSender<Message> {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        &self.0.clerks[hasher.finish() as usize % self.0.clerks.len()]
    }
}

impl Drop for Rooms {
    fn drop(&mut self) {
        for clerk in &self.clerks {
            // A clerk that is gone needs no telling.
            drop(clerk.send(Message::Stop));
        }
        self.house = None;
        // Clerks first: they stop all thinking, and the thinkers and the writer end when the last clerk has gone. One
        // that panicked has told so.
        for thread in self.threads.drain(..) {
            drop(thread.join());
        }
        if let Some(pool) = self.pool.take() {
            pool.join();
        }
        if let Some(writing) = self.writing.take() {
            drop(writing.join());
        }
    }
}

/// Why a game cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// Nothing is kept under that name.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// What is kept is no game; it was put aside.
    #[error("the game of table {table} is damaged and was put aside: {fault}")]
    Damaged {
        /// Which.
        table: TableId,
        /// What is wrong with it.
        fault: String,
    },
    /// The disk would not.
    #[error("the game cannot be read or written: {0}")]
    Disk(String),
    /// The hall is closing.
    #[error("the hall is closed")]
    Closed,
}
