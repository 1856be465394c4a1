//! Where the server stores tables.

mod columns;
pub(crate) mod postgres;
pub(crate) mod sql;
mod sqlite;

pub(crate) use sqlite::existing_database;
pub use sqlite::{SqliteStore, VacuumPolicy, Vacuumed};
