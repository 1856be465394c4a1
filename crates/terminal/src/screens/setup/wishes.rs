//! What is wished for in a set-up, and the plan it becomes.

use std::time::Duration;

use bots::{BotSpec, Game, Sitter};
use hall::{Control, Plan, SeatNumber, Start, offered_bots};
use play::{OfferedBot, TimeControl};

use crate::{
    house::House,
    screens::{Screen, boxed, play::Play},
};

/// The wishes of a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wishes {
    pub(crate) game: Game,
    pub(crate) opponent: Opponent,
    /// Which of the bots that are offered.
    pub(crate) level: usize,
    /// What follows `uci:` for a guest.
    pub(crate) program: String,
    pub(crate) side: SideWish,
    /// Which of the timings.
    pub(crate) timing: usize,
    pub(crate) start: StartWish,
    /// A position or a number of Chess960.
    pub(crate) text: String,
}

/// Whom to play against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    Bot,
    Person,
    Guest,
}

/// Which side to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideWish {
    White,
    Black,
    Random,
}

/// Where to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartWish {
    Usual,
    Position,
    Chess960,
}

/// A way of counting time that is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timing {
    None,
    /// Minutes and seconds a move.
    Clock(u64, u64),
    /// Seconds for every move.
    EachMove(u64),
}

/// What is offered.
pub(crate) const TIMINGS: [Timing; 10] = [
    Timing::None,
    Timing::Clock(1, 0),
    Timing::Clock(3, 2),
    Timing::Clock(5, 3),
    Timing::Clock(10, 5),
    Timing::Clock(15, 10),
    Timing::Clock(30, 20),
    Timing::Clock(90, 30),
    Timing::EachMove(10),
    Timing::EachMove(60),
];

/// Which way a value is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    On,
    Back,
}

impl Turn {
    /// The place after or before `at` of `count`, round the ends.
    pub(crate) const fn of(self, at: usize, count: usize) -> usize {
        match self {
            Turn::On => (at + 1) % count,
            Turn::Back => (at + count - 1) % count,
        }
    }

    /// The value after or before `value` among all there are, round the ends.
    pub(crate) fn among<T: Copy + PartialEq>(self, all: &[T], value: T) -> T {
        let at = all.iter().position(|known| *known == value).unwrap_or(0);
        all[self.of(at, all.len())]
    }
}

impl Wishes {
    /// A game as most people want it: White against a bot that is not too strong, without a clock.
    pub(crate) fn usual(game: Game) -> Wishes {
        Wishes {
            game,
            opponent: Opponent::Bot,
            level: offered_bots(game)
                .iter()
                .position(|offer| offer.spec == "medium")
                .unwrap_or(0),
            program: String::new(),
            side: SideWish::White,
            timing: 0,
            start: StartWish::Usual,
            text: String::new(),
        }
    }

    /// The same against the bot of this spec.
    pub(crate) fn against(mut self, spec: &str) -> Result<Wishes, String> {
        let known = offered_bots(self.game).iter().position(|offer| offer.spec == spec);
        self.level = known.ok_or_else(|| {
            let names: Vec<&str> = offered_bots(self.game).iter().map(|offer| offer.spec).collect();
            format!(
                "there is no level '{spec}' in {}; known are {}",
                self.game,
                names.join(", ")
            )
        })?;
        Ok(self)
    }

    /// The same from a position.
    pub(crate) fn beginning_at(self, text: String) -> Wishes {
        Wishes {
            start: StartWish::Position,
            text,
            ..self
        }
    }

    /// Opens the table and sits down.
    pub(crate) fn begin(&self, house: &mut House) -> Result<Box<dyn Screen>, String> {
        let own = match self.side {
            SideWish::White => 0,
            SideWish::Black => 1,
            SideWish::Random => house.random.u8(0..2),
        };
        let (other, seats) = match self.opponent {
            Opponent::Person => (Sitter::Human, vec![SeatNumber(0), SeatNumber(1)]),
            Opponent::Bot | Opponent::Guest => (Sitter::Bot(self.spec()?), vec![SeatNumber(own)]),
        };
        let sitters = if own == 0 || self.opponent == Opponent::Person {
            [Sitter::Human, other]
        } else {
            [other, Sitter::Human]
        };
        let plan = Plan {
            game: self.game,
            sitters,
            names: [None, None],
            start: self.place(house)?,
            control: self.control(),
            seed: house.random.u64(..),
            manners: house.wardrobe.config.manners,
        };
        let table = house.hall.begin(plan).map_err(|error| error.to_string())?;
        Play::sit(house, &table, &seats).map(boxed)
    }

    fn spec(&self) -> Result<BotSpec, String> {
        let text = match self.opponent {
            Opponent::Guest if self.program.is_empty() => return Err("Which program? Type its name.".to_owned()),
            Opponent::Guest => format!("uci:{}", self.program),
            Opponent::Bot | Opponent::Person => self.offer().spec.to_owned(),
        };
        BotSpec::read(self.game, &text).map_err(|error| error.to_string())
    }

    fn place(&self, house: &mut House) -> Result<Start, String> {
        Ok(match self.start {
            StartWish::Usual => Start::Usual,
            StartWish::Position if self.text.is_empty() => return Err("Which position? Type or paste it.".to_owned()),
            StartWish::Position => Start::Text(self.text.clone()),
            StartWish::Chess960 if self.text.is_empty() => Start::Chess960(house.random.u16(0..960)),
            StartWish::Chess960 => match self.text.parse() {
                Ok(number @ 0..960) => Start::Chess960(number),
                _ => return Err(format!("'{}' is not a number from 0 to 959.", self.text)),
            },
        })
    }

    fn control(&self) -> Option<Control> {
        match TIMINGS[self.timing] {
            Timing::None => None,
            Timing::Clock(minutes, seconds) => Some(Control::Clock(TimeControl {
                base: Duration::from_mins(minutes),
                increment: Duration::from_secs(seconds),
            })),
            Timing::EachMove(seconds) => Some(Control::EachMove(Duration::from_secs(seconds))),
        }
    }

    pub(crate) fn next_opponent(&self, turn: Turn) -> Opponent {
        let all: &[Opponent] = match self.game {
            Game::Chess => &[Opponent::Bot, Opponent::Person, Opponent::Guest],
            Game::Ransom | Game::Kungfu => &[Opponent::Bot, Opponent::Person],
        };
        turn.among(all, self.opponent)
    }

    pub(crate) fn next_start(&self, turn: Turn) -> StartWish {
        let all: &[StartWish] = match self.game {
            Game::Chess => &[StartWish::Usual, StartWish::Chess960, StartWish::Position],
            Game::Ransom | Game::Kungfu => &[StartWish::Usual, StartWish::Position],
        };
        turn.among(all, self.start)
    }

    fn offer(&self) -> &'static OfferedBot {
        let all = offered_bots(self.game);
        &all[self.level.min(all.len() - 1)]
    }

    pub(crate) fn level_name(&self) -> &'static str {
        self.offer().name
    }

    pub(crate) fn level_words(&self) -> String {
        format!("{} {}.", self.offer().name, self.offer().words)
    }

    pub(crate) fn timing_words(&self) -> String {
        match TIMINGS[self.timing] {
            Timing::None => "none".to_owned(),
            Timing::Clock(minutes, 0) => format!("{minutes} min"),
            Timing::Clock(minutes, seconds) => format!("{minutes} min + {seconds} s"),
            Timing::EachMove(seconds) => format!("{seconds} s a move"),
        }
    }
}

impl Opponent {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Opponent::Bot => "a bot",
            Opponent::Person => "a person, here",
            Opponent::Guest => "a UCI program",
        }
    }
}

impl SideWish {
    pub(crate) fn next(self, turn: Turn) -> SideWish {
        turn.among(&[SideWish::White, SideWish::Black, SideWish::Random], self)
    }

    pub(crate) const fn words(self) -> &'static str {
        match self {
            SideWish::White => "White",
            SideWish::Black => "Black",
            SideWish::Random => "either, by lot",
        }
    }
}

impl StartWish {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            StartWish::Usual => "the usual",
            StartWish::Position => "a position",
            StartWish::Chess960 => "Chess960",
        }
    }
}
