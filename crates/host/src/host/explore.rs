//! The explorer over games that were played here.

use play::{Explorer, GameModule};

use super::{Host, StudySource};
use crate::{PlayerId, TableId};

impl Host {
    /// Which moves were played at these tables. A table whose game is another or cannot be read, or that is still played
    /// by others, is left out.
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
