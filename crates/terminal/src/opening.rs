//! The first screen by the command line.

use host::TableKind;
use play::{GameId, Side};

use crate::{
    context::AppContext,
    form::Answers,
    offered::OfferedGame,
    remote::RemoteHandle,
    screens::{Screen, boxed, file_games::FileGames, games, play::Play, study::Study},
    setups::{LiveSetup, TurnSetup},
};

/// The first thing to see above the first screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// Nothing: only the first screen.
    #[default]
    Home,
    /// A new game.
    Game(NewGame),
    /// The newest game that is not over.
    Continue,
    /// The games of a PGN file.
    Pgn(String),
    /// A table of a server.
    Remote(RemoteHandle),
}

/// A new game; what is not given is as it was last chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The game.
    pub game: GameId,
    /// The spec of the bots.
    pub level: Option<String>,
    /// The text of the start position.
    pub position: Option<String>,
    /// The number of the start position.
    pub number: Option<u16>,
    /// The side of the player.
    pub side: Option<Side>,
    /// The clock: minutes and seconds a move, as `5+3`, or `none`.
    pub clock: Option<String>,
}

impl NewGame {
    /// A new game, everything else as it was last chosen.
    pub const fn of(game: GameId) -> NewGame {
        NewGame {
            game,
            level: None,
            position: None,
            number: None,
            side: None,
            clock: None,
        }
    }
}

impl Opening {
    pub(crate) fn screen(self, context: &mut AppContext) -> Result<Option<Box<dyn Screen>>, String> {
        Ok(match self {
            Opening::Home => None,
            Opening::Game(new) => Some(begin(context, &new)?),
            Opening::Continue => match games::unfinished(&context.host, &context.players) {
                Some(listing) => Some(games::resume(context, &listing)?),
                None => return Err("No game waits to be continued.".to_owned()),
            },
            Opening::Pgn(path) => Some(boxed(FileGames::open(&path, context)?)),
            Opening::Remote(remote) => Some(join(context, &remote)?),
        })
    }
}

/// Joins a table of a server.
fn join(context: &mut AppContext, remote: &RemoteHandle) -> Result<Box<dyn Screen>, String> {
    context.remote = Some(remote.clone());
    let (table, seats) = (remote.0.table(), remote.0.seats());
    Ok(match remote.0.kind() {
        TableKind::Turn => Box::new(Play::turn(context, table, seats)?),
        TableKind::Live => Box::new(Play::live(context, table, seats)?),
        TableKind::Study => Box::new(Study::seated(context, table, seats)?),
    })
}

/// Begins a game as its form says, with these answers in it.
fn begin(context: &mut AppContext, new: &NewGame) -> Result<Box<dyn Screen>, String> {
    let offered =
        OfferedGame::find(&context.host, new.game).ok_or_else(|| format!("There is no game {}.", new.game))?;
    let setup = offered.setup();
    let mut answers: Answers = context.remembered.answers(&setup.name());
    match &offered {
        OfferedGame::Turn(_) => TurnSetup::answer(&mut answers, new, &offered)?,
        OfferedGame::Live => LiveSetup::answer(&mut answers, new)?,
    }
    setup.submit(&answers.completed(&*setup), context)
}
