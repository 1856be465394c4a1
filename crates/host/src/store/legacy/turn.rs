//! A saved turn game.

use std::time::Duration;

use play::{Control, Fault, GameId, Moment, Side, Start, TimeControl};
use serde::Deserialize;

use super::{LegacyError, Log, Seats, Summary, TableState, Visibility, table};
use crate::{
    BotBehaviour, BotSpec, Ending, FORMAT, NewTable, Occupant, PlayerId, Recorded, SeatNumber, TableId, TableKind,
    TurnFact, TurnSetup,
};

/// The seat of a person.
const PERSON: &str = "human";

/// The saved text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedGame {
    #[serde(rename = "format")]
    _format: u32,
    table: TableId,
    name: Option<String>,
    #[serde(rename = "game")]
    _game: GameId,
    #[serde(rename = "sitters")]
    seats: [String; 2],
    names: [Option<String>; 2],
    start: String,
    control: Option<SavedControl>,
    seed: u64,
    #[serde(rename = "manners")]
    behaviour: BotBehaviour,
    begun: Moment,
    touched: Moment,
    turns: Vec<SavedMove>,
    /// Milliseconds used of the present move.
    used: u64,
    ending: Option<SavedEnding>,
    result: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMove {
    code: String,
    moment: Option<Moment>,
    /// What the player had left, in milliseconds.
    left: Option<u64>,
}

/// In milliseconds.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum SavedControl {
    Clock { base: u64, increment: u64 },
    EachMove { time: u64 },
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SavedEnding {
    Resigned(Side),
    Agreed,
    Claimed,
    Flagged(Side),
    Forfeited(Side, Fault),
    /// Recorded elsewhere.
    #[serde(rename = "told")]
    Winner(Option<Side>),
}

pub(super) fn convert(
    text: &str,
    game: GameId,
    next: Option<TableId>,
    person: &dyn Fn(SeatNumber, Option<&str>) -> Option<PlayerId>,
) -> Result<NewTable, LegacyError> {
    let saved: SavedGame = serde_json::from_str(text)?;
    let mut seats = Seats::default();
    for (seat, name) in saved.seats.iter().zip(&saved.names) {
        match seat.as_str() {
            PERSON => seats.push_person(name.as_deref(), person),
            bot => seats.occupants.push(Occupant::Bot(BotSpec::stored(bot))),
        }
    }
    let control = saved.control.map(accepted).transpose()?;
    let (ending, recorded) = match saved.ending {
        Some(SavedEnding::Winner(winner)) => {
            let plies = saved.turns.len();
            (None, Some(Recorded { plies, winner }))
        }
        Some(SavedEnding::Resigned(side)) => (Some(Ending::Resigned(side)), None),
        Some(SavedEnding::Agreed) => (Some(Ending::Agreed), None),
        Some(SavedEnding::Claimed) => (Some(Ending::Claimed), None),
        Some(SavedEnding::Flagged(side)) => (Some(Ending::Flagged(side)), None),
        Some(SavedEnding::Forfeited(side, fault)) => (Some(Ending::Forfeited(side, fault)), None),
        None => (None, None),
    };
    let mut log = Log::new();
    let [white, black] = [seats.occupants[0].clone(), seats.occupants[1].clone()];
    log.push(
        saved.begun,
        TurnFact::Created(TurnSetup {
            format: FORMAT,
            game,
            seats: [white, black],
            start: Start::Text(saved.start),
            control,
            seed: saved.seed,
            behaviour: saved.behaviour,
            recorded,
        }),
    );
    let plies = saved.turns.len() as u32;
    for (mv, used) in moves_with_used(saved.turns, control) {
        log.push(mv.moment.unwrap_or(Moment(0)), TurnFact::Moved { code: mv.code, used });
    }
    let ended_by_move = saved.result.is_some() && ending.is_none();
    if control.is_some() && saved.used > 0 && !ended_by_move {
        log.push(saved.touched, TurnFact::ClockStopped { used: saved.used });
    }
    if let Some(ending) = ending {
        log.push(saved.touched, TurnFact::Ended { ending });
    }
    if let Some(next) = next {
        log.push(saved.touched, TurnFact::Rematched { next });
    }
    let summary = Summary {
        table: saved.table,
        game,
        kind: TableKind::Turn,
        seats: seats.occupants.clone(),
        plies,
        state: match &saved.result {
            Some(_) => TableState::Over,
            None if seats.has_open() => TableState::Waiting,
            None => TableState::Running,
        },
        result: saved.result,
        begun: saved.begun,
        touched: saved.touched,
        save: saved.name,
        live: None,
        clock: None,
        visibility: Visibility::Private,
    };
    Ok(table(log, seats, summary))
}

/// A control within the present bounds. An earlier version accepted a base below the minimum, and the game could not be
/// opened again; such a base becomes the minimum.
fn accepted(saved: SavedControl) -> Result<Control, LegacyError> {
    let raised = |milliseconds: u64| Duration::from_millis(milliseconds).max(Control::SHORTEST);
    let control = match saved {
        SavedControl::Clock { base, increment } => Control::Clock(TimeControl {
            base: raised(base),
            increment: Duration::from_millis(increment),
        }),
        SavedControl::EachMove { time } => Control::EachMove(raised(time)),
    };
    control.checked().map_err(|error| LegacyError::Fault(error.to_string()))
}

/// The moves with the milliseconds they took. In both games the sides always alternate, and both clocks begin with the
/// same time, so it does not matter who began.
fn moves_with_used(moves: Vec<SavedMove>, control: Option<Control>) -> impl Iterator<Item = (SavedMove, u64)> {
    let (base, increment) = match control {
        Some(Control::Clock(control)) => (control.base.as_millis() as u64, control.increment.as_millis() as u64),
        Some(Control::EachMove(_)) | None => (0, 0),
    };
    let mut remaining = [base; 2];
    moves
        .into_iter()
        .zip([0, 1].into_iter().cycle())
        .map(move |(mv, side)| {
            let used = mv.left.map_or(0, |left| {
                let before: u64 = remaining[side];
                let used = before.saturating_add(increment).saturating_sub(left);
                // A move that was played was in time, if only by less than a millisecond.
                let used = used.min(before.saturating_sub(1));
                remaining[side] = (before - used).saturating_add(increment);
                used
            });
            (mv, used)
        })
}
