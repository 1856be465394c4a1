//! Matches of chess.

use std::{fs, path::Path};

use arena::{GameReport, Opening, Openings, Oracle};
use chess::{
    Position,
    book::{self, BookLine},
    pgn,
};
use play::Score;

use crate::{
    ContestError, MatchGame, Settings,
    files::today,
    game::{note, unusable},
    tablebase,
};

impl MatchGame for Position {
    fn openings(settings: &Settings, tell: &mut dyn FnMut(String)) -> Result<Openings<Self>, ContestError> {
        if let Some(plies) = settings.random_plies {
            return Ok(Openings::Random {
                start: Position::new(),
                plies: usize::from(plies),
            });
        }
        let lines = match &settings.openings {
            None => book::balanced().to_vec(),
            Some(path) => read_book(path, usize::from(settings.plies), tell)?,
        };
        Ok(Openings::List(lines.into_iter().map(opening).collect()))
    }

    fn oracle(settings: &Settings) -> Result<Option<Oracle<Self>>, ContestError> {
        settings.syzygy.as_deref().map(tablebase::open).transpose()
    }

    fn written(settings: &Settings, players: &[String], report: &GameReport<Self>) -> String {
        pgn::write(&annotated(settings, players, report))
    }
}

fn read_book(path: &Path, plies: usize, tell: &mut dyn FnMut(String)) -> Result<Vec<BookLine>, ContestError> {
    let bytes = fs::read(path).map_err(|error| unusable(path, error))?;
    let is_pgn = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    if !is_pgn {
        return book::read_positions(&String::from_utf8_lossy(&bytes)).map_err(|error| unusable(path, error));
    }
    let (lines, broken) = book::read_games(&bytes, plies).map_err(|error| unusable(path, error))?;
    for game in &broken {
        tell(format!("{}: {game}", path.display()));
    }
    Ok(lines)
}

fn opening(line: BookLine) -> Opening<Position> {
    Opening {
        name: line.name,
        start: line.record.start().clone(),
        moves: line.record.moves().to_vec(),
    }
}

fn annotated(settings: &Settings, players: &[String], report: &GameReport<Position>) -> pgn::Game {
    let [white, black] = report.task.seats();
    let today = today();
    let mut game = pgn::Game::from_record(report.record.clone(), &players[white], &players[black], Some(&today));
    game.tags.insert("Event".to_owned(), "Threefold arena".to_owned());
    game.tags
        .insert("Round".to_owned(), (report.task.number + 1).to_string());
    if let [control] = settings.tc.as_slice() {
        game.tags.insert("TimeControl".to_owned(), control.in_seconds());
    }
    for (index, turn) in report.turns.iter().enumerate() {
        let remark = game.remarks.entry(report.book + index + 1).or_default();
        remark.comment = note(turn);
        remark.clock = turn.clock;
        // A remark stands after the move, where the other side is to move.
        remark.evaluation = turn.score.map(Score::reversed);
    }
    if let Some(trouble) = &report.trouble {
        let last = game.remarks.entry(report.record.moves().len()).or_default();
        last.comment.push_str(if last.comment.is_empty() { "" } else { "; " });
        last.comment.push_str(trouble);
    }
    game
}
