//! A clerk: one thread that owns many tables and a queue of moments at which they want to be woken.
//!
//! Nobody else touches a table, so there is no lock around one. A panic at a table closes that table and no other. A
//! clerk never waits for a disk or a mind; it is told, through its one inbox, when either is done.

mod seating;

use std::{
    collections::{BTreeSet, HashMap, hash_map::Entry},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
};

use play::Moment;

use crate::{
    Clock, Format, Input, Mailbox, Opened, SeatNumber, SitError, TableId, Timekeeper,
    kept::Kept,
    pool::Door,
    table::{Table, Viewer},
    thinking::Answer,
    writer::Errand,
};
use seating::Seating;

/// So many messages wait at the most; then whoever sends another waits.
const INBOX: usize = 1_024;

/// Something for a clerk.
pub(crate) enum Message {
    /// A new table, at which nobody sits yet.
    Open(Box<Table>),
    Sit {
        table: TableId,
        viewer: Viewer,
        seats: Vec<SeatNumber>,
        mailbox: Mailbox,
        reply: Sender<Result<(), Refused>>,
    },
    /// Somebody wants the free seat of a table.
    Take {
        table: TableId,
        name: String,
        reply: Sender<Result<SeatNumber, SitError>>,
    },
    Leave {
        table: TableId,
        viewer: Viewer,
    },
    Input {
        table: TableId,
        viewer: Viewer,
        request: u64,
        input: Input,
    },
    Answer {
        table: TableId,
        answer: Answer,
    },
    Written {
        table: TableId,
        number: u64,
        fault: Option<String>,
    },
    /// Time has been moved by hand.
    Passed {
        /// Dropped when everything that was due is done.
        done: Sender<()>,
    },
    /// The tables that are open.
    Lobby {
        reply: Sender<Vec<Opened>>,
    },
    /// The game as it is, if the table is open.
    Show {
        table: TableId,
        reply: Sender<Option<Kept>>,
    },
    Export {
        table: TableId,
        format: Format,
        reply: Sender<Option<String>>,
    },
    Stop,
}

/// Why somebody cannot sit down; the mailbox comes back, for the table may be opened first.
pub(crate) struct Refused {
    pub(crate) error: SitError,
    pub(crate) mailbox: Mailbox,
}

/// What a clerk needs of the house.
#[derive(Clone)]
pub(crate) struct House {
    pub(crate) door: Door,
    pub(crate) writer: Sender<Errand>,
    pub(crate) clock: Clock,
    pub(crate) timekeeper: Timekeeper,
    /// How many tables are open, at all clerks together.
    pub(crate) open: Arc<AtomicUsize>,
}

/// Starts a clerk.
pub(crate) fn start(house: House) -> (SyncSender<Message>, JoinHandle<()>) {
    let (inbox, messages) = sync_channel(INBOX);
    let own = inbox.clone();
    let thread = thread::spawn(move || {
        Clerk {
            house,
            own,
            tables: HashMap::new(),
            wakes: BTreeSet::new(),
        }
        .serve(&messages);
    });
    (inbox, thread)
}

struct Clerk {
    house: House,
    /// The way to this clerk's inbox, for minds and the writer.
    own: SyncSender<Message>,
    tables: HashMap<TableId, Seating>,
    wakes: BTreeSet<(Moment, TableId)>,
}

impl Clerk {
    fn serve(&mut self, messages: &Receiver<Message>) {
        loop {
            let wait = self
                .wakes
                .first()
                .and_then(|(moment, _)| self.house.clock.until(*moment));
            let heard = match wait {
                Some(wait) => messages.recv_timeout(wait),
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match heard {
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(message) => self.handle(message),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.wake();
        }
        let tables: Vec<TableId> = self.tables.keys().cloned().collect();
        for table in tables {
            self.at(&table, Seating::close);
        }
    }

    fn handle(&mut self, message: Message) {
        match message {
            Message::Open(table) => self.open(*table),
            Message::Sit {
                table,
                viewer,
                seats,
                mailbox,
                reply,
            } => self.sit(&table, viewer, &seats, mailbox, &reply),
            Message::Take { table, name, reply } => self.take(&table, name, &reply),
            Message::Leave { table, viewer } => self.at(&table, |seating, tools| seating.leave(viewer, tools)),
            Message::Input {
                table,
                viewer,
                request,
                input,
            } => self.at(&table, |seating, tools| seating.input(viewer, request, input, tools)),
            Message::Answer { table, answer } => self.hear(&table, answer),
            Message::Written { table, number, fault } => {
                self.at(&table, |seating, tools| seating.written(number, fault, tools));
            }
            // Whoever asked may have gone.
            Message::Lobby { reply } => {
                let now = self.house.clock.now();
                drop(reply.send(self.tables.values().map(|seating| seating.opened(now)).collect()));
            }
            Message::Show { table, reply } => {
                let now = self.house.clock.now();
                drop(reply.send(self.tables.get(&table).map(|seating| seating.saved(now))));
            }
            Message::Export { table, format, reply } => {
                let now = self.house.clock.now();
                drop(reply.send(self.tables.get(&table).map(|seating| seating.export(format, now))));
            }
            Message::Passed { done } => {
                self.wake();
                drop(done);
            }
            Message::Stop => {}
        }
    }

    fn open(&mut self, table: Table) {
        let id = table.id().clone();
        // A table that is open already has the newer game.
        if let Entry::Vacant(place) = self.tables.entry(id.clone()) {
            place.insert(Seating::new(table, self.house.clock.now()));
            self.house.open.fetch_add(1, Ordering::Relaxed);
        }
        self.at(&id, Seating::flush);
    }

    fn sit(
        &mut self,
        table: &TableId,
        viewer: Viewer,
        seats: &[SeatNumber],
        mailbox: Mailbox,
        reply: &Sender<Result<(), Refused>>,
    ) {
        if !self.tables.contains_key(table) {
            let error = SitError::NoTable(table.clone());
            // Whoever asked may have gone.
            drop(reply.send(Err(Refused { error, mailbox })));
            return;
        }
        self.at(table, |seating, tools| {
            let sat = seating.sit(viewer, seats, mailbox, tools);
            drop(reply.send(sat));
        });
    }

    fn take(&mut self, table: &TableId, name: String, reply: &Sender<Result<SeatNumber, SitError>>) {
        let mut taken = Err(SitError::NoTable(table.clone()));
        self.at(table, |seating, tools| taken = seating.take(name, tools));
        // Whoever asked may have gone.
        drop(reply.send(taken));
    }

    /// A mind answers; if its table is gone, the bot that comes with it is closed elsewhere.
    fn hear(&mut self, table: &TableId, answer: Answer) {
        if self.tables.contains_key(table) {
            self.at(table, |seating, tools| seating.hear(answer, tools));
        } else {
            thread::spawn(move || drop(answer));
        }
    }

    /// Wakes every table whose moment has come.
    fn wake(&mut self) {
        let now = self.house.clock.now();
        while let Some((moment, table)) = self.wakes.first().cloned() {
            if moment > now {
                return;
            }
            self.wakes.remove(&(moment, table.clone()));
            self.at(&table, Seating::advance);
        }
    }

    /// Does something at a table; a panic there closes it.
    fn at(&mut self, table: &TableId, act: impl FnOnce(&mut Seating, &Tools)) {
        let Some(seating) = self.tables.get_mut(table) else {
            return;
        };
        if let Some(moment) = seating.wakes {
            self.wakes.remove(&(moment, table.clone()));
        }
        let tools = Tools {
            table,
            house: &self.house,
            own: &self.own,
            now: self.house.clock.now(),
        };
        let sound = catch_unwind(AssertUnwindSafe(|| {
            act(seating, &tools);
            seating.next_wake(tools.now)
        }));
        match sound {
            Ok(wakes) => {
                seating.wakes = wakes;
                self.wakes.extend(wakes.map(|moment| (moment, table.clone())));
                if seating.is_done(tools.now) {
                    drop(self.remove(table));
                }
            }
            Err(_) => self.close_broken(table),
        }
    }

    /// A table is no more.
    fn remove(&mut self, table: &TableId) -> Option<Seating> {
        let seating = self.tables.remove(table)?;
        if let Some(moment) = seating.wakes {
            self.wakes.remove(&(moment, table.clone()));
        }
        self.house.open.fetch_sub(1, Ordering::Relaxed);
        Some(seating)
    }

    /// A table that panicked is closed, and its viewers are told which.
    fn close_broken(&mut self, table: &TableId) {
        if let Some(seating) = self.remove(table) {
            let words =
                format!("Table {table} was closed by a fault of the program; the game is kept up to its last turn.");
            // Its viewers may be what is broken; the others must still be told.
            seating.closed(&words);
        }
    }
}

/// What a table is handled with.
pub(crate) struct Tools<'a> {
    table: &'a TableId,
    house: &'a House,
    own: &'a SyncSender<Message>,
    now: Moment,
}
