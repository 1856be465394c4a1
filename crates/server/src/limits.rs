//! How much, how often and how long anybody may use the server.

use std::time::{Duration, Instant};

/// The longest message of a client.
pub(crate) const MESSAGE: usize = 4 << 10;
/// The longest message that is read to its end, so that its sender can be told that it is too long.
pub(crate) const FRAME: usize = 256 << 10;
/// The longest body of a request.
pub(crate) const BODY: usize = 16 << 10;
/// Messages that may wait for a reader; one that is slower gets a snapshot instead.
pub(crate) const WAITING_MESSAGES: usize = 64;
/// Commands of one socket that wait for their answers; one more is refused as busy.
pub(crate) const UNANSWERED: usize = 64;
/// Tables in the lobby.
pub(crate) const LISTED: usize = 200;
/// How long a socket may take for its first message.
pub(crate) const GREETING: Duration = Duration::from_secs(10);
/// How long a reader may take for one message before it is dropped.
pub(crate) const READING: Duration = Duration::from_secs(20);
/// How long a reader may take for the last message.
pub(crate) const LAST_MESSAGE: Duration = Duration::from_secs(5);
/// How long it may take to close the socket after it.
pub(crate) const CLOSING: Duration = Duration::from_secs(1);
/// What the system keeps for a reader, and doubles for its own needs; left alone it grows to megabytes.
pub(crate) const UNREAD: u32 = 128 << 10;
/// How often a silent socket is asked whether it is still there.
pub(crate) const PING: Duration = Duration::from_secs(20);
/// Sockets at once.
pub(crate) const SOCKETS: usize = 10_000;

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

    /// New tables of one address.
    pub(crate) fn of_tables(now: Instant) -> Self {
        Pace::new(100.0, 2.0, now)
    }

    fn new(burst: f64, each_second: f64, now: Instant) -> Self {
        Pace {
            burst,
            each_second,
            left: burst,
            since: now,
        }
    }

    /// Whether one more is within the pace.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.since = now;
        self.left = (self.left + passed * self.each_second).min(self.burst);
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }

    /// Whether nothing has happened for so long that it need not be remembered.
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
}
