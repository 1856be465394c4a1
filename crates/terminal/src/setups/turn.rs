//! A new turn game: opponent, side, clock and start.

use std::{sync::Arc, time::Duration};

use host::{BotSpec, GameSetup, NewTableSetup, Occupant, SeatNumber, TurnGameSetup, Visibility};
use play::{Control, GameModule, GameVariant, Side, Start, StartError, TimeControl};

use super::guests::{self, Guest};
use crate::{
    context::AppContext,
    form::{Answers, Field, FieldId, FieldOption, FormSpec, Trial},
    offered::OfferedGame,
    opening::NewGame,
    players::LocalPlayer,
    screens::{Screen, boxed, play::Play},
    visit::sentence,
};

/// Who plays against the person at the keyboard.
pub(crate) const OPPONENT: FieldId = FieldId::new("opponent");
/// The level of a bot, by its spec.
pub(super) const LEVEL: FieldId = FieldId::new("level");
const SIDE: FieldId = FieldId::new("side");
const CLOCK: FieldId = FieldId::new("clock");
/// Where the game begins.
pub(crate) const START: FieldId = FieldId::new("start");
/// The text of a start position.
pub(crate) const POSITION: FieldId = FieldId::new("position");
/// A clock of one's own.
const OWN_CLOCK: FieldId = FieldId::new("own-clock");
/// The value of [`START`] for a position text.
pub(crate) const START_POSITION: &str = "position";
const NUMBER: FieldId = FieldId::new("number");
/// The value of [`START`] for a numbered start.
const NUMBERED: &str = "numbered";
/// The value of [`OPPONENT`] for a rung of the ladder.
const BOT: &str = "bot";
/// The value of [`OPPONENT`] for a person at this keyboard.
const PERSON: &str = "person";
/// The seat under which the one guest of a game is named.
const GUEST_SEAT: u8 = 0;

/// Clocks that can be chosen: minutes and seconds a move, or seconds for every move.
const CLOCKS: [(&str, &str); 13] = [
    ("none", "none"),
    ("1+0", "1 min"),
    ("3+0", "3 min"),
    ("3+2", "3 min + 2 s"),
    ("5+0", "5 min"),
    ("5+3", "5 min + 3 s"),
    ("10+0", "10 min"),
    ("10+5", "10 min + 5 s"),
    ("15+10", "15 min + 10 s"),
    ("30+20", "30 min + 20 s"),
    ("90+30", "90 min + 30 s"),
    ("10/move", "10 s a move"),
    ("60/move", "60 s a move"),
];

/// The value of [`CLOCK`] for a clock of one's own.
const OWN: &str = "own";

/// The form of a new turn game.
pub(crate) struct TurnSetup {
    module: Arc<dyn GameModule>,
    /// The highest number of a numbered start, if the game has any.
    last_number: Option<u16>,
}

impl TurnSetup {
    pub(crate) fn new(module: Arc<dyn GameModule>) -> TurnSetup {
        let last_number = match module.begin(&Start::Numbered(u16::MAX)) {
            Err(StartError::Number { last, .. }) => Some(last),
            Ok(_) | Err(StartError::Position(_) | StartError::NotNumbered(_)) => None,
        };
        TurnSetup { module, last_number }
    }

    fn level_field(&self) -> Field {
        let game = OfferedGame::Turn(Arc::clone(&self.module));
        Field::choice(LEVEL, "Level", "", game.levels()).usually(game.usual_level())
    }

    /// Puts what the command line says into the answers.
    pub(crate) fn answer(answers: &mut Answers, new: &NewGame, game: &OfferedGame) -> Result<(), String> {
        if let Some(level) = &new.level {
            let spec = game.read_bot(level)?;
            if game.ladder().get(spec.as_str()).is_some() {
                answers.set(OPPONENT, BOT);
                answers.set(LEVEL, spec.as_str());
            } else {
                answers.set(OPPONENT, Guest::Text.value());
                answers.set(Guest::Text.field_id(GUEST_SEAT), spec.as_str());
            }
        }
        if let Some(position) = &new.position {
            answers.set(START, START_POSITION);
            answers.set(POSITION, position.as_str());
        }
        if let (Some(number), OfferedGame::Turn(module)) = (new.number, game) {
            let begun = module.begin(&Start::Numbered(number));
            begun.map_err(|error| sentence(&error.to_string()))?;
            answers.set(START, NUMBERED);
            answers.set(NUMBER, number.to_string());
        }
        if let Some(side) = new.side {
            let side = match side {
                Side::White => "white",
                Side::Black => "black",
            };
            answers.set(SIDE, side);
        }
        if let Some(clock) = &new.clock {
            let is_listed = CLOCKS.iter().any(|(value, _)| value == clock);
            answers.set(CLOCK, if is_listed { clock } else { OWN });
            answers.set(OWN_CLOCK, clock.as_str());
            control(answers)?;
        }
        Ok(())
    }

    /// The same game against another level.
    pub(crate) fn answer_level(answers: &mut Answers, spec: &str) {
        answers.set(OPPONENT, BOT);
        answers.set(LEVEL, spec);
    }

    fn start_field(&self, answers: &Answers) -> Field {
        let mut starts = vec![FieldOption::new("usual", "the usual")];
        if let Some(last) = self.last_number {
            starts.push(FieldOption::new(
                NUMBERED,
                format!("one of {} (Chess960)", u32::from(last) + 1),
            ));
        }
        let variants = self.module.variants().iter();
        starts.extend(variants.map(|variant| FieldOption::new(variant.id, variant.name)));
        starts.push(FieldOption::new(START_POSITION, "a position"));
        let chosen = self
            .variant(answers)
            .map(|variant| format!("{}: {}.", variant.name, variant.words));
        let help = chosen.unwrap_or_else(|| {
            "The usual start, a variant or a numbered start where the game has them, or a position as text.".to_owned()
        });
        Field::choice(START, "Start", &help, starts)
    }

    /// The variant that is chosen as the start.
    fn variant(&self, answers: &Answers) -> Option<&'static GameVariant> {
        let chosen = answers.get(START);
        self.module.variants().iter().find(|variant| variant.id == chosen)
    }

    fn bot(&self, answers: &Answers) -> Result<BotSpec, String> {
        if let Some(guest) = Guest::chosen(answers.get(OPPONENT)) {
            return guest.read(GUEST_SEAT, answers, self.module.as_ref());
        }
        let level = self.module.read_bot(answers.get(LEVEL));
        level.map_err(|error| sentence(&error.to_string()))
    }

    fn start(&self, answers: &Answers, context: &mut AppContext) -> Result<Start, String> {
        match (answers.get(START), self.last_number) {
            (START_POSITION, _) => match answers.get(POSITION) {
                "" => Err("Which position? Type or paste it.".to_owned()),
                text => Ok(Start::Text(text.to_owned())),
            },
            (NUMBERED, Some(last)) => match answers.get(NUMBER) {
                "" => Ok(Start::Numbered(context.random.u16(0..=last))),
                text => match text.parse() {
                    Ok(number) if number <= last => Ok(Start::Numbered(number)),
                    _ => Err(format!("'{text}' is not a number from 0 to {last}.")),
                },
            },
            _ => Ok(self
                .variant(answers)
                .map_or(Start::Usual, |variant| Start::Text(variant.start.to_owned()))),
        }
    }
}

impl FormSpec for TurnSetup {
    fn name(&self) -> String {
        self.module.id().to_string()
    }

    fn title(&self) -> String {
        format!("New game: {}", self.module.name())
    }

    fn fields(&self, answers: &Answers) -> Vec<Field> {
        let mut opponents = vec![
            FieldOption::new(BOT, "a bot"),
            FieldOption::new(PERSON, "a person, here"),
        ];
        opponents.extend(Guest::options(self.module.as_ref()));
        let help = "A bot, a person at this keyboard, or a bot from elsewhere.";
        let mut fields = vec![Field::choice(OPPONENT, "Opponent", help, opponents)];
        match (answers.get(OPPONENT), Guest::chosen(answers.get(OPPONENT))) {
            (PERSON, _) => {}
            (_, Some(guest)) => fields.push(guest.field(GUEST_SEAT)),
            (_, None) => fields.push(self.level_field()),
        }
        if answers.get(OPPONENT) != PERSON {
            let sides = [("white", "White"), ("black", "Black"), ("any", "either, at random")];
            let sides = sides.map(|(value, label)| FieldOption::new(value, label));
            let help = "The side you play; bots with White move at once.";
            fields.push(Field::choice(SIDE, "You play", help, Vec::from(sides)));
        }
        let clocks = CLOCKS.map(|(value, label)| FieldOption::new(value, label));
        let own = FieldOption::new(OWN, "your own");
        let help = "Minutes for the game and seconds for every move.";
        fields.push(Field::choice(
            CLOCK,
            "Clock",
            help,
            clocks.into_iter().chain([own]).collect(),
        ));
        if answers.get(CLOCK) == OWN {
            let help = "Minutes and seconds a move, such as 7+4 or 0.5+1; or seconds for every move, such as 20/move.";
            fields.push(Field::text(OWN_CLOCK, "Time", help));
        }
        fields.push(self.start_field(answers));
        match (answers.get(START), self.last_number) {
            (START_POSITION, _) => fields.push(Field::text(
                POSITION,
                "Position",
                "A FEN, or the position text of the game.",
            )),
            (NUMBERED, Some(last)) => {
                let help = format!("0 to {last}; empty for any of them.");
                fields.push(Field::text(NUMBER, "Number", &help));
            }
            _ => {}
        }
        fields
    }

    fn submit(&self, answers: &Answers, context: &mut AppContext) -> Result<Box<dyn Screen>, String> {
        let own = match answers.get(SIDE) {
            "black" => 1,
            "any" => context.random.u8(0..2),
            _ => 0,
        };
        let you = Occupant::Person(context.players.you.id);
        let (occupants, seats) = match answers.get(OPPONENT) {
            PERSON => {
                let second = Occupant::Person(context.players.second.id);
                ([you, second], vec![SeatNumber(0), SeatNumber(1)])
            }
            _ if own == 0 => ([you, Occupant::Bot(self.bot(answers)?)], vec![SeatNumber(0)]),
            _ => ([Occupant::Bot(self.bot(answers)?), you], vec![SeatNumber(1)]),
        };
        let setup = NewTableSetup {
            visibility: Visibility::Private,
            game: GameSetup::Turn(TurnGameSetup {
                game: self.module.id(),
                seats: occupants,
                start: self.start(answers, context)?,
                control: control(answers)?,
                seed: context.random.u64(..),
                behaviour: context.preferences.config.behaviour,
            }),
        };
        let players = [&context.players.you, &context.players.second].map(LocalPlayer::new_player);
        let table = context.host.create(&setup, &players, Vec::new());
        let table = table.map_err(|error| sentence(&error.to_string()))?;
        context.remember(&self.name(), &self.remembered(answers), Some(self.module.id()));
        Play::turn(context, &table, &seats).map(boxed)
    }

    /// A start position is for one game; a variant stays chosen.
    fn remembered(&self, answers: &Answers) -> Answers {
        let mut remembered = answers.clone();
        if self.variant(answers).is_none() {
            remembered.set(START, "usual");
        }
        remembered
    }

    /// A program is started, and a model is read, once before the game begins.
    fn trial(&self, answers: &Answers) -> Option<Trial> {
        let spec = self.bot(answers).ok().filter(|_| answers.get(OPPONENT) != PERSON)?;
        guests::trial(&self.module, &[spec])
    }
}

/// The clock that was chosen.
fn control(answers: &Answers) -> Result<Option<Control>, String> {
    match answers.get(CLOCK) {
        OWN if answers.get(OWN_CLOCK).is_empty() => Err("Which clock? Type it as 7+4.".to_owned()),
        OWN => read_control(answers.get(OWN_CLOCK)),
        value => read_control(value),
    }
}

/// A clock as text: `5+3` in minutes and seconds, `10/move` in seconds, `none`.
fn read_control(text: &str) -> Result<Option<Control>, String> {
    let words = |error: &dyn std::fmt::Display| sentence(&error.to_string());
    let control = match text.strip_suffix("/move") {
        Some(seconds) => {
            let seconds = seconds
                .trim()
                .parse()
                .ok()
                .filter(|seconds| (0.1..1e7).contains(seconds));
            let seconds = seconds.ok_or_else(|| format!("'{text}' is no time for a move; type it as 20/move."))?;
            Control::EachMove(Duration::from_secs_f64(seconds))
        }
        None if text.is_empty() || text == "none" => return Ok(None),
        None => Control::Clock(TimeControl::read_minutes(text).map_err(|error| words(&error))?),
    };
    control.checked().map(Some).map_err(|error| words(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clock_is_counted_and_named_alike() {
        for (value, label) in CLOCKS {
            let words = match read_control(value).unwrap() {
                None => "none".to_owned(),
                Some(Control::EachMove(time)) => format!("{} s a move", time.as_secs()),
                Some(Control::Clock(TimeControl { base, increment })) => {
                    match (base.as_secs() / 60, increment.as_secs()) {
                        (minutes, 0) => format!("{minutes} min"),
                        (minutes, seconds) => format!("{minutes} min + {seconds} s"),
                    }
                }
            };
            assert_eq!(words, label);
        }
    }

    #[test]
    fn a_clock_of_ones_own_is_read_or_refused_with_a_reason() {
        let base = |text| match read_control(text) {
            Ok(Some(Control::Clock(clock))) => Some((clock.base.as_secs(), clock.increment.as_secs())),
            _ => None,
        };
        assert_eq!(base("7+4"), Some((420, 4)));
        assert_eq!(base("0.5+1"), Some((30, 1)));
        assert_eq!(
            read_control("20/move"),
            Ok(Some(Control::EachMove(Duration::from_secs(20))))
        );
        for text in ["soon", "0+0", "-1+3", "x/move", "0/move", "9999999999+1"] {
            assert!(read_control(text).is_err(), "{text}");
        }
    }
}
