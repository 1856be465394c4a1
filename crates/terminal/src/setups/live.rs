//! A new live game: board, speed, the player's own seat, and the bots on the others.

use host::{BotSpec, GameSetup, LiveBoard, LiveGameSetup, NewTableSetup, Occupant, SeatNumber, Speed, Visibility};
use play::Army;

use crate::{
    context::AppContext,
    form::{Answers, Field, FieldId, FieldOption, FormSpec},
    offered::OfferedGame,
    opening::NewGame,
    screens::{Screen, boxed, play::Play},
    visit::sentence,
};

const BOARD: FieldId = FieldId::new("board");
const SPEED: FieldId = FieldId::new("speed");
const OWN: FieldId = FieldId::new("own");
/// The name of the fields for bots, numbered by their seats.
const BOT: &str = "bot";

/// The form of a new live game.
pub(crate) struct LiveSetup;

impl FormSpec for LiveSetup {
    fn name(&self) -> String {
        kungfu_bots::GAME.to_string()
    }

    fn title(&self) -> String {
        format!("New game: {}", OfferedGame::Live.name())
    }

    fn fields(&self, answers: &Answers) -> Vec<Field> {
        let board = board(answers);
        let sides = sides(board);
        let own = sides.iter().enumerate();
        let mut own: Vec<FieldOption> = own
            .map(|(seat, side)| FieldOption::new(seat.to_string(), *side))
            .collect();
        own.push(FieldOption::new("any", "any, at random"));
        own.push(FieldOption::new("none", "nobody: watch"));
        let mut fields = vec![
            board_field(),
            speed_field(),
            Field::choice(OWN, "You play", "Your army is always below.", own),
        ];
        for (seat, side) in (0..).zip(sides) {
            if answers.get(OWN) != seat.to_string() {
                let id = FieldId(BOT, seat);
                let mut levels = OfferedGame::Live.levels();
                // A bot that is no rung of the ladder came from the command line.
                if let Ok(spec) = OfferedGame::Live.read_bot(answers.get(id))
                    && levels.iter().all(|level| level.value != spec.as_str())
                {
                    levels.push(FieldOption::new(spec.as_str(), spec.as_str()));
                }
                fields.push(Field::choice(id, side, "", levels).usually(OfferedGame::Live.usual_level()));
            }
        }
        fields
    }

    fn submit(&self, answers: &Answers, context: &mut AppContext) -> Result<Box<dyn Screen>, String> {
        let board = board(answers);
        let count = sides(board).len() as u8;
        let own = match answers.get(OWN) {
            "any" => Some(context.random.u8(0..count)),
            seat => seat.parse().ok(),
        };
        // A seat that is drawn at random has a bot in the form too; the player takes its place.
        let occupants = (0..count).map(|seat| {
            if own == Some(seat) {
                Occupant::Person(context.players.you.id)
            } else {
                Occupant::Bot(BotSpec::stored(answers.get(FieldId(BOT, seat))))
            }
        });
        let setup = NewTableSetup {
            visibility: Visibility::Private,
            game: GameSetup::Live(LiveGameSetup {
                board,
                speed: speed(answers),
                seats: occupants.collect(),
                seed: context.random.u64(..),
                scenario: None,
            }),
        };
        let players = [context.players.you.new_player()];
        let table = context.host.create(&setup, &players, Vec::new());
        let table = table.map_err(|error| sentence(&error.to_string()))?;
        context.remember(&self.name(), answers, Some(kungfu_bots::GAME));
        let seats: Vec<SeatNumber> = own.into_iter().map(SeatNumber).collect();
        Play::live(context, &table, &seats).map(boxed)
    }
}

impl LiveSetup {
    /// Puts what the command line says into the answers.
    pub(crate) fn answer(answers: &mut Answers, new: &NewGame) -> Result<(), String> {
        if new.position.is_some() || new.number.is_some() {
            return Err(format!("{} has one start position only.", OfferedGame::Live.name()));
        }
        if new.clock.is_some() {
            return Err(format!("{} has no clock.", OfferedGame::Live.name()));
        }
        if let Some(level) = &new.level {
            let spec = OfferedGame::Live.read_bot(level)?;
            LiveSetup::answer_level(answers, spec.as_str());
        }
        if let Some(side) = new.side {
            answers.set(OWN, side.index().to_string());
        }
        Ok(())
    }

    /// The same game against bots of another level.
    pub(crate) fn answer_level(answers: &mut Answers, spec: &str) {
        for seat in 0..4 {
            answers.set(FieldId(BOT, seat), spec);
        }
    }
}

/// The names of the sides of a board.
fn sides(board: LiveBoard) -> Vec<&'static str> {
    match board {
        LiveBoard::Standard => vec!["White", "Black"],
        LiveBoard::Four => Army::ALL.iter().map(|army| army.name()).collect(),
    }
}

/// The field for the board, the same in every form.
pub(super) fn board_field() -> Field {
    let boards = LiveBoard::ALL.map(|board| {
        let label = match board {
            LiveBoard::Standard => "8 by 8, for two",
            LiveBoard::Four => "the cross, for four",
        };
        FieldOption::new(board.to_string(), label)
    });
    let help = "Two armies on the usual board, or four on a cross.";
    Field::choice(BOARD, "Board", help, Vec::from(boards))
}

/// The field for the speed, the same in every form.
pub(super) fn speed_field() -> Field {
    let speeds = Speed::ALL.map(|speed| FieldOption::new(speed.to_string(), speed.to_string()));
    let help = "Standard: a square a second, ten seconds of rest. Lightning: five times as fast.";
    Field::choice(SPEED, "Speed", help, Vec::from(speeds)).usually(&Speed::Standard.to_string())
}

/// The chosen board.
pub(super) fn board(answers: &Answers) -> LiveBoard {
    answers.get(BOARD).parse().unwrap_or(LiveBoard::Standard)
}

/// The chosen speed.
pub(super) fn speed(answers: &Answers) -> Speed {
    answers.get(SPEED).parse().unwrap_or(Speed::Standard)
}
