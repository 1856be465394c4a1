//! Copies the data about players from one database to another.

use host::StoreError;

use super::{Players, schema::TABLE_NAMES};
use crate::store::sql::{Row, values};

impl Players {
    /// Writes everything about players into another database that has the same games; what is there stays.
    pub(crate) fn move_to(&self, there: &Players) -> Result<(), StoreError> {
        for table in TABLE_NAMES {
            let rows = self.pool.read(|db| db.run(&format!("SELECT * FROM {table}"), &[]))?;
            there.pool.write(|db| {
                for row in &rows {
                    let values = row.clone().into_values();
                    let places: Vec<String> = (1..=values.len()).map(|number| format!("${number}")).collect();
                    let places = places.join(", ");
                    let insert = format!("INSERT INTO {table} VALUES ({places}) ON CONFLICT DO NOTHING");
                    db.run(&insert, &values)?;
                }
                Ok::<_, StoreError>(())
            })?;
        }
        let recorded: Vec<Row> = self
            .pool
            .read(|db| db.run("SELECT id FROM games WHERE recorded = 1", &[]))?;
        there.pool.write(|db| {
            for row in &recorded {
                db.run("UPDATE games SET recorded = 1 WHERE id = $1", values![row.text(0)])?;
            }
            Ok(())
        })
    }
}
