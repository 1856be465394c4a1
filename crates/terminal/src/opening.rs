//! What the program opens with, as the command line says.

use play::GameId;

use crate::{
    context::AppContext,
    form::{self, FieldId, Input},
    offered::OfferedGame,
    screens::{
        Screen,
        games::{self, Games},
    },
    setups::{BOT, LEVEL, MODEL, OPPONENT, OPPONENT_MODEL, POSITION, START, START_POSITION},
};

/// The first thing to see above the first screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// Nothing.
    #[default]
    Home,
    /// A new game.
    Game {
        /// Which.
        game: GameId,
        /// The spec of the bots; the usual one where none is given.
        level: Option<String>,
        /// The text of the start position.
        position: Option<String>,
    },
    /// The newest game that is not over.
    Continue,
    /// The games of a PGN file.
    Pgn(String),
}

impl Opening {
    pub(crate) fn screen(self, context: &mut AppContext) -> Result<Option<Box<dyn Screen>>, String> {
        Ok(match self {
            Opening::Home => None,
            Opening::Game { game, level, position } => Some(begin(context, game, level, position)?),
            Opening::Continue => match games::unfinished(&context.host) {
                Some(listing) => Some(games::resume(context, &listing)?),
                None => return Err("No game waits to be continued.".to_owned()),
            },
            Opening::Pgn(path) => Some(Games::open_file(&path, context)?),
        })
    }
}

/// Begins a game as its form says, with these answers in it.
fn begin(
    context: &mut AppContext,
    game: GameId,
    level: Option<String>,
    position: Option<String>,
) -> Result<Box<dyn Screen>, String> {
    let offered = OfferedGame::find(&context.host, game).ok_or_else(|| format!("There is no game {game}."))?;
    let setup = offered.setup();
    let mut answers = context.answers.get(&setup.name()).cloned().unwrap_or_default();
    if let Some(file) = level.as_deref().and_then(|level| level.strip_prefix("onnx:")) {
        answers.set(OPPONENT, OPPONENT_MODEL);
        answers.set(MODEL, file);
    } else if let Some(level) = level {
        if offered.levels().iter().all(|known| known.value != level) {
            return Err(format!("There is no level '{level}' in {}.", offered.name()));
        }
        answers.set(LEVEL, level.as_str());
        for seat in 0..4 {
            answers.set(FieldId(BOT, seat), level.as_str());
        }
    }
    if let Some(position) = position {
        let starts_at_positions = setup.fields(&answers).iter().any(|field| {
            let options = match &field.input {
                Input::Choice { options, .. } => options.as_slice(),
                Input::Text => &[],
            };
            field.id == START && options.iter().any(|option| option.value == START_POSITION)
        });
        if !starts_at_positions {
            return Err(format!("{} has one start position only.", offered.name()));
        }
        answers.set(START, START_POSITION);
        answers.set(POSITION, position);
    }
    context.answers.insert(setup.name(), answers);
    form::submit(&*setup, context)
}
