//! A saved live game.

use kungfu::{Board, Bout, Command, Deed, PieceId, Player, Record, Start};
use play::{Army, GameId, Moment};
use serde::Deserialize;

use super::{LegacyError, Log, Seats, Summary, TableState, Visibility, table};
use crate::{
    BotSpec, FORMAT, LiveAction, LiveFact, LiveSetup, NewTable, Occupant, PlayerId, SeatNumber, StopCause, TableId,
    TableKind,
};

/// The saved text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedGame {
    #[serde(rename = "format")]
    _format: u32,
    table: TableId,
    name: Option<String>,
    game: GameId,
    #[serde(rename = "sitters")]
    seats: Vec<SavedSeat>,
    begun: Moment,
    touched: Moment,
    record: Record,
    /// Premoves in the order in which they were given.
    #[serde(default)]
    waiting: Vec<SavedPremove>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase", tag = "is", content = "who")]
enum SavedSeat {
    Person(String),
    Bot(BotSpec),
    Free,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedPremove {
    player: Player,
    piece: PieceId,
    /// Row and column.
    to: [i32; 2],
}

pub(super) fn convert(
    text: &str,
    next: Option<TableId>,
    person: &dyn Fn(SeatNumber, Option<&str>) -> Option<PlayerId>,
) -> Result<NewTable, LegacyError> {
    let saved: SavedGame = serde_json::from_str(text)?;
    let record = &saved.record;
    let (board, speed) = (record.start.board(), record.start.speed());
    if record.version > kungfu::VERSION {
        return Err(LegacyError::Newer(record.version));
    }
    if record.start.pieces() != Start::usual(board, speed).pieces() {
        return Err(LegacyError::Fault("its armies are not the usual ones".to_owned()));
    }
    if saved.seats.len() != board.players().count() as usize {
        return Err(LegacyError::Fault("the board has another number of seats".to_owned()));
    }
    let mut seats = Seats::default();
    for seat in &saved.seats {
        match seat {
            SavedSeat::Person(name) => seats.push_person(Some(name), person),
            SavedSeat::Free => seats.push_person(None, person),
            SavedSeat::Bot(spec) => seats.occupants.push(Occupant::Bot(spec.clone())),
        }
    }
    let log = log(&saved, &seats, next)?;
    let summary = Summary {
        table: saved.table,
        game: saved.game,
        kind: TableKind::Live,
        seats: seats.occupants.clone(),
        plies: record.entries.len() as u32,
        state: match record.outcome {
            Some(_) => TableState::Over,
            None if seats.has_open() || record.ticks.0 == 0 => TableState::Waiting,
            None => TableState::Running,
        },
        result: record.outcome.map(|outcome| result(board, outcome.winner)),
        begun: saved.begun,
        touched: saved.touched,
        save: saved.name,
        live: Some((board, speed)),
        clock: None,
        visibility: Visibility::Private,
    };
    Ok(table(log, seats, summary))
}

fn log(saved: &SavedGame, seats: &Seats, next: Option<TableId>) -> Result<Log<LiveFact>, LegacyError> {
    let record = &saved.record;
    // Only ticks were noted, not the times of day; pauses make this too early and never too late.
    let at = |tick: u32| {
        let passed = u64::from(tick) * 1_000 / u64::from(kungfu::TICKS_A_SECOND);
        Moment(saved.begun.0.saturating_add(passed).min(saved.touched.0))
    };
    let slot = |piece: PieceId| -> Result<u16, LegacyError> {
        let slot = record.start.pieces().iter().position(|&known| known == piece);
        let slot = slot.ok_or_else(|| LegacyError::Fault(format!("there is no piece {piece}")))?;
        Ok(slot as u16)
    };
    let seat = |player: Player| SeatNumber(player.index() as u8);
    let mut log = Log::new();
    log.push(
        saved.begun,
        LiveFact::Created(LiveSetup {
            format: FORMAT,
            rules: record.version,
            board: record.start.board(),
            speed: record.start.speed(),
            seats: seats.occupants.clone(),
            seed: record.seed,
            scenario: None,
        }),
    );
    let last = record.ticks.0;
    let has_begun = last > 0 || !record.entries.is_empty();
    if has_begun {
        log.push(saved.begun, LiveFact::Started { tick: 0 });
    }
    for entry in &record.entries {
        let action = match entry.deed {
            Deed::Move { piece, to } => LiveAction::Go {
                piece: slot(piece)?,
                to: [i32::from(to.row()), i32::from(to.col())],
            },
            Deed::Resign => LiveAction::Resign,
            Deed::OfferDraw => LiveAction::OfferDraw,
        };
        let (tick, seat) = (entry.tick.0, seat(entry.player));
        log.push(at(tick), LiveFact::Acted { tick, seat, action });
    }
    if has_begun {
        log.push(saved.touched, LiveFact::Ticked { tick: last });
    }
    if record.outcome.is_none() {
        for premove in still_waiting(saved)? {
            let acted = LiveFact::Acted {
                tick: last,
                seat: seat(premove.player),
                action: LiveAction::Go {
                    piece: slot(premove.piece)?,
                    to: premove.to,
                },
            };
            log.push(saved.touched, acted);
        }
        if has_begun {
            let (tick, by) = (last, StopCause::Absence);
            log.push(saved.touched, LiveFact::Stopped { tick, by });
        }
    }
    if let Some(next) = next {
        log.push(saved.touched, LiveFact::Rematched { next });
    }
    Ok(log)
}

/// The premoves that the rules still accept. Version 0.1 saved those of captured pieces too and dropped them when the
/// game was opened.
fn still_waiting(saved: &SavedGame) -> Result<Vec<&SavedPremove>, LegacyError> {
    if saved.waiting.is_empty() {
        return Ok(Vec::new());
    }
    let mut bout = Bout::resume(saved.record.clone()).map_err(|error| LegacyError::Fault(error.to_string()))?;
    let accepted = saved.waiting.iter().filter(|premove| {
        let [row, col] = premove.to;
        let command = Command::new(premove.piece, row, col);
        bout.submit(premove.player, command).is_ok()
    });
    Ok(accepted.collect())
}

/// The result as lists show it; of four players the winner's army.
fn result(board: Board, winner: Option<Player>) -> String {
    match (board, winner) {
        (_, None) => "1/2-1/2",
        (Board::Standard, Some(Player::ONE)) => "1-0",
        (Board::Standard, Some(_)) => "0-1",
        (Board::Four, Some(player)) => Army::ALL[player.index()].name(),
    }
    .to_owned()
}
