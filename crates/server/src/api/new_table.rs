//! Converts the request for a table into a setup of the host.

use host::{
    BotBehaviour, BotSpec, GameSetup, LiveGameSetup, NewPlayer, NewTableSetup, Occupant, PlayerId, SeatNumber,
    TurnGameSetup, Visibility,
};
use play::{Control, GameId, ImportError, Registry, SketchError, Start, TimeControl, TimeControlError, UnknownGame};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use thiserror::Error;

use super::{
    account_error::AccountError,
    body::{LiveBoard, LiveTableRequest, MissionTableRequest, Mode, SideChoice, TurnTableRequest},
    who::new_player,
};
use crate::{
    levels,
    name::{DisplayName, NameError},
    players::Account,
    seats::NewTable,
};

/// Why a table cannot be opened as requested.
#[derive(Debug, Error)]
pub(crate) enum NewTableError {
    #[error("{0}")]
    Body(serde_json::Error),
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Clock(#[from] TimeControlError),
    #[error(transparent)]
    Rated(#[from] AccountError),
    #[error("name the second player")]
    NoOpponent,
    #[error("choose a level")]
    NoLevel,
    #[error("you can take one seat only")]
    TwoSeats,
    #[error("no level is called '{0}'")]
    UnknownLevel(String),
    #[error("no mission is called '{0}'")]
    UnknownMission(String),
    #[error("the file has no such game")]
    NoGame,
    #[error(transparent)]
    File(ImportError),
    #[error(transparent)]
    Sketch(SketchError),
}

/// The table that a body asks for; which fields it has depends on its game.
pub(super) fn read(body: &Value, registry: &Registry, account: Option<&Account>) -> Result<NewTable, NewTableError> {
    #[derive(Deserialize)]
    struct Named {
        game: String,
        mission: Option<Value>,
    }
    let Named { game, mission } = decode(body)?;
    if game == levels::LIVE_GAME.as_str() && mission.is_some() {
        return mission_table(&decode(body)?, account);
    }
    if game == levels::LIVE_GAME.as_str() {
        return live(&decode(body)?, account);
    }
    let game = registry.by_name(&game)?.id();
    turn(decode(body)?, game, registry, account)
}

fn decode<T: DeserializeOwned>(body: &Value) -> Result<T, NewTableError> {
    T::deserialize(body).map_err(NewTableError::Body)
}

fn turn(
    wanted: TurnTableRequest,
    game: GameId,
    registry: &Registry,
    account: Option<&Account>,
) -> Result<NewTable, NewTableError> {
    let player = new_player(account, &wanted.device, &wanted.name)?;
    if wanted.rated {
        if wanted.mode != Mode::Link || wanted.start.as_ref().is_some_and(|start| *start != Start::default()) {
            return Err(AccountError::NotRatable.into());
        }
        if game.as_str() == "chess" && wanted.clock.is_none() {
            return Err(AccountError::NeedsClock.into());
        }
        check_account(account)?;
    }
    let two = wanted.mode == Mode::Link;
    check_challenge(wanted.challenge.as_deref(), two, wanted.visibility)?;
    let first = Occupant::Person(player.player);
    let mut players = vec![player];
    let second = match wanted.mode {
        Mode::Here => {
            let name = wanted.opponent.as_deref().ok_or(NewTableError::NoOpponent)?;
            let second = NewPlayer {
                player: PlayerId::random(),
                name: Some(DisplayName::read(name)?.into_text()),
            };
            let occupant = Occupant::Person(second.player);
            players.push(second);
            occupant
        }
        Mode::Machine => {
            let level = wanted.level.as_deref().ok_or(NewTableError::NoLevel)?;
            if !levels::is_offered(registry, game, level) {
                return Err(unknown(level));
            }
            Occupant::Bot(BotSpec::stored(level))
        }
        Mode::Link => Occupant::Open,
    };
    let mut seats = [first, second];
    let swapped = match wanted.side {
        SideChoice::White => false,
        SideChoice::Black => true,
        SideChoice::Random => fastrand::bool(),
    };
    if swapped {
        seats.reverse();
    }
    let control = wanted.clock.as_deref().map(TimeControl::read_minutes).transpose()?;
    Ok(NewTable {
        own: own_seats(&seats),
        rated: wanted.rated,
        challenge: wanted.challenge,
        setup: NewTableSetup {
            visibility: wanted.visibility.unwrap_or_default(),
            game: GameSetup::Turn(TurnGameSetup {
                game,
                seats,
                start: wanted.start.unwrap_or_default(),
                control: control.map(Control::Clock),
                seed: fastrand::u64(..),
                behaviour: if wanted.brisk {
                    BotBehaviour::Brisk
                } else {
                    BotBehaviour::Human
                },
            }),
        },
        players,
    })
}

fn live(wanted: &LiveTableRequest, account: Option<&Account>) -> Result<NewTable, NewTableError> {
    let player = new_player(account, &wanted.device, &wanted.name)?;
    if wanted.rated {
        if wanted.seats.iter().any(|who| who != "you" && who != "link") || !wanted.seats.iter().any(|who| who == "you")
        {
            return Err(AccountError::NotRatable.into());
        }
        check_account(account)?;
    }
    let mut roles: Vec<&str> = wanted.seats.iter().map(String::as_str).collect();
    roles.sort_unstable();
    let two = roles == ["link", "you"];
    check_challenge(wanted.challenge.as_deref(), two, wanted.visibility)?;
    if wanted.seats.iter().filter(|who| *who == "you").count() > 1 {
        return Err(NewTableError::TwoSeats);
    }
    let occupant = |who: &String| match who.as_str() {
        "you" => Ok(Occupant::Person(player.player)),
        "link" => Ok(Occupant::Open),
        level if kungfu_bots::OFFERS.iter().any(|offer| offer.spec == level) => {
            Ok(Occupant::Bot(BotSpec::stored(level)))
        }
        level => Err(unknown(level)),
    };
    let seats: Vec<Occupant> = wanted.seats.iter().map(occupant).collect::<Result<_, _>>()?;
    Ok(NewTable {
        own: own_seats(&seats),
        rated: wanted.rated,
        challenge: wanted.challenge.clone(),
        setup: NewTableSetup {
            visibility: wanted.visibility.unwrap_or_default(),
            game: GameSetup::Live(LiveGameSetup {
                board: wanted.board.into(),
                speed: wanted.speed,
                seats,
                seed: fastrand::u64(..),
                scenario: None,
            }),
        },
        players: vec![player],
    })
}

fn mission_table(wanted: &MissionTableRequest, account: Option<&Account>) -> Result<NewTable, NewTableError> {
    let player = new_player(account, &wanted.device, &wanted.name)?;
    let unknown = || NewTableError::UnknownMission(wanted.mission.chars().take(40).collect());
    let mission = practice::mission(&wanted.mission).ok_or_else(unknown)?;
    let bots = mission
        .bots
        .iter()
        .map(|bot| Occupant::Bot(BotSpec::stored(bot.to_string())));
    let seats: Vec<Occupant> = [Occupant::Person(player.player)].into_iter().chain(bots).collect();
    Ok(NewTable {
        own: own_seats(&seats),
        rated: false,
        challenge: None,
        setup: NewTableSetup {
            visibility: Visibility::default(),
            game: GameSetup::Live(LiveGameSetup {
                board: mission.scenario.start.board(),
                speed: mission.scenario.start.speed(),
                seats,
                seed: mission.seed(),
                scenario: Some(Box::new(mission.scenario.clone())),
            }),
        },
        players: vec![player],
    })
}

/// A rated game is for accounts.
const fn check_account(account: Option<&Account>) -> Result<(), AccountError> {
    match account {
        Some(_) => Ok(()),
        None => Err(AccountError::NeedsAccount),
    }
}

/// A challenge is a game of two, whose open seat is not offered to others.
fn check_challenge(
    challenge: Option<&str>,
    is_for_two: bool,
    visibility: Option<Visibility>,
) -> Result<(), AccountError> {
    if challenge.is_some() && (!is_for_two || visibility == Some(Visibility::Public)) {
        return Err(AccountError::NotAChallenge);
    }
    Ok(())
}

/// The opener of the table gets the tokens of all people who have a seat from the start.
fn own_seats(seats: &[Occupant]) -> Vec<(SeatNumber, PlayerId)> {
    let seats = (0..).zip(seats);
    seats
        .filter_map(|(seat, occupant)| Some((SeatNumber(seat), occupant.person()?)))
        .collect()
}

fn unknown(level: &str) -> NewTableError {
    NewTableError::UnknownLevel(level.chars().take(40).collect())
}

impl From<LiveBoard> for kungfu::Board {
    fn from(board: LiveBoard) -> Self {
        match board {
            LiveBoard::Standard => kungfu::Board::Standard,
            LiveBoard::Four => kungfu::Board::Four,
        }
    }
}

impl From<kungfu::Board> for LiveBoard {
    fn from(board: kungfu::Board) -> Self {
        match board {
            kungfu::Board::Standard => LiveBoard::Standard,
            kungfu::Board::Four => LiveBoard::Four,
        }
    }
}
