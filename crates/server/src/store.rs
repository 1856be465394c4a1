//! Where the server stores tables.

mod sqlite;

pub use sqlite::{SqliteStore, VacuumPolicy, Vacuumed};
