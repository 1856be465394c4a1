//! Studies: connecting to one, and what one can be opened from.

use std::sync::mpsc::channel;

use play::{GameId, MoveTree};

use super::{Host, StudyClient, TableClient};
use crate::{
    ConnectError, Delivery, ExportError, OpenError, PlayerId, StudyMessage, TableId,
    actor::{Connect, What},
    any_table::AnyInput,
    worker::WorkerMessage,
};

/// What a study can be opened from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudySource {
    /// A tree of a game.
    Tree(GameId, Box<MoveTree>),
    /// The game or the study of a table. While others play there it cannot be studied.
    Table {
        /// The table.
        table: TableId,
        /// The requester.
        asking: Vec<PlayerId>,
    },
}

impl Host {
    /// Connects a client to a study; see [`Host::connect_turn`].
    pub fn connect_study(
        &self,
        table: &TableId,
        connect: Connect,
        mailbox: impl FnMut(StudyMessage) -> Delivery<StudyMessage> + Send + 'static,
    ) -> Result<StudyClient, ConnectError> {
        let viewer = self.next_viewer();
        let mailbox = Box::new(mailbox);
        self.seated(table, |reply| {
            AnyInput::Study(What::Connect {
                viewer,
                connect,
                mailbox,
                reply,
            })
        })?;
        Ok(TableClient::study(table.clone(), viewer, self.worker(table).clone()))
    }

    /// The game and the tree of a source.
    pub fn tree(&self, source: StudySource) -> Result<(GameId, MoveTree), OpenError> {
        match source {
            StudySource::Tree(game, tree) => Ok((game, *tree)),
            StudySource::Table { table, asking } => {
                let game = self.summary(&table)?.game;
                let tree = self.tree_of(&table, &asking).map_err(|error| match error {
                    ExportError::Table(error) => OpenError::Earlier(error),
                    ExportError::Refused(refusal) => OpenError::NotStudied(refusal),
                })?;
                Ok((game, tree))
            }
        }
    }

    fn tree_of(&self, table: &TableId, asking: &[PlayerId]) -> Result<MoveTree, ExportError> {
        let (reply, answer) = channel();
        let message = WorkerMessage::Tree {
            table: table.clone(),
            asking: asking.to_vec(),
            reply,
        };
        self.try_send(table, message)?;
        if let Some(tree) = answer.recv().map_err(|_| ConnectError::Closing)? {
            return tree.map_err(ExportError::Refused);
        }
        self.sleeping(table)?.tree(asking).map_err(ExportError::Refused)
    }
}
