//! The only thread that calls the store. It appends in groups and replies in the order of the requests.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
};

use play::Moment;

use crate::{
    Append, Claimed, Damaged, Epoch, Listing, NewTable, PlayerId, Query, SeatToken, Store, StoreError, StoredEvent,
    TableId,
    worker::{WorkerHandle, WorkerMessage},
};

/// Number of appends from which on a group is written.
const GROUP: usize = 256;

/// A request to the store.
pub(crate) enum StoreRequest {
    Create {
        table: Box<NewTable>,
        reply: Sender<Result<Epoch, StoreError>>,
    },
    Claim {
        table: TableId,
        worker: WorkerHandle,
    },
    Append {
        appends: Vec<Append>,
        worker: WorkerHandle,
    },
    Release {
        table: TableId,
        epoch: Epoch,
    },
    Load {
        table: TableId,
        reply: Sender<Result<Claimed, StoreError>>,
    },
    List {
        query: Query,
        reply: Sender<Result<Vec<Listing>, StoreError>>,
    },
    Tokens {
        table: TableId,
        reply: Sender<Result<Vec<SeatToken>, StoreError>>,
    },
    Rename {
        player: PlayerId,
        name: String,
        reply: Sender<Result<(), StoreError>>,
    },
    Names {
        players: Vec<PlayerId>,
        reply: Sender<Result<Vec<(PlayerId, String)>, StoreError>>,
    },
    PutAside {
        table: TableId,
        fault: String,
    },
    Damaged {
        reply: Sender<Result<Vec<Damaged>, StoreError>>,
    },
    Check {
        reply: Sender<Result<(), StoreError>>,
    },
    Expire {
        untouched_since: Moment,
        except: Vec<TableId>,
        reply: Sender<Result<usize, StoreError>>,
    },
}

/// Starts the store's thread; it ends when nobody can send to it any more.
pub(crate) fn start(store: Box<dyn Store>) -> (Sender<StoreRequest>, Arc<AtomicBool>, JoinHandle<()>) {
    let (sender, requests) = channel();
    let healthy = Arc::new(AtomicBool::new(true));
    let health = Arc::clone(&healthy);
    let thread = thread::spawn(move || StoreWorker { store, health }.serve(&requests));
    (sender, healthy, thread)
}

/// Appends that are written together.
#[derive(Default)]
struct Group {
    appends: Vec<Append>,
    tables: HashSet<TableId>,
    /// The workers that sent them, in the same order, and how many each has sent at once.
    waiting: Vec<(usize, WorkerHandle)>,
}

impl Group {
    fn has(&self, table: &TableId) -> bool {
        self.tables.contains(table)
    }

    fn add(&mut self, appends: Vec<Append>, worker: WorkerHandle) {
        self.waiting.push((appends.len(), worker));
        self.tables.extend(appends.iter().map(|append| append.table.clone()));
        self.appends.extend(appends);
    }
}

struct StoreWorker {
    store: Box<dyn Store>,
    /// Whether the last write succeeded.
    health: Arc<AtomicBool>,
}

impl StoreWorker {
    fn serve(&mut self, requests: &Receiver<StoreRequest>) {
        while let Ok(first) = requests.recv() {
            let mut group = Group::default();
            for request in std::iter::once(first).chain(requests.try_iter().take(GROUP)) {
                match request {
                    StoreRequest::Append { appends, worker } => {
                        // Two appends of one table are two groups: the second expects the first to be there.
                        if appends.iter().any(|append| group.has(&append.table)) || group.appends.len() >= GROUP {
                            self.append(std::mem::take(&mut group));
                        }
                        group.add(appends, worker);
                    }
                    other => {
                        self.append(std::mem::take(&mut group));
                        self.answer(other);
                    }
                }
            }
            self.append(group);
        }
    }

    fn append(&mut self, group: Group) {
        if group.appends.is_empty() {
            return;
        }
        let results = self.store.append(&group.appends);
        let tables = group.appends.into_iter().map(|append| append.table);
        let failed =
            |result: &Result<(), StoreError>| matches!(result, Err(StoreError::Failed { .. } | StoreError::InUse(_)));
        self.health.store(!results.iter().any(failed), Ordering::Relaxed);
        let mut stored = tables.zip(results);
        for (count, worker) in group.waiting {
            let results: Vec<_> = stored.by_ref().take(count).collect();
            worker.send(WorkerMessage::Stored(results));
        }
    }

    fn answer(&mut self, request: StoreRequest) {
        // A caller that has gone needs no reply.
        match request {
            StoreRequest::Create { table, reply } => {
                let created = self.store.create(&table);
                self.health
                    .store(!matches!(created, Err(StoreError::Failed { .. })), Ordering::Relaxed);
                drop(reply.send(created));
            }
            StoreRequest::Claim { table, worker } => {
                let claimed = self.store.claim(&table).map(Box::new);
                worker.send(WorkerMessage::Claimed { table, claimed });
            }
            StoreRequest::Release { table, epoch } => {
                // A claim that cannot be released becomes void when the table is claimed again.
                drop(self.store.release(&table, epoch));
            }
            StoreRequest::Load { table, reply } => drop(reply.send(self.load(&table))),
            StoreRequest::List { query, reply } => drop(reply.send(self.store.list(&query))),
            StoreRequest::Tokens { table, reply } => drop(reply.send(self.store.tokens(&table))),
            StoreRequest::Rename { player, name, reply } => drop(reply.send(self.store.rename(player, &name))),
            StoreRequest::Names { players, reply } => drop(reply.send(self.store.names(&players))),
            StoreRequest::PutAside { table, fault } => {
                // If it cannot be quarantined, it stays where it is and is found damaged again.
                drop(self.store.put_aside(&table, &fault));
            }
            StoreRequest::Check { reply } => drop(reply.send(self.store.check())),
            StoreRequest::Expire {
                untouched_since,
                except,
                reply,
            } => drop(reply.send(self.store.expire(untouched_since, &except))),
            StoreRequest::Damaged { reply } => drop(reply.send(self.store.damaged())),
            StoreRequest::Append { .. } => {}
        }
    }

    /// A log with all that belongs to it, without a claim.
    fn load(&mut self, table: &TableId) -> Result<Claimed, StoreError> {
        let events: Vec<StoredEvent> = self.store.load(table)?;
        let query = Query {
            table: Some(table.clone()),
            ..Query::default()
        };
        let listing = self
            .store
            .list(&query)?
            .pop()
            .ok_or_else(|| StoreError::NoTable(table.clone()))?;
        let people: Vec<PlayerId> = listing
            .summary
            .seats
            .iter()
            .filter_map(crate::Occupant::person)
            .collect();
        Ok(Claimed {
            epoch: Epoch(0),
            events,
            names: self.store.names(&people)?,
            summary: listing.summary,
        })
    }
}
