//! A connection to a `PostgreSQL` database.

use std::{future::Future, sync::Arc, time::Duration};

use host::{Flush, StoreError};
use tokio::{
    runtime::{Handle, Runtime},
    time::timeout,
};
use tokio_postgres::{
    Client,
    error::SqlState,
    types::{ToSql, Type},
};

use super::{Access, Cell, Connection, Ended, Row, Value};
use crate::store::postgres::{Database, Fault, Link};

/// How long an answer may take before the connection is given up.
const ANSWER: Duration = Duration::from_secs(4);

/// A connection that is made again when it breaks.
pub(crate) struct PostgresConnection {
    /// Runs the connection; shared by those of one pool.
    runtime: Arc<PoolRuntime>,
    link: Link,
    place: String,
    /// A conflict with another transaction.
    conflict: bool,
}

/// Runs the connections of a pool. A task may drop the last of them, where waiting for threads is not allowed.
pub(crate) struct PoolRuntime {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl PoolRuntime {
    pub(crate) fn new(runtime: Runtime) -> Self {
        PoolRuntime {
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        }
    }
}

impl Drop for PoolRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl PostgresConnection {
    pub(crate) fn new(runtime: Arc<PoolRuntime>, database: &Database) -> Self {
        PostgresConnection {
            runtime,
            link: Link::new(database.clone(), Flush::Now),
            place: database.place(),
            conflict: false,
        }
    }

    /// Asks the database once; a connection that does not answer is given up.
    fn ask<T>(&mut self, ask: impl AsyncFnOnce(&Client) -> Result<T, tokio_postgres::Error>) -> Result<T, StoreError> {
        let runtime = Arc::clone(&self.runtime);
        let link = &mut self.link;
        let answered: Result<T, Fault> = runtime.handle.block_on(async {
            let client = link.client().await?;
            within(ask(client)).await
        });
        answered.map_err(|fault| {
            if let Fault::Database(error) = &fault {
                let conflicts = [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED];
                self.conflict |= error.code().is_some_and(|code| conflicts.contains(code));
                if error.is_closed() {
                    self.link.cut();
                }
            } else {
                self.link.cut();
            }
            fault.at(&self.place)
        })
    }
}

async fn within<T>(answer: impl Future<Output = Result<T, tokio_postgres::Error>>) -> Result<T, Fault> {
    match timeout(ANSWER, answer).await {
        Ok(answered) => Ok(answered?),
        Err(_) => Err(Fault::Unknown("no answer".to_owned())),
    }
}

impl Connection for PostgresConnection {
    fn begin(&mut self, access: Access) -> Result<(), StoreError> {
        self.conflict = false;
        let begin = match access {
            Access::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Access::Write => "BEGIN ISOLATION LEVEL SERIALIZABLE",
        };
        // A connection may have been closed while nobody used it; the next one is new.
        if self.ask(async |client| client.batch_execute(begin).await).is_ok() {
            return Ok(());
        }
        self.link.cut();
        self.ask(async |client| client.batch_execute(begin).await)
    }

    fn run(&mut self, statement: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let rows = self.ask(async |client| {
            let typed: Vec<(&(dyn ToSql + Sync), Type)> = values.iter().map(typed).collect();
            client.query_typed(statement, &typed).await
        })?;
        Ok(rows.iter().map(row).collect())
    }

    fn commit(&mut self) -> Result<Ended, StoreError> {
        match self.ask(async |client| client.batch_execute("COMMIT").await) {
            Ok(()) => Ok(Ended::Done),
            Err(_) if self.conflict => Ok(Ended::Again),
            Err(error) => Err(error),
        }
    }

    fn roll_back(&mut self) -> Ended {
        let again = self.conflict;
        if self.ask(async |client| client.batch_execute("ROLLBACK").await).is_err() {
            self.link.cut();
        }
        if again { Ended::Again } else { Ended::Done }
    }

    fn run_all(&mut self, statements: &str) -> Result<(), StoreError> {
        self.ask(async |client| client.batch_execute(statements).await)
    }
}

fn typed(value: &Value) -> (&(dyn ToSql + Sync), Type) {
    match value {
        Value::Text(text) => (text, Type::TEXT),
        Value::Int(number) => (number, Type::INT8),
        Value::Real(number) => (number, Type::FLOAT8),
        // The database knows the type of the column.
        Value::Null => (&None::<String>, Type::UNKNOWN),
    }
}

fn row(row: &tokio_postgres::Row) -> Row {
    let cell = |(number, column): (usize, &tokio_postgres::Column)| match *column.type_() {
        Type::INT8 => row.get::<_, Option<i64>>(number).map_or(Cell::Null, Cell::Int),
        Type::INT4 => row
            .get::<_, Option<i32>>(number)
            .map_or(Cell::Null, |number| Cell::Int(number.into())),
        Type::FLOAT8 => row.get::<_, Option<f64>>(number).map_or(Cell::Null, Cell::Real),
        _ => row.get::<_, Option<String>>(number).map_or(Cell::Null, Cell::Text),
    };
    Row(row.columns().iter().enumerate().map(cell).collect())
}
