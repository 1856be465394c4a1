//! Where the server stores tables.

mod columns;
pub(crate) mod postgres;
mod sqlite;

pub use sqlite::{SqliteStore, VacuumPolicy, Vacuumed};
