//! One connection to the database, with automatic reconnection.

use std::{collections::HashMap, time::Duration};

use host::{Flush, StoreError};
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::{Client, Row, Statement, error::SqlState, types::ToSql};
use tracing::{debug, warn};

use super::{
    TIMEOUT,
    database::{CONNECTING, Database},
};

/// The time limit for a response, after which the connection is dropped.
const ANSWER: Duration = Duration::from_secs(3);
/// Between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(100);

/// A statement's parameters.
pub(crate) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A connection with its prepared statements.
pub(crate) struct Link {
    database: Database,
    flush: Flush,
    open: Option<Open>,
}

struct Open {
    client: Client,
    statements: HashMap<&'static str, Statement>,
}

impl Link {
    /// Connects when it is first used.
    pub(crate) const fn new(database: Database, flush: Flush) -> Self {
        Link {
            database,
            flush,
            open: None,
        }
    }

    /// Runs a statement that may be run twice; repeats it until the database answers or the time is over.
    pub(crate) async fn ask(&mut self, statement: &'static str, values: Parameters<'_>) -> Result<Vec<Row>, Fault> {
        self.ask_for(TIMEOUT, statement, values).await
    }

    /// Runs a query once; its caller can ask again.
    pub(crate) async fn read(&mut self, statement: &'static str, values: Parameters<'_>) -> Result<Vec<Row>, Fault> {
        self.ask_for(Duration::from_secs(1), statement, values).await
    }

    /// Runs a statement once.
    pub(crate) async fn once(&mut self, statement: &'static str, values: Parameters<'_>) -> Result<Vec<Row>, Fault> {
        self.ask_for(Duration::ZERO, statement, values).await
    }

    /// Drops the connection; the next statement makes another.
    pub(crate) fn cut(&mut self) {
        self.open = None;
    }

    async fn ask_for(
        &mut self,
        longest: Duration,
        statement: &'static str,
        values: Parameters<'_>,
    ) -> Result<Vec<Row>, Fault> {
        let since = Instant::now();
        let mut sent = false;
        loop {
            let fault = match self.try_once(statement, values).await {
                Ok(rows) => return Ok(rows),
                Err(Attempt::Refused(error)) => return Err(Fault::Database(error)),
                Err(Attempt::NotSent(fault)) => fault,
                Err(Attempt::Unanswered(fault)) => {
                    sent = true;
                    fault
                }
            };
            // The rest of the connection cannot be used.
            self.open = None;
            if since.elapsed() >= longest {
                return Err(if sent {
                    Fault::Unknown(fault)
                } else {
                    Fault::Unreachable(fault)
                });
            }
            debug!("the database does not answer: {fault}");
            sleep(PAUSE).await;
        }
    }

    async fn try_once(&mut self, statement: &'static str, values: Parameters<'_>) -> Result<Vec<Row>, Attempt> {
        let open = self.opened().await.map_err(Attempt::NotSent)?;
        let prepared = if let Some(prepared) = open.statements.get(statement) {
            prepared.clone()
        } else {
            let prepared = timeout(ANSWER, open.client.prepare(statement)).await;
            let prepared = prepared.map_err(|_| Attempt::NotSent("no answer".to_owned()))?;
            let prepared = prepared.map_err(|error| Attempt::of(error, Attempt::NotSent))?;
            open.statements.insert(statement, prepared.clone());
            prepared
        };
        match timeout(ANSWER, open.client.query(&prepared, values)).await {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(error)) => Err(Attempt::of(error, Attempt::Unanswered)),
            Err(_) => Err(Attempt::Unanswered("no answer".to_owned())),
        }
    }

    /// The connection, made if there is none.
    async fn opened(&mut self) -> Result<&mut Open, String> {
        if self.open.as_ref().is_none_or(|open| open.client.is_closed()) {
            let client = timeout(CONNECTING, self.database.connect()).await;
            let client = client
                .map_err(|_| "no answer".to_owned())?
                .map_err(|error| words(&error))?;
            if self.flush == Flush::Soon {
                client
                    .batch_execute("SET synchronous_commit = off")
                    .await
                    .map_err(|error| words(&error))?;
            }
            self.open = Some(Open {
                client,
                statements: HashMap::new(),
            });
        }
        self.open.as_mut().ok_or_else(|| "no connection".to_owned())
    }

    /// The connection for several statements of one transaction.
    pub(crate) async fn client(&mut self) -> Result<&mut Client, Fault> {
        let opened = self.opened().await.map_err(Fault::Unreachable)?;
        Ok(&mut opened.client)
    }
}

/// Why a statement returned no rows.
enum Attempt {
    /// The database refuses it; asking again does not help.
    Refused(tokio_postgres::Error),
    NotSent(String),
    /// It is unknown whether it was executed.
    Unanswered(String),
}

impl Attempt {
    /// An error of the database itself, unless it is about to end; otherwise one of the connection.
    fn of(error: tokio_postgres::Error, broken: fn(String) -> Attempt) -> Attempt {
        let ends = [
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::READ_ONLY_SQL_TRANSACTION,
            SqlState::QUERY_CANCELED,
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::T_R_DEADLOCK_DETECTED,
        ];
        match error.code() {
            Some(code) if !ends.contains(code) => Attempt::Refused(error),
            _ => broken(words(&error)),
        }
    }
}

/// Why something could not be read or written.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The store refuses.
    Store(StoreError),
    /// The database refuses.
    Database(tokio_postgres::Error),
    /// Nothing was sent.
    Unreachable(String),
    /// It is unknown whether it was executed.
    Unknown(String),
    /// A column holds something that cannot be there.
    Column(serde_json::Error),
}

impl Fault {
    pub(crate) fn at(self, place: &str) -> StoreError {
        let place = place.to_owned();
        let fault = match self {
            Fault::Store(error) => return error,
            Fault::Unknown(fault) => {
                warn!("the database did not answer: {fault}");
                return StoreError::Unknown { place, fault };
            }
            Fault::Database(error) => words(&error),
            Fault::Unreachable(fault) => fault,
            Fault::Column(error) => format!("a column cannot be read: {error}"),
        };
        StoreError::Failed { place, fault }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Fault::Store(error)
    }
}

impl From<tokio_postgres::Error> for Fault {
    fn from(error: tokio_postgres::Error) -> Self {
        Fault::Database(error)
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Fault::Column(error)
    }
}

/// An error with what the database says; its own text leaves that out.
fn words(error: &tokio_postgres::Error) -> String {
    let cause = std::error::Error::source(error);
    cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}
