//! Ransom at a table; refusals are in the exact words of its rules.

use std::fmt::Write;

use bots::{BotSpec, Game, RansomSpec, ransom::Rank};
use play::{Moment, Notation, Reading, Record, Rules, Side, Undos, result_text};
use ransom::{Move, MoveError, Place, Position, Refusal};

use super::{HallGame, Ids, Sheet, Wish, day};
use crate::{
    Choice, Kind, PlanError, Shape, Square, Start,
    thinking::{Answer, Reply},
};

impl HallGame for Position {
    const GAME: Game = Game::Ransom;
    const UNDOS: Undos = Undos::at_most(ransom::UNDOS);
    const OVER: &'static str = "Invalid: game over";

    fn begin(start: &Start) -> Result<Reading<Self>, PlanError> {
        match start {
            Start::Usual => Ok(Reading {
                position: Position::new(),
                notices: Vec::new(),
            }),
            Start::Text(text) => Position::read_position(text).map_err(|error| PlanError::Start(error.to_string())),
            Start::Chess960(_) => Err(PlanError::Start("Ransom has one start, or a position text".to_owned())),
        }
    }

    fn pieces(&self) -> Vec<(Square, Side, Shape)> {
        ransom::Square::all()
            .filter_map(|square| {
                self.piece_at(square)
                    .map(|piece| (of(square), piece.side, shape(piece.kind)))
            })
            .collect()
    }

    fn choice(&self, mv: Move) -> Choice {
        let kind = if mv.is_upgrade() {
            Kind::Upgrade
        } else if mv.is_promotion() {
            Kind::Promote(Shape::OpenQueen)
        } else {
            Kind::Move
        };
        Choice {
            from: of(mv.from()),
            to: of(mv.to()),
            kind,
            captures: mv.captured().is_some(),
            label: self.label(mv),
            code: self.code(mv),
        }
    }

    fn captured(&self, mv: Move) -> Option<Shape> {
        mv.captured().map(shape)
    }

    fn carry(&self, mv: Move, ids: &mut Ids) {
        let id = ids.lift(of(mv.from()));
        ids.put(of(mv.to()), id);
    }

    fn check(&self) -> Option<Square> {
        None
    }

    fn purses(&self) -> Vec<u32> {
        Side::BOTH.map(|side| u32::from(self.purse(side))).to_vec()
    }

    /// As the rules value them for bots (6.1), in pawns.
    fn worth(shape: Shape) -> u32 {
        match shape {
            Shape::Pawn => 1,
            Shape::Knight | Shape::Bishop => 3,
            Shape::OpenQueen | Shape::Queen | Shape::Rook => 5,
            Shape::King => 0,
        }
    }

    fn wish(record: &Record<Self>, side: Side, Wish { from, to, kind }: Wish) -> Result<Move, String> {
        let [from, to] = [place(from), place(to)];
        let wish = match kind {
            Kind::Upgrade => ransom::Wish::Upgrade(from),
            Kind::Promote(_) => ransom::Wish::Promote { from, to },
            Kind::Move => ransom::Wish::Go { from, to },
        };
        ransom::consider(record, side, wish).map_err(|refusal| refusal.to_string())
    }

    fn typed(record: &Record<Self>, side: Side, text: &str) -> Result<Move, String> {
        if record.outcome().is_some() {
            return Err(Refusal::GameOver.to_string());
        }
        if record.turn() != side {
            return Err(Refusal::NotYourTurn.to_string());
        }
        let read = record.position().read_move(text);
        read.map_err(|error: MoveError| error.to_string())
    }

    fn adviser() -> BotSpec {
        BotSpec::Ransom(RansomSpec::new(Rank::Master))
    }

    fn win_in(moves: u32) -> String {
        format!("win in {moves}")
    }

    /// Tags as in PGN, the variant among them, then every turn by its number and code.
    fn pgn(sheet: &Sheet<'_, Self>) -> String {
        let outcome = sheet.record.outcome();
        let winner = outcome.map(|outcome| outcome.winner).or(sheet.told);
        let result = winner.map_or("*", result_text);
        let [white, black] = sheet.names.map(|name| name.unwrap_or("Human").to_owned());
        let start = sheet.record.start();
        let mut tags = vec![
            ("Event", "?".to_owned()),
            ("Date", day(sheet.begun).unwrap_or_else(|| "????.??.??".to_owned())),
            ("White", white),
            ("Black", black),
            ("Result", result.to_owned()),
            ("Variant", "Ransom".to_owned()),
        ];
        if *start != Position::new() {
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", start.position_text()));
        }
        tags.extend(outcome.map(|outcome| ("Termination", outcome.reason.to_string())));
        let mut text = String::new();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(text, "[{name} \"{value}\"]").expect("writing to a string cannot fail");
        }
        text.push('\n');
        for (position, mv) in sheet.record.turns() {
            writeln!(text, "{}. {}", position.number(), position.code(mv)).expect("writing to a string cannot fail");
        }
        writeln!(text, "{result}").expect("writing to a string cannot fail");
        text
    }

    /// Every turn with its number, the time it was played and what happened (7.1).
    fn sheet(sheet: &Sheet<'_, Self>) -> String {
        let names = Side::BOTH.map(|side| sheet.names[side.index()].map_or_else(|| side.to_string(), str::to_owned));
        let mut text = sheet.record.start().position_text();
        for ((position, mv), moment) in sheet.record.turns().zip(sheet.record.moments()) {
            let time = moment.map_or_else(|| "--:--:--".to_owned(), time_of_day);
            let name = &names[position.turn().index()];
            write!(
                text,
                "\n{:>4}. {time}  {name}: {}",
                position.number(),
                position.label(mv)
            )
            .expect("writing to a string cannot fail");
        }
        if let Some(outcome) = sheet.record.outcome() {
            write!(text, "\n{outcome} ({})", outcome.result()).expect("writing to a string cannot fail");
        }
        text
    }

    fn answer(reply: Reply<Self>) -> Answer {
        Answer::Ransom(reply)
    }
}

/// Hours, minutes and seconds, UTC.
fn time_of_day(moment: Moment) -> String {
    let seconds = moment.0 / 1_000 % 86_400;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

const fn of(square: ransom::Square) -> Square {
    Square {
        file: square.column(),
        rank: square.row(),
    }
}

fn place(square: Square) -> Place {
    Place {
        column: u32::from(square.file) + 1,
        row: u32::from(square.rank) + 1,
    }
}

const fn shape(kind: ransom::Kind) -> Shape {
    match kind {
        ransom::Kind::Pawn => Shape::Pawn,
        ransom::Kind::Knight => Shape::Knight,
        ransom::Kind::Bishop => Shape::Bishop,
        ransom::Kind::Queen => Shape::OpenQueen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_after_the_end_are_those_of_the_rules() {
        assert_eq!(Position::OVER, Refusal::GameOver.to_string());
    }

    #[test]
    fn times_are_those_of_the_day() {
        assert_eq!(time_of_day(Moment(86_399_999)), "23:59:59");
        assert_eq!(time_of_day(Moment(86_400_000 + 3_661_000)), "01:01:01");
    }
}
