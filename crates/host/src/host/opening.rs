//! How a table is created: its first event, its summary and its tokens are stored together, and then it is open.

use play::{Moment, Registry};

use super::Host;
use crate::{
    ConnectError, Envelope, FORMAT, GameSetup, LiveFact, NewPlayer, NewTable, NewTableSetup, Occupant, OpenError,
    PlayerId, SeatToken, StoreError, StoredEvent, StudyFact, StudyGameSetup, StudySetup, Summary, TableId, TableKind,
    TurnFact, TurnSetup, actor::Durability, any_table::AnyTable, live::LiveTable, store_worker::StoreRequest,
    worker::WorkerMessage,
};

impl Host {
    /// Opens a table under a code nobody has used. It is stored with its seat tokens when this returns.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "callers draw the tokens for this call alone"
    )]
    pub fn create(
        &self,
        setup: &NewTableSetup,
        players: &[NewPlayer],
        tokens: Vec<SeatToken>,
    ) -> Result<TableId, OpenError> {
        loop {
            let table = TableId::numbered(fastrand::u64(..));
            match self.create_as(&table, setup, players, tokens.clone()) {
                Err(OpenError::Store(StoreError::Exists(_))) => {}
                Err(error) => return Err(error),
                Ok(()) => return Ok(table),
            }
        }
    }

    /// Opens a table under a given code.
    pub(super) fn create_as(
        &self,
        table: &TableId,
        setup: &NewTableSetup,
        players: &[NewPlayer],
        tokens: Vec<SeatToken>,
    ) -> Result<(), OpenError> {
        let shared = self.shared();
        let (now, first) = (self.now(), first_event(&setup.game, &shared.registry)?);
        let event = match first {
            FirstEvent::Turn(fact) => StoredEvent::encode(&envelope(TurnFact::Created(*fact), now)),
            FirstEvent::Live(fact) => StoredEvent::encode(&envelope(fact, now)),
            FirstEvent::Study(fact) => StoredEvent::encode(&envelope(StudyFact::Created(fact), now)),
        };
        let names = players
            .iter()
            .filter_map(|player| Some((player.player, player.name.clone()?)));
        let names: Vec<(PlayerId, String)> = names.collect();
        shared.names.learn(names.clone());
        self.store_new(table, vec![event], setup, names, tokens)
    }

    /// Stores a new table and opens it.
    pub(super) fn store_new(
        &self,
        table: &TableId,
        events: Vec<StoredEvent>,
        setup: &NewTableSetup,
        names: Vec<(PlayerId, String)>,
        tokens: Vec<SeatToken>,
    ) -> Result<(), OpenError> {
        let shared = self.shared();
        let mut claimed = crate::Claimed {
            epoch: crate::Epoch(0),
            events,
            summary: blank_summary(table, setup, self.now()),
            names: Vec::new(),
        };
        let opened = |claimed: &crate::Claimed, durability| {
            AnyTable::open(shared.context(table), durability, claimed, self.now()).map_err(|error| {
                OpenError::Earlier(ConnectError::Log {
                    table: table.clone(),
                    error,
                })
            })
        };
        claimed.summary = Summary {
            visibility: setup.visibility,
            ..opened(&claimed, Durability::Transient)?.summary()
        };
        let new = NewTable {
            table: table.clone(),
            events: claimed.events.clone(),
            summary: claimed.summary.clone(),
            tokens,
            names,
        };
        let epoch = self
            .ask(|reply| StoreRequest::Create {
                table: Box::new(new),
                reply,
            })
            .ok_or(OpenError::Closing)??;
        let any = opened(&claimed, Durability::Stored(epoch))?;
        // It counts from now on, also while it waits for its worker.
        shared.opened(table);
        self.worker(table).send(WorkerMessage::Opened(Box::new(any)));
        Ok(())
    }
}

enum FirstEvent {
    Turn(Box<TurnSetup>),
    Live(LiveFact),
    Study(Box<StudySetup>),
}

/// The first event of a table, if its setup is possible.
fn first_event(setup: &GameSetup, registry: &Registry) -> Result<FirstEvent, OpenError> {
    match setup {
        GameSetup::Turn(setup) => {
            let module = registry.get(setup.game)?;
            module.begin(&setup.start)?;
            let seat = |occupant: &Occupant| match occupant {
                Occupant::Bot(spec) => {
                    let read = module
                        .read_bot(spec.as_str())
                        .map_err(|_| OpenError::Bot { spec: spec.clone() });
                    read.map(Occupant::Bot)
                }
                other => Ok(other.clone()),
            };
            let [white, black] = &setup.seats;
            Ok(FirstEvent::Turn(Box::new(TurnSetup {
                format: FORMAT,
                game: setup.game,
                seats: [seat(white)?, seat(black)?],
                start: setup.start.clone(),
                control: setup.control.map(play::Control::checked).transpose()?,
                seed: setup.seed,
                behaviour: setup.behaviour,
                recorded: None,
            })))
        }
        GameSetup::Live(setup) => LiveTable::first_fact(setup.clone()).map(FirstEvent::Live),
        GameSetup::Study(setup) => {
            let StudyGameSetup {
                game,
                opener,
                share,
                tree,
            } = (**setup).clone();
            let setup = StudySetup::checked(game, opener, share, tree, registry)?;
            Ok(FirstEvent::Study(Box::new(setup)))
        }
    }
}

pub(super) const fn envelope<E>(event: E, at: Moment) -> Envelope<E> {
    Envelope {
        seq: 1,
        at,
        cause: None,
        event,
    }
}

/// A summary that says which kind of table is to be opened; the table itself says the rest.
fn blank_summary(table: &TableId, setup: &NewTableSetup, now: Moment) -> Summary {
    let (game, kind) = match &setup.game {
        GameSetup::Turn(turn) => (turn.game, TableKind::Turn),
        GameSetup::Live(_) => (crate::live::GAME, TableKind::Live),
        GameSetup::Study(study) => (study.game, TableKind::Study),
    };
    Summary {
        table: table.clone(),
        game,
        kind,
        seats: setup.game.seats().to_vec(),
        plies: 0,
        state: crate::TableState::Waiting,
        result: None,
        begun: now,
        touched: now,
        save: None,
        live: None,
        clock: None,
        visibility: setup.visibility,
    }
}
