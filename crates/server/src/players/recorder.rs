//! Records finished games soon after their end, and games that were not recorded because of a crash.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use host::{ConnectError, Host, TableId, TableState};
use tracing::warn;

use super::{Players, PlayersError};

/// A handle to the recording thread; clones share it.
#[derive(Clone)]
pub(crate) struct Recorder(SyncSender<TableId>);

/// Games that have ended and wait to be recorded; more are found by the regular check.
const QUEUE: usize = 1_000;
/// How often the store is checked for ended games that were not announced.
const CHECK: Duration = Duration::from_secs(20);

/// The receiver of the handle.
pub(crate) struct Ended(Receiver<TableId>);

impl Recorder {
    pub(crate) fn new() -> (Self, Ended) {
        let (sender, receiver) = sync_channel(QUEUE);
        (Recorder(sender), Ended(receiver))
    }

    /// A game has ended.
    pub(crate) fn ended(&self, table: &TableId) {
        // A game that does not fit is found by the regular check.
        drop(self.0.try_send(table.clone()));
    }
}

impl Ended {
    /// Records until the host is closed: its store has the other end. This does not keep the host open.
    pub(crate) fn start(self, host: &Host, players: Arc<Players>) -> Recorded {
        let host = host.downgrade();
        Recorded(thread::spawn(move || {
            let mut ended = Err(RecvTimeoutError::Timeout);
            while let Some(host) = host.upgrade() {
                match ended {
                    Ok(table) => note(record(&host, &players, &table)),
                    Err(RecvTimeoutError::Timeout) => note(record_all(&host, &players)),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                drop(host);
                ended = self.0.recv_timeout(CHECK);
            }
        }))
    }
}

/// The end of recording.
pub(crate) struct Recorded(JoinHandle<()>);

impl Recorded {
    /// Waits for it, with a time limit.
    pub(crate) fn wait(self, timeout: Duration) {
        let since = Instant::now();
        while !self.0.is_finished() && since.elapsed() < timeout {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

fn record_all(host: &Host, players: &Players) -> Result<(), PlayersError> {
    for table in players.unrecorded()? {
        record(host, players, &table)?;
    }
    Ok(())
}

/// Records a game if it is over and is not recorded.
pub(crate) fn record(host: &Host, players: &Players, table: &TableId) -> Result<(), PlayersError> {
    match host.digest(table) {
        Ok(game) if game.summary.state == TableState::Over => players.record(&game),
        Ok(_) => Ok(()),
        Err(ConnectError::Store(error)) => Err(error.into()),
        Err(error) => {
            warn!("the game of table {table} is not recorded: {error}");
            Ok(())
        }
    }
}

fn note(recorded: Result<(), PlayersError>) {
    if let Err(error) = recorded {
        warn!("games are not recorded: {error}");
    }
}
