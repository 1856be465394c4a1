//! From the table that somebody wants to a plan of the hall.

use bots::{BotSpec, Game, Sitter};
use hall::{Control, LiveBoard, LivePlan, LiveSitter, Manners, Plan, SeatNumber, Speed, Start};
use play::TimeControl;
use serde::Deserialize;
use utoipa::ToSchema;

use super::ApiError;
use crate::{levels, name::DisplayName};

/// A table somebody wants.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "game", rename_all = "lowercase")]
pub(crate) enum Wanted {
    Chess(Turns),
    Ransom(Turns),
    Kungfu(Live),
}

/// A game with turns that somebody wants.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Turns {
    mode: Mode,
    /// The bot, against the machine.
    level: Option<String>,
    #[serde(default)]
    side: Wish,
    /// The name of whoever asks.
    name: String,
    /// The name of the second person, for two at one screen.
    opponent: Option<String>,
    /// Minutes and seconds a move, as `5+3`; none without.
    clock: Option<String>,
    #[schema(value_type = Option<Object>)]
    start: Option<Start>,
}

/// A game without turns that somebody wants.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Live {
    board: Form,
    #[schema(value_type = String, example = "lightning")]
    speed: Speed,
    /// The name of whoever asks.
    name: String,
    /// For every seat of the board `you` (once at most), `link` (for whoever comes) or a bot.
    seats: Vec<String>,
}

/// The board of a game without turns.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Form {
    /// Eight by eight, for two.
    Standard,
    /// The cross, for four.
    Four,
}

/// With whom one plays.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// Two people at one screen.
    Here,
    /// Against a bot.
    Machine,
    /// With whoever opens the link.
    Link,
}

/// Which side one wants.
#[derive(Clone, Copy, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Wish {
    #[default]
    White,
    Black,
    Random,
}

/// A game about to be played, with turns or without.
pub(crate) enum Opening {
    Turns(Box<Plan>),
    Live(LivePlan),
}

impl Wanted {
    /// The game, and the seats of whoever asks.
    pub(super) fn opening(self) -> Result<(Opening, Vec<SeatNumber>), ApiError> {
        match self {
            Wanted::Chess(turns) => turns.opening(Game::Chess),
            Wanted::Ransom(turns) => turns.opening(Game::Ransom),
            Wanted::Kungfu(live) => live.opening(),
        }
    }
}

impl Turns {
    fn opening(self, game: Game) -> Result<(Opening, Vec<SeatNumber>), ApiError> {
        let name = DisplayName::read(&self.name)?.into_text();
        let black = match self.side {
            Wish::White => false,
            Wish::Black => true,
            Wish::Random => fastrand::bool(),
        };
        let own = SeatNumber(u8::from(black));
        let (other, other_name, seats) = match self.mode {
            Mode::Here => {
                let second = self.opponent.as_deref().ok_or(ApiError::NoOpponent)?;
                let both = vec![SeatNumber(0), SeatNumber(1)];
                (Sitter::Human, Some(DisplayName::read(second)?.into_text()), both)
            }
            Mode::Machine => {
                let level = self.level.as_deref().ok_or(ApiError::NoLevel)?;
                let known = levels::is_offered(game, level);
                let spec = BotSpec::read(game, level).ok().filter(|_| known);
                (Sitter::Bot(spec.ok_or_else(|| unknown(level))?), None, vec![own])
            }
            Mode::Link => (Sitter::Human, None, vec![own]),
        };
        let control = self.clock.as_deref().map(TimeControl::read_minutes).transpose()?;
        let mut sitters = [Sitter::Human, other];
        let mut names = [Some(name), other_name];
        if black {
            sitters.reverse();
            names.reverse();
        }
        let plan = Plan {
            game,
            sitters,
            names,
            start: self.start.unwrap_or_default(),
            control: control.map(Control::Clock),
            seed: fastrand::u64(..),
            manners: Manners::Human,
        };
        Ok((Opening::Turns(Box::new(plan)), seats))
    }
}

impl Live {
    fn opening(self) -> Result<(Opening, Vec<SeatNumber>), ApiError> {
        let name = DisplayName::read(&self.name)?.into_text();
        let own: Vec<SeatNumber> = (0..)
            .zip(&self.seats)
            .filter_map(|(seat, who)| (who == "you").then_some(SeatNumber(seat)))
            .collect();
        if own.len() > 1 {
            return Err(ApiError::TwoSeats);
        }
        let sitter = |who: &String| match who.as_str() {
            "you" => Ok(LiveSitter::Person(name.clone())),
            "link" => Ok(LiveSitter::Free),
            level => {
                let known = levels::is_offered(Game::Kungfu, level);
                let spec = level.parse().ok().filter(|_| known);
                spec.map(LiveSitter::Bot).ok_or_else(|| unknown(level))
            }
        };
        let plan = LivePlan {
            board: match self.board {
                Form::Standard => LiveBoard::Standard,
                Form::Four => LiveBoard::Four,
            },
            speed: self.speed,
            sitters: self.seats.iter().map(sitter).collect::<Result<_, _>>()?,
            seed: fastrand::u64(..),
        };
        Ok((Opening::Live(plan), own))
    }
}

fn unknown(level: &str) -> ApiError {
    ApiError::UnknownLevel(level.chars().take(40).collect())
}
