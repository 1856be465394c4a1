//! Limits of the server: sizes, rates and times.

use std::time::{Duration, Instant};

/// The longest message of a client.
pub(crate) const MESSAGE: usize = 4 << 10;
/// The longest message that is read completely, so that its sender gets an error; it is also the limit of an unfinished
/// message.
pub(crate) const FRAME: usize = 16 << 10;
/// The read buffer of a socket; it grows for a longer message.
pub(crate) const READ_BUFFER: usize = 1 << 10;
/// The longest body of a request.
pub(crate) const BODY: usize = 16 << 10;
/// The longest body of a request that brings a file of games.
pub(crate) const FILE_BODY: usize = 1 << 20;
/// The buffer for the headers of a request.
pub(crate) const HEADERS: usize = 32 << 10;
/// Messages that may wait for a client; a slower client gets a snapshot instead.
pub(crate) const WAITING_MESSAGES: usize = 64;
/// Commands of one socket that wait for their answers; one more is refused as busy.
pub(crate) const UNANSWERED: usize = 64;
/// Tables in the lobby.
pub(crate) const LISTED: usize = 200;
/// Spectators of one table.
pub(crate) const SPECTATORS: usize = 500;
/// Threads that wait for tables and for the store.
pub(crate) const WAITING_THREADS: usize = 64;

/// How long the headers of a request may take, and how long a connection may be silent between requests.
pub(crate) const HEADER: Duration = Duration::from_secs(10);
/// How long the body of a request may take.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// The lifetime of a connection other than a socket; a browser opens another.
pub(crate) const CONNECTION: Duration = Duration::from_mins(2);
/// How long a connection may take for what it was asked last.
pub(crate) const LAST_ANSWER: Duration = Duration::from_secs(10);
/// How long a socket may take for its first message.
pub(crate) const GREETING: Duration = Duration::from_secs(10);
/// How long a client may take for one message before it is disconnected.
pub(crate) const READING: Duration = Duration::from_secs(20);
/// How long a connection may read nothing. It is longer than the limit for messages, so that a client gets the reason
/// before it is closed.
pub(crate) const STALLED: Duration = Duration::from_secs(30);
/// How long a reader may take for the last message.
pub(crate) const LAST_MESSAGE: Duration = Duration::from_secs(5);
/// How long it may take to close the socket after it.
pub(crate) const CLOSING: Duration = Duration::from_secs(1);
/// The send buffer of a socket, which the system doubles; without a limit it grows to megabytes.
pub(crate) const UNREAD: u32 = 128 << 10;
/// The ping interval of a silent socket.
pub(crate) const PING: Duration = Duration::from_secs(20);
/// How long a game without moves and visitors is stored.
pub(crate) const EMPTY_GAME: Duration = Duration::from_hours(24);
/// How often such games are searched for.
pub(crate) const SWEEP: Duration = Duration::from_mins(10);

/// How much there may be at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caps {
    /// Connections that are no sockets, in all.
    pub(crate) connections: usize,
    /// Those of one address.
    pub(crate) connections_of_one: usize,
    /// Sockets in all.
    pub(crate) sockets: usize,
    /// Those of one address.
    pub(crate) sockets_of_one: usize,
    /// Open tables that one address opened or woke.
    pub(crate) tables_of_one: usize,
}

impl Caps {
    /// The usual caps; one address may have `times` as much.
    pub(crate) fn new(times: u32) -> Self {
        let times = times.max(1) as usize;
        Caps {
            connections: 4_000,
            connections_of_one: 200 * times,
            sockets: 10_000,
            sockets_of_one: 256 * times,
            tables_of_one: 100 * times,
        }
    }
}

/// What a limit of open files leaves. Only Unix has such a limit.
#[cfg(any(unix, test))]
impl Caps {
    /// File descriptors that are used for anything else.
    const OTHER_FILES: usize = 100;

    /// File descriptors that all of this may take.
    pub(crate) const fn files(&self) -> usize {
        self.connections + self.sockets + Caps::OTHER_FILES
    }

    /// Smaller caps where the system gives fewer file descriptors.
    pub(crate) fn within(self, files: usize) -> Self {
        if files >= self.files() {
            return self;
        }
        let free = files.saturating_sub(Caps::OTHER_FILES).max(8);
        let connections = free / 3;
        let sockets = free - connections;
        Caps {
            connections,
            connections_of_one: self.connections_of_one.min(connections / 2),
            sockets,
            sockets_of_one: self.sockets_of_one.min(sockets / 2),
            ..self
        }
    }
}

/// How often something may happen: in bursts, and on average.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    burst: f64,
    each_second: f64,
    left: f64,
    since: Instant,
}

impl Pace {
    /// Messages of a socket. A client that reconnects repeats all its unanswered commands at once.
    pub(crate) fn of_messages(now: Instant) -> Self {
        Pace::new(100.0, 30.0, now)
    }

    pub(crate) fn new(burst: f64, each_second: f64, now: Instant) -> Self {
        Pace {
            burst,
            each_second,
            left: burst,
            since: now,
        }
    }

    /// Whether one more is within the pace; it is counted then.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        let allowed = self.has_left(now);
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }

    /// Whether one more would be within the pace.
    pub(crate) fn has_left(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.since = now;
        self.left = (self.left + passed * self.each_second).min(self.burst);
        self.left >= 1.0
    }

    /// Counts what has happened, within the pace or not.
    pub(crate) fn charge(&mut self, much: f64) {
        self.left -= much;
    }

    /// Whether the limiter is back at its initial state and can be deleted.
    pub(crate) fn is_rested(&self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.left + passed * self.each_second >= self.burst
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_then_the_average() {
        let start = Instant::now();
        let mut pace = Pace::new(3.0, 2.0, start);
        assert_eq!([(); 4].map(|()| pace.allows(start)), [true, true, true, false]);
        let later = start + Duration::from_secs(1);
        assert_eq!([(); 3].map(|()| pace.allows(later)), [true, true, false]);
        assert!(!pace.is_rested(later) && pace.is_rested(later + Duration::from_secs(2)));
    }

    #[test]
    fn what_was_used_too_much_is_waited_for() {
        let start = Instant::now();
        let mut pace = Pace::new(10.0, 1.0, start);
        pace.charge(30.0);
        assert!(!pace.has_left(start + Duration::from_secs(20)));
        assert!(pace.has_left(start + Duration::from_secs(21)));
    }

    #[test]
    fn caps_fit_into_the_file_descriptors() {
        let caps = Caps::new(1);
        assert_eq!(caps.within(100_000), caps);
        let few = caps.within(1_024);
        assert!(few.files() <= 1_024 && few.sockets_of_one <= few.sockets / 2);
        assert!(few.connections_of_one <= few.connections / 2);
    }
}
