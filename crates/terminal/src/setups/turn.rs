//! A new turn game: opponent, side, clock and start.

use std::{sync::Arc, time::Duration};

use host::{BotSpec, GameSetup, NewTableSetup, Occupant, SeatNumber, TurnGameSetup, Visibility};
use play::{Control, GameModule, Start, StartError, TimeControl};

use crate::{
    context::AppContext,
    form::{Answers, Field, FieldId, FieldOption, FormSpec},
    offered::OfferedGame,
    players::LocalPlayer,
    screens::{Screen, boxed, play::Play},
    visit::sentence,
};

/// Who plays against the person at the keyboard.
pub(crate) const OPPONENT: FieldId = FieldId::new("opponent");
/// The value of [`OPPONENT`] for a model.
pub(crate) const OPPONENT_MODEL: &str = "model";
/// The file of a model, with its parameters.
pub(crate) const MODEL: FieldId = FieldId::new("model");
/// The level of a bot, by its spec.
pub(crate) const LEVEL: FieldId = FieldId::new("level");
const PROGRAM: FieldId = FieldId::new("program");
const SIDE: FieldId = FieldId::new("side");
const CLOCK: FieldId = FieldId::new("clock");
/// Where the game begins.
pub(crate) const START: FieldId = FieldId::new("start");
/// The text of a start position.
pub(crate) const POSITION: FieldId = FieldId::new("position");
/// The level people begin with, in games that have one of this name; in others it is the weakest.
pub(super) const USUAL_LEVEL: &str = "medium";
/// The value of [`START`] for a position text.
pub(crate) const START_POSITION: &str = "position";
const NUMBER: FieldId = FieldId::new("number");

/// Clocks that can be chosen: minutes and seconds a move, or seconds for every move.
const CLOCKS: [(&str, &str); 10] = [
    ("none", "none"),
    ("1+0", "1 min"),
    ("3+2", "3 min + 2 s"),
    ("5+3", "5 min + 3 s"),
    ("10+5", "10 min + 5 s"),
    ("15+10", "15 min + 10 s"),
    ("30+20", "30 min + 20 s"),
    ("90+30", "90 min + 30 s"),
    ("10/move", "10 s a move"),
    ("60/move", "60 s a move"),
];

/// The form of a new turn game.
pub(crate) struct TurnSetup {
    module: Arc<dyn GameModule>,
    /// The highest number of a numbered start, if the game has any.
    last_number: Option<u16>,
    /// Whether a UCI program can play it.
    takes_programs: bool,
    /// Whether a model from a file can play it.
    takes_models: bool,
}

impl TurnSetup {
    pub(crate) fn new(module: Arc<dyn GameModule>) -> TurnSetup {
        let last_number = match module.begin(&Start::Numbered(u16::MAX)) {
            Err(StartError::Number { last, .. }) => Some(last),
            Ok(_) | Err(StartError::Position(_) | StartError::NotNumbered(_)) => None,
        };
        TurnSetup {
            takes_programs: module.read_bot("uci:program").is_ok(),
            takes_models: module.read_bot("onnx:model.onnx").is_ok(),
            module,
            last_number,
        }
    }

    fn level_field(&self) -> Field {
        let levels = OfferedGame::Turn(Arc::clone(&self.module)).levels();
        Field::choice(LEVEL, "Level", "", levels).usually(USUAL_LEVEL)
    }

    fn start_field(&self) -> Field {
        let mut starts = vec![FieldOption::new("usual", "the usual")];
        if let Some(last) = self.last_number {
            starts.push(FieldOption::new("numbered", format!("one of {}", u32::from(last) + 1)));
        }
        starts.push(FieldOption::new(START_POSITION, "a position"));
        let help = "The usual start, a position as text, or a numbered start where the game has them.";
        Field::choice(START, "Start", help, starts)
    }

    fn bot(&self, answers: &Answers) -> Result<BotSpec, String> {
        let text = match answers.get(OPPONENT) {
            "program" if answers.get(PROGRAM).is_empty() => return Err("Which program? Type its name.".to_owned()),
            "program" => format!("uci:{}", answers.get(PROGRAM)),
            OPPONENT_MODEL if answers.get(MODEL).is_empty() => return Err("Which model? Type its file.".to_owned()),
            OPPONENT_MODEL => format!("onnx:{}", answers.get(MODEL)),
            _ => answers.get(LEVEL).to_owned(),
        };
        self.module
            .read_bot(&text)
            .map_err(|error| sentence(&error.to_string()))
    }

    fn start(&self, answers: &Answers, context: &mut AppContext) -> Result<Start, String> {
        match (answers.get(START), self.last_number) {
            (START_POSITION, _) => match answers.get(POSITION) {
                "" => Err("Which position? Type or paste it.".to_owned()),
                text => Ok(Start::Text(text.to_owned())),
            },
            ("numbered", Some(last)) => match answers.get(NUMBER) {
                "" => Ok(Start::Numbered(context.random.u16(0..=last))),
                text => match text.parse() {
                    Ok(number) if number <= last => Ok(Start::Numbered(number)),
                    _ => Err(format!("'{text}' is not a number from 0 to {last}.")),
                },
            },
            _ => Ok(Start::Usual),
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
            FieldOption::new("bot", "a bot"),
            FieldOption::new("person", "a person, here"),
        ];
        let mut help = "A bot, or a person at this keyboard.";
        if self.takes_programs {
            opponents.push(FieldOption::new("program", "a UCI program"));
            help = "A bot, a person at this keyboard, or a program that speaks UCI.";
        }
        if self.takes_models {
            opponents.push(FieldOption::new(OPPONENT_MODEL, "a model (ONNX file)"));
        }
        let mut fields = vec![Field::choice(OPPONENT, "Opponent", help, opponents)];
        match answers.get(OPPONENT) {
            "person" => {}
            "program" => fields.push(Field::text(
                PROGRAM,
                "Program",
                "A UCI program, as in stockfish or stockfish?Skill Level=3&movetime=100.",
            )),
            OPPONENT_MODEL => fields.push(Field::text(
                MODEL,
                "Model",
                "The file of an ONNX model, as in maia.onnx or net.onnx?nodes=50.",
            )),
            _ => fields.push(self.level_field()),
        }
        if answers.get(OPPONENT) != "person" {
            let sides = [("white", "White"), ("black", "Black"), ("any", "either, at random")];
            let sides = sides.map(|(value, label)| FieldOption::new(value, label));
            let help = "The side you play; bots with White move at once.";
            fields.push(Field::choice(SIDE, "You play", help, Vec::from(sides)));
        }
        let clocks = CLOCKS.map(|(value, label)| FieldOption::new(value, label));
        let help = "Minutes for the game and seconds for every move.";
        fields.push(Field::choice(CLOCK, "Clock", help, Vec::from(clocks)));
        fields.push(self.start_field());
        match (answers.get(START), self.last_number) {
            (START_POSITION, _) => fields.push(Field::text(
                POSITION,
                "Position",
                "A FEN, or the position text of the game.",
            )),
            ("numbered", Some(last)) => {
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
            "person" => {
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
                control: control(answers.get(CLOCK)),
                seed: context.random.u64(..),
                behaviour: context.preferences.config.behaviour,
            }),
        };
        let players = [&context.players.you, &context.players.second].map(LocalPlayer::new_player);
        let table = context.host.create(&setup, &players, Vec::new());
        let table = table.map_err(|error| sentence(&error.to_string()))?;
        context.last_game = Some(self.module.id());
        Play::turn(context, &table, &seats).map(boxed)
    }
}

/// A clock by its value in [`CLOCKS`].
fn control(value: &str) -> Option<Control> {
    if let Some((minutes, seconds)) = value.split_once('+') {
        let (minutes, seconds) = (minutes.parse().ok()?, seconds.parse().ok()?);
        return Some(Control::Clock(TimeControl {
            base: Duration::from_mins(minutes),
            increment: Duration::from_secs(seconds),
        }));
    }
    let seconds = value.strip_suffix("/move")?.parse().ok()?;
    Some(Control::EachMove(Duration::from_secs(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clock_is_counted_and_named_alike() {
        for (value, label) in CLOCKS {
            let words = match control(value) {
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
}
