//! Statements for both databases, for everything except the logs of tables.
//!
//! A statement names its values `$1`, `$2` and so on. They must first occur in that order, because `SQLite` numbers
//! them by their first occurrence. Columns are `TEXT`, `BIGINT` and `DOUBLE PRECISION`. So the code about players is
//! written and tested once for both.

mod postgres;
mod sqlite;

use std::sync::{Condvar, Mutex, PoisonError};

use host::StoreError;

pub(crate) use postgres::{PoolRuntime, PostgresConnection};
pub(crate) use sqlite::SqliteConnection;

/// A value of a statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(Option<String>),
    Int(Option<i64>),
    Real(f64),
    /// Nothing, in a column of any type.
    Null,
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(Some(text.to_owned()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(Some(text))
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Value::Text(Some(text.clone()))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Value::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Int(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Value::Int(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}

/// The values of a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::store::sql::Value::from($value)),*] };
}
pub(crate) use values;

/// A row of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row(Vec<Cell>);

#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Null,
    Text(String),
    Int(i64),
    Real(f64),
}

impl Row {
    /// A text; empty where there is none.
    pub(crate) fn text(&self, column: usize) -> &str {
        match self.0.get(column) {
            Some(Cell::Text(text)) => text,
            _ => "",
        }
    }

    /// A text, if there is one.
    pub(crate) fn text_if_any(&self, column: usize) -> Option<&str> {
        match self.0.get(column) {
            Some(Cell::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A whole number; 0 where there is none.
    pub(crate) fn int(&self, column: usize) -> i64 {
        self.int_if_any(column).unwrap_or(0)
    }

    /// A whole number, if there is one.
    pub(crate) fn int_if_any(&self, column: usize) -> Option<i64> {
        match self.0.get(column) {
            Some(Cell::Int(number)) => Some(*number),
            _ => None,
        }
    }

    /// A number; 0 where there is none.
    pub(crate) fn real(&self, column: usize) -> f64 {
        match self.0.get(column) {
            Some(Cell::Real(number)) => *number,
            Some(Cell::Int(number)) => *number as f64,
            _ => 0.0,
        }
    }

    /// The cells as values, to be written elsewhere.
    pub(crate) fn into_values(self) -> Vec<Value> {
        let value = |cell| match cell {
            Cell::Null => Value::Null,
            Cell::Text(text) => Value::from(text),
            Cell::Int(number) => Value::from(number),
            Cell::Real(number) => Value::from(number),
        };
        self.0.into_iter().map(value).collect()
    }
}

/// Whether a transaction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// The result of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Done,
    /// A conflict with another transaction; a retry may succeed.
    Again,
}

/// A connection to a database with serialisable transactions.
pub(crate) trait Connection: Send {
    fn begin(&mut self, access: Access) -> Result<(), StoreError>;

    /// Runs a statement of the transaction.
    fn run(&mut self, statement: &str, values: &[Value]) -> Result<Vec<Row>, StoreError>;

    fn commit(&mut self) -> Result<Ended, StoreError>;

    /// Ends the transaction without effect after a statement failed or the work was refused.
    fn roll_back(&mut self) -> Ended;

    /// Runs some statements without values, each ended by a semicolon.
    fn run_all(&mut self, statements: &str) -> Result<(), StoreError>;
}

/// Some connections to one database, each used by one thread at a time.
pub(crate) struct Pool {
    free: Mutex<Vec<Box<dyn Connection>>>,
    returned: Condvar,
}

impl Pool {
    /// A transaction is tried so many times.
    const TRIES: usize = 20;

    pub(crate) fn new(connections: Vec<Box<dyn Connection>>) -> Self {
        Pool {
            free: Mutex::new(connections),
            returned: Condvar::new(),
        }
    }

    /// Does some work in one transaction that may write, all or nothing. It may be done more than once.
    pub(crate) fn write<T, E: From<StoreError>>(
        &self,
        work: impl FnMut(&mut dyn Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        self.transact(Access::Write, work)
    }

    /// Reads something as it was at one moment.
    pub(crate) fn read<T, E: From<StoreError>>(
        &self,
        work: impl FnMut(&mut dyn Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        self.transact(Access::Read, work)
    }

    fn transact<T, E: From<StoreError>>(
        &self,
        access: Access,
        mut work: impl FnMut(&mut dyn Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut taken = self.take();
        let connection = taken.connection();
        let mut tries = 1;
        loop {
            connection.begin(access)?;
            match work(connection) {
                Ok(done) => match connection.commit()? {
                    Ended::Done => return Ok(done),
                    Ended::Again if tries < Pool::TRIES => {}
                    Ended::Again => return Err(busy().into()),
                },
                Err(error) => match connection.roll_back() {
                    Ended::Again if tries < Pool::TRIES => {}
                    Ended::Again | Ended::Done => return Err(error),
                },
            }
            tries += 1;
        }
    }

    fn take(&self) -> Taken<'_> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(connection) = free.pop() {
                return Taken {
                    pool: self,
                    connection: Some(connection),
                };
            }
            free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A connection that returns to its pool.
struct Taken<'a> {
    pool: &'a Pool,
    /// There until it is dropped.
    connection: Option<Box<dyn Connection>>,
}

impl Taken<'_> {
    fn connection(&mut self) -> &mut dyn Connection {
        self.connection.as_deref_mut().expect("it is there until it is dropped")
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut free = self.pool.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.extend(self.connection.take());
        self.pool.returned.notify_one();
    }
}

fn busy() -> StoreError {
    StoreError::Failed {
        place: "the database".to_owned(),
        fault: "others are changing the same rows".to_owned(),
    }
}
