//! Matches of Ransom.

use std::{fmt::Write, fs};

use arena::{GameReport, Opening, Openings, Oracle};
use bots::ransom::balanced;
use play::{Notation, result_text};
use ransom::Position;

use crate::{
    ContestError, MatchGame, Settings,
    files::today,
    game::{note, positions},
};

impl MatchGame for Position {
    fn openings(settings: &Settings, _tell: &mut dyn FnMut(String)) -> Result<Openings<Self>, ContestError> {
        if let Some(plies) = settings.random_plies {
            return Ok(Openings::Random {
                start: Position::new(),
                plies: usize::from(plies),
            });
        }
        let Some(path) = &settings.openings else {
            return Ok(Openings::List(
                balanced().into_iter().enumerate().map(opening).collect(),
            ));
        };
        let text = fs::read(path).map_err(|source| ContestError::Read {
            path: path.clone(),
            source,
        })?;
        positions(path, &String::from_utf8_lossy(&text))
    }

    fn oracle(settings: &Settings) -> Result<Option<Oracle<Self>>, ContestError> {
        if settings.syzygy.is_some() {
            return Err(ContestError::usage(
                "--syzygy is of chess; Ransom has no solved endings",
            ));
        }
        Ok(None)
    }

    /// Tags as in PGN, the variant among them, then every turn by its number and code with a note.
    fn written(_settings: &Settings, players: &[String], report: &GameReport<Self>) -> String {
        let [white, black] = report.task.seats().map(|seat| players[seat].as_str());
        let outcome = report.record.outcome();
        let result = outcome.map_or("*", |outcome| result_text(outcome.winner));
        let start = report.record.start();
        let mut tags = vec![
            ("Event", "Threefold arena".to_owned()),
            ("Date", today()),
            ("Round", (report.task.number + 1).to_string()),
            ("White", white.to_owned()),
            ("Black", black.to_owned()),
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
        for (index, (position, mv)) in report.record.turns().enumerate() {
            write!(text, "{}. {}", position.number(), position.code(mv)).expect("writing to a string cannot fail");
            let turn = index.checked_sub(report.book).and_then(|index| report.turns.get(index));
            if let Some(turn) = turn {
                write!(text, " {{{}}}", note(turn)).expect("writing to a string cannot fail");
            }
            text.push('\n');
        }
        if let Some(trouble) = &report.trouble {
            writeln!(text, "{{{}}}", trouble.replace('}', ")")).expect("writing to a string cannot fail");
        }
        writeln!(text, "{result}\n").expect("writing to a string cannot fail");
        text
    }
}

/// A game that begins at a position of the balanced set.
fn opening((index, start): (usize, Position)) -> Opening<Position> {
    Opening {
        name: format!("balanced {}", index + 1),
        start,
        moves: Vec::new(),
    }
}
