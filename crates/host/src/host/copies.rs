//! Copies of games: named saves, and games that were read from files.

use play::{ImportedGame, Moment, Start};

use super::{Host, opening::envelope};
use crate::{
    BotBehaviour, Claimed, ConnectError, Envelope, Epoch, FORMAT, NewTable, Occupant, OpenError, PlayerId, Recorded,
    StoreError, StoredEvent, Summary, TableId, TableKind, TurnFact, TurnSetup, actor::Durability, any_table::AnyTable,
    store_worker::StoreRequest, worker::WorkerMessage,
};

/// Maximum number of characters in the name of a save.
const NAME: usize = 80;

impl Host {
    /// Stores a copy of a game as it is now under a name; it is listed with it.
    pub fn save_as(&self, table: &TableId, name: &str) -> Result<TableId, ConnectError> {
        let name: String = name.chars().filter(|letter| !letter.is_control()).take(NAME).collect();
        self.copy(table, Some(&name))
    }

    /// The table at which a stored game continues: its own, or a copy if it is a named save, which does not change.
    pub fn resume(&self, table: &TableId) -> Result<TableId, ConnectError> {
        if self.summary(table)?.save.is_none() {
            return Ok(table.clone());
        }
        self.copy(table, None)
    }

    fn copy(&self, table: &TableId, save: Option<&str>) -> Result<TableId, ConnectError> {
        let loaded = self.loaded(table)?;
        loop {
            let copy = TableId::numbered(fastrand::u64(..));
            let new = NewTable {
                table: copy.clone(),
                events: loaded.events.clone(),
                summary: Summary {
                    table: copy.clone(),
                    save: save.map(str::to_owned),
                    ..loaded.summary.clone()
                },
                tokens: Vec::new(),
                names: Vec::new(),
            };
            let created = self.ask(|reply| StoreRequest::Create {
                table: Box::new(new),
                reply,
            });
            match created.ok_or(ConnectError::Closing)? {
                Err(StoreError::Exists(_)) => {}
                Err(error) => return Err(error.into()),
                Ok(epoch) => {
                    let table = copy.clone();
                    self.shared().store(StoreRequest::Release { table, epoch });
                    return Ok(copy);
                }
            }
        }
    }

    /// Opens a table to view a game from a file; it is not stored and closes when the last viewer leaves.
    pub fn import(&self, game: &ImportedGame) -> Result<TableId, OpenError> {
        let table = TableId::numbered(fastrand::u64(..));
        let players = game.names.clone().map(|name| (PlayerId::random(), name));
        let names = players
            .iter()
            .filter_map(|(player, name)| Some((*player, name.clone()?)));
        self.shared().names.learn(names.collect::<Vec<_>>());
        let now = self.now();
        let record = &game.record;
        let start = record.position_text(0).unwrap_or_default();
        let setup = TurnSetup {
            format: FORMAT,
            game: record.game(),
            seats: players.map(|(player, _)| Occupant::Person(player)),
            start: Start::Text(start),
            control: None,
            seed: 0,
            behaviour: BotBehaviour::Brisk,
            recorded: game.result.map(|winner| Recorded {
                plies: record.plies(),
                winner,
            }),
        };
        // When it was played is not known here.
        let unknown = Moment(0);
        let mut events = vec![StoredEvent::encode(&envelope(TurnFact::Created(setup), unknown))];
        for (ply, seq) in (0..record.plies()).zip(2..) {
            let Some(played) = record.played(ply) else { break };
            events.push(StoredEvent::encode(&Envelope {
                seq,
                at: unknown,
                cause: None,
                event: TurnFact::Moved {
                    code: played.mv.code,
                    used: 0,
                },
            }));
        }
        let claimed = Claimed {
            epoch: Epoch(0),
            events,
            summary: Summary {
                table: table.clone(),
                game: record.game(),
                kind: TableKind::Turn,
                seats: Vec::new(),
                plies: 0,
                state: crate::TableState::Running,
                result: None,
                begun: now,
                touched: now,
                save: None,
                live: None,
                clock: None,
                visibility: crate::Visibility::Private,
            },
            names: Vec::new(),
        };
        let opened = AnyTable::open(self.shared().context(&table), Durability::Transient, &claimed, now);
        let any = opened.map_err(|error| {
            OpenError::Earlier(ConnectError::Log {
                table: table.clone(),
                error,
            })
        })?;
        self.worker(&table).send(WorkerMessage::Opened(Box::new(any)));
        Ok(table)
    }
}
