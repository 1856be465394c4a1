//! Resources of each visitor: connections, sockets, tables, and request rates.

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use host::TableId;

use crate::{
    limits::{Caps, Pace},
    visitor::VisitorAddress,
};

/// Counts what visitors use, by address.
pub(crate) struct Visitors {
    caps: Caps,
    /// One address may do so many times as much as usual.
    times: f64,
    /// Bytes that one address may have stored in an hour.
    stored: f64,
    counted: Mutex<Counted>,
}

struct Counted {
    connections: usize,
    sockets: usize,
    visitors: HashMap<VisitorAddress, Visitor>,
    /// Who opened or woke the tables that are open.
    openers: HashMap<TableId, VisitorAddress>,
    /// When idle visitors were last deleted.
    swept: Instant,
}

/// What an address uses.
struct Visitor {
    connections: usize,
    sockets: usize,
    /// Tables it opened or woke; some may be closed by now.
    tables: Vec<TableId>,
    /// Tables that are being opened for it.
    opening: usize,
    paces: [Pace; Activity::ALL.len()],
    /// Bytes it had stored.
    stored: Pace,
}

/// The rate-limited actions of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activity {
    /// A request to the API, or for a socket.
    Request,
    /// Opening a table, or waking one that sleeps in the store.
    Table,
    /// Taking a seat.
    Join,
    /// Asking for a table that does not exist.
    Guess,
    /// Changing a name.
    Rename,
    /// Doing something in an exercise, which may mean a short search.
    Practice,
    /// Trying a password, a recovery code or a reset link.
    SignIn,
    /// Opening an account.
    SignUp,
    /// Exporting all games of a player.
    Export,
}

/// One more connection or socket, until it is dropped.
pub(crate) struct Place {
    visitors: Arc<Visitors>,
    address: Option<VisitorAddress>,
    kind: PlaceKind,
}

#[derive(Clone, Copy)]
enum PlaceKind {
    Connection,
    Socket,
}

/// Why a connection or socket is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// All places are taken.
    All,
    /// This address has as many as one may have.
    OfOne,
}

impl Activity {
    const ALL: [Activity; 9] = [
        Activity::Request,
        Activity::Table,
        Activity::Join,
        Activity::Guess,
        Activity::Rename,
        Activity::Practice,
        Activity::SignIn,
        Activity::SignUp,
        Activity::Export,
    ];

    /// How many at once, and how many a second.
    const fn pace(self) -> (f64, f64) {
        match self {
            Activity::Request => (400.0, 40.0),
            Activity::Table => (100.0, 2.0),
            Activity::Join | Activity::SignIn => (30.0, 0.5),
            Activity::Guess | Activity::Rename => (20.0, 0.2),
            Activity::Practice => (60.0, 3.0),
            // Ten at once, ten an hour.
            Activity::SignUp => (10.0, 10.0 / 3_600.0),
            Activity::Export => (5.0, 1.0 / 60.0),
        }
    }
}

impl Visitor {
    fn new(times: f64, stored: f64, now: Instant) -> Self {
        // Half of it at once and half of it over the hour, so the total never exceeds the limit in an hour.
        let half = stored / 2.0;
        Visitor {
            connections: 0,
            sockets: 0,
            tables: Vec::new(),
            opening: 0,
            paces: Activity::ALL.map(|activity| {
                let (burst, each_second) = activity.pace();
                Pace::new(burst * times, each_second * times, now)
            }),
            stored: Pace::new(half, half / 3_600.0, now),
        }
    }

    fn is_at_rest(&self, now: Instant) -> bool {
        self.connections == 0
            && self.sockets == 0
            && self.opening == 0
            && self.tables.is_empty()
            && self.paces.iter().chain([&self.stored]).all(|pace| pace.is_rested(now))
    }
}

impl Visitors {
    /// Nobody yet; one address may do so many times as much as usual, and have so many bytes stored in an hour.
    pub(crate) fn new(caps: Caps, times: u32, stored: u64) -> Self {
        Visitors {
            caps,
            times: f64::from(times.max(1)),
            stored: stored as f64,
            counted: Mutex::new(Counted {
                connections: 0,
                sockets: 0,
                visitors: HashMap::new(),
                openers: HashMap::new(),
                swept: Instant::now(),
            }),
        }
    }

    /// A place for a connection; `None` is a proxy, behind which there are many.
    pub(crate) fn connection(self: &Arc<Self>, address: Option<VisitorAddress>) -> Result<Place, NoPlace> {
        self.place(address, PlaceKind::Connection)
    }

    /// A place for a socket.
    pub(crate) fn socket(self: &Arc<Self>, address: VisitorAddress) -> Result<Place, NoPlace> {
        self.place(Some(address), PlaceKind::Socket)
    }

    /// Sockets now.
    pub(crate) fn sockets(&self) -> usize {
        self.counted().sockets
    }

    fn place(self: &Arc<Self>, address: Option<VisitorAddress>, kind: PlaceKind) -> Result<Place, NoPlace> {
        let mut counted = self.counted();
        let (all, of_one) = match kind {
            PlaceKind::Connection => (self.caps.connections, self.caps.connections_of_one),
            PlaceKind::Socket => (self.caps.sockets, self.caps.sockets_of_one),
        };
        if *counted.all(kind) >= all {
            return Err(NoPlace::All);
        }
        if let Some(address) = address {
            let own = self.visitor(&mut counted, address).own(kind);
            if *own >= of_one {
                return Err(NoPlace::OfOne);
            }
            *own += 1;
        }
        *counted.all(kind) += 1;
        Ok(Place {
            visitors: Arc::clone(self),
            address,
            kind,
        })
    }

    /// Counts something that an address does; whether that is within its pace.
    pub(crate) fn allow(&self, address: VisitorAddress, activity: Activity) -> bool {
        let mut counted = self.counted();
        self.visitor(&mut counted, address).paces[activity as usize].allows(Instant::now())
    }

    /// Whether an address could do something within its pace.
    pub(crate) fn may(&self, address: VisitorAddress, activity: Activity) -> bool {
        let mut counted = self.counted();
        self.visitor(&mut counted, address).paces[activity as usize].has_left(Instant::now())
    }

    /// Counts something that an address has done, within its pace or not.
    pub(crate) fn note(&self, address: VisitorAddress, activity: Activity) {
        let mut counted = self.counted();
        self.visitor(&mut counted, address).paces[activity as usize].charge(1.0);
    }

    /// Notes that bytes were stored for an address.
    pub(crate) fn charge(&self, address: VisitorAddress, bytes: usize) {
        let mut counted = self.counted();
        self.visitor(&mut counted, address).stored.charge(bytes as f64);
    }

    /// Notes that bytes were stored for a table, which nobody in particular caused.
    pub(crate) fn charge_table(&self, table: &TableId, bytes: usize) {
        let mut counted = self.counted();
        if let Some(address) = counted.openers.get(table).copied() {
            self.visitor(&mut counted, address).stored.charge(bytes as f64);
        }
    }

    /// Whether an address may have more stored.
    pub(crate) fn may_store(&self, address: VisitorAddress) -> bool {
        let mut counted = self.counted();
        self.visitor(&mut counted, address).stored.has_left(Instant::now())
    }

    /// Counts a table that is being opened, and returns whether the address may have one more. Closed tables do not
    /// count.
    pub(crate) fn begin_opening(&self, address: VisitorAddress, is_open: impl Fn(&TableId) -> bool) -> bool {
        let mut counted = self.counted();
        let counted = &mut *counted;
        let visitor = self.visitor(counted, address);
        let (open, closed) = std::mem::take(&mut visitor.tables).into_iter().partition(&is_open);
        visitor.tables = open;
        let may = visitor.tables.len() + visitor.opening < self.caps.tables_of_one;
        visitor.opening += 1;
        for table in closed {
            counted.openers.remove(&table);
        }
        may
    }

    /// The table that was being opened is open, or could not be.
    pub(crate) fn end_opening(&self, address: VisitorAddress) {
        if let Some(visitor) = self.counted().visitors.get_mut(&address) {
            visitor.opening -= 1;
        }
    }

    /// Notes who opened or woke a table.
    pub(crate) fn opened(&self, address: VisitorAddress, table: TableId) {
        let mut counted = self.counted();
        counted.openers.insert(table.clone(), address);
        self.visitor(&mut counted, address).tables.push(table);
    }

    /// Forgets tables that are closed, so that idle visitors can be forgotten.
    pub(crate) fn sweep(&self, is_open: impl Fn(&TableId) -> bool) {
        let mut counted = self.counted();
        for visitor in counted.visitors.values_mut() {
            visitor.tables.retain(&is_open);
        }
        counted.openers.retain(|table, _| is_open(table));
        forget_rested(&mut counted, Instant::now());
    }

    fn visitor<'a>(&self, counted: &'a mut Counted, address: VisitorAddress) -> &'a mut Visitor {
        /// Number of remembered addresses after which idle ones are deleted.
        const REMEMBERED: usize = 4_096;
        const PAUSE: Duration = Duration::from_secs(5);
        let now = Instant::now();
        if counted.visitors.len() >= REMEMBERED && now.saturating_duration_since(counted.swept) > PAUSE {
            forget_rested(counted, now);
        }
        let new = || Visitor::new(self.times, self.stored, now);
        counted.visitors.entry(address).or_insert_with(new)
    }

    fn counted(&self) -> MutexGuard<'_, Counted> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn forget_rested(counted: &mut Counted, now: Instant) {
    counted.swept = now;
    counted.visitors.retain(|_, visitor| !visitor.is_at_rest(now));
}

impl Counted {
    const fn all(&mut self, kind: PlaceKind) -> &mut usize {
        match kind {
            PlaceKind::Connection => &mut self.connections,
            PlaceKind::Socket => &mut self.sockets,
        }
    }
}

impl Visitor {
    const fn own(&mut self, kind: PlaceKind) -> &mut usize {
        match kind {
            PlaceKind::Connection => &mut self.connections,
            PlaceKind::Socket => &mut self.sockets,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counted = self.visitors.counted();
        *counted.all(self.kind) -= 1;
        if let Some(visitor) = self.address.and_then(|address| counted.visitors.get_mut(&address)) {
            *visitor.own(self.kind) -= 1;
        }
    }
}
