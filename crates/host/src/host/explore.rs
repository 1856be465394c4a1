//! The explorer for stored games.

use play::{Explorer, GameModule};

use super::{Host, StudySource};
use crate::{PlayerId, TableId};

impl Host {
    /// The moves played at these tables. Tables with another game, unreadable tables, and tables where others still
    /// play are skipped.
    pub fn explore(
        &self,
        module: &dyn GameModule,
        tables: impl IntoIterator<Item = TableId>,
        asking: &[PlayerId],
    ) -> Explorer {
        let mut trees = tables.into_iter().filter_map(|table| {
            let asking = asking.to_vec();
            let (game, tree) = self.tree(StudySource::Table { table, asking }).ok()?;
            (game == module.id()).then_some(tree)
        });
        module.explore(&mut trees)
    }
}
