//! The one thread that touches the store: it writes in groups, tells when something is written, and keeps the list of
//! games.

use std::{
    collections::HashMap,
    sync::mpsc::{Receiver, Sender, SyncSender, channel},
    thread::{self, JoinHandle},
};

use crate::{Damaged, Listing, ResumeError, Store, StoreError, TableId, clerk::Message, kept::Kept, store::Page};

/// So many writes are one group at the most.
const GROUP: usize = 256;

/// A wish to the writer.
pub(crate) enum Errand {
    /// Write a game, and tell its clerk.
    Write {
        saved: Box<Kept>,
        number: u64,
        clerk: SyncSender<Message>,
    },
    /// Write a game, and tell whoever waits.
    Keep {
        saved: Box<Kept>,
        reply: Sender<Result<(), StoreError>>,
    },
    Read {
        table: TableId,
        reply: Sender<Result<Kept, ResumeError>>,
    },
    /// A game turned out not to be one.
    SetAside {
        table: TableId,
        fault: String,
    },
    List {
        reply: Sender<Vec<Listing>>,
    },
    Damaged {
        reply: Sender<Vec<Damaged>>,
    },
}

/// Starts the writer; it ends when nobody can send to it any more.
pub(crate) fn start(store: Box<dyn Store>) -> (Sender<Errand>, JoinHandle<()>) {
    let (sender, receiver) = channel();
    let thread = thread::spawn(move || Writer::new(store).serve(&receiver));
    (sender, thread)
}

struct Writer {
    store: Box<dyn Store>,
    listings: HashMap<TableId, Listing>,
}

/// Who waits for a write.
enum Waiting {
    Clerk {
        table: TableId,
        number: u64,
        clerk: SyncSender<Message>,
    },
    Caller(Sender<Result<(), StoreError>>),
}

impl Writer {
    /// Reads all that is kept, for the list; what is no game is put aside.
    fn new(store: Box<dyn Store>) -> Self {
        let mut writer = Writer {
            store,
            listings: HashMap::new(),
        };
        for table in writer.store.tables().unwrap_or_default() {
            if let Ok(saved) = writer.read(&table) {
                writer.listings.insert(table, saved.listing());
            }
        }
        writer
    }

    fn serve(&mut self, receiver: &Receiver<Errand>) {
        let mut group = Vec::new();
        while let Ok(first) = receiver.recv() {
            for errand in std::iter::once(first).chain(receiver.try_iter().take(GROUP)) {
                match errand {
                    Errand::Write { saved, number, clerk } => {
                        let table = saved.table().clone();
                        group.push((saved, Waiting::Clerk { table, number, clerk }));
                    }
                    Errand::Keep { saved, reply } => group.push((saved, Waiting::Caller(reply))),
                    question => {
                        // A question sees all that was written before it.
                        self.write(std::mem::take(&mut group));
                        self.answer(question);
                    }
                }
            }
            self.write(std::mem::take(&mut group));
        }
    }

    fn write(&mut self, group: Vec<(Box<Kept>, Waiting)>) {
        // Of several texts of a game only the last is written; it holds the others.
        let mut pages: Vec<Page> = Vec::new();
        for (saved, _) in &group {
            let text = saved.text();
            match pages.iter_mut().find(|page| page.table == *saved.table()) {
                Some(page) => page.text = text,
                None => pages.push(Page {
                    table: saved.table().clone(),
                    text,
                }),
            }
        }
        let done = if pages.is_empty() {
            Vec::new()
        } else {
            self.store.write(&pages)
        };
        let faults: HashMap<TableId, String> = pages
            .into_iter()
            .zip(done)
            .filter_map(|(page, done)| Some((page.table, done.err()?.to_string())))
            .collect();
        for (saved, waiting) in group {
            let fault = faults.get(saved.table()).cloned();
            if fault.is_none() {
                self.listings.insert(saved.table().clone(), saved.listing());
            }
            tell(waiting, fault);
        }
    }

    fn answer(&mut self, question: Errand) {
        // Whoever asked may have gone; then nobody wants the answer.
        match question {
            Errand::Read { table, reply } => drop(reply.send(self.read(&table))),
            Errand::SetAside { table, fault } => self.set_aside(&table, &fault),
            Errand::List { reply } => drop(reply.send(self.list())),
            Errand::Damaged { reply } => drop(reply.send(self.store.damaged())),
            Errand::Write { .. } | Errand::Keep { .. } => {}
        }
    }

    /// Unfinished games first, then the newest.
    fn list(&self) -> Vec<Listing> {
        let mut listings: Vec<Listing> = self.listings.values().cloned().collect();
        listings.sort_by_key(|listing| {
            (
                listing.result.is_some(),
                std::cmp::Reverse(listing.touched),
                listing.table.clone(),
            )
        });
        listings
    }

    fn read(&mut self, table: &TableId) -> Result<Kept, ResumeError> {
        let missing = || ResumeError::NoTable(table.clone());
        let read = match self.store.read(table) {
            Ok(text) => Kept::read(&text.ok_or_else(missing)?).map_err(|error| error.to_string()),
            Err(StoreError::NotText(fault)) => Err(fault),
            Err(error @ StoreError::Disk { .. }) => return Err(ResumeError::Disk(error.to_string())),
        };
        let read = read.and_then(|saved| {
            if saved.table() == table {
                Ok(saved)
            } else {
                Err(format!("it is the game of table {}", saved.table()))
            }
        });
        read.map_err(|fault| {
            self.set_aside(table, &fault);
            ResumeError::Damaged {
                table: table.clone(),
                fault,
            }
        })
    }

    fn set_aside(&mut self, table: &TableId, fault: &str) {
        self.listings.remove(table);
        // If it cannot be put aside it stays where it is, and is told the next time it is read.
        drop(self.store.set_aside(table, fault));
    }
}

/// Tells what came of a write; nobody may be left to hear it.
fn tell(waiting: Waiting, fault: Option<String>) {
    match waiting {
        Waiting::Clerk { table, number, clerk } => drop(clerk.send(Message::Written { table, number, fault })),
        Waiting::Caller(reply) => drop(reply.send(match fault {
            None => Ok(()),
            Some(words) => Err(StoreError::NotText(words)),
        })),
    }
}
