//! A table without turns as it is kept, and from what is kept a table again.

use std::fmt::Write as _;

use kungfu::{Bout, Command, Deed, TICKS_A_SECOND};

use super::{Keeping, LiveTable};
use crate::{
    LiveSitter,
    saved::{SaveError, SavedLive, Waiting},
    table::Format,
};

impl LiveTable {
    /// The game as it is kept.
    pub(crate) fn saved(&self) -> SavedLive {
        let sitters = self.chairs.iter().map(|chair| chair.sitter.clone()).collect();
        let record = self.bout.record().clone();
        SavedLive {
            touched: self.touched,
            waiting: self.waiting(),
            ..SavedLive::new(self.id.clone(), sitters, record, self.begun)
        }
    }

    fn waiting(&self) -> Vec<Waiting> {
        let waits = |Command { piece, to }: Command| Waiting {
            player: piece.player,
            piece,
            to,
        };
        self.bout.all_waiting().into_iter().map(waits).collect()
    }

    /// A table for a game that was kept; every command is given again.
    pub(crate) fn restore(saved: &SavedLive, keeping: Keeping) -> Result<Self, SaveError> {
        let people = saved.record.start.people();
        for (player, sitter) in saved.record.start.board().players().iter().zip(&saved.sitters) {
            if people.contains(player) == matches!(sitter, LiveSitter::Bot(_)) {
                return Err(SaveError::Player(format!("seat {player} and its record differ")));
            }
        }
        let mut bout = Bout::resume(saved.record.clone())?;
        for Waiting { player, piece, to } in saved.waiting.iter().copied() {
            let [row, col] = to;
            // What cannot wait any more is dropped, as it would have been.
            let _dropped = bout.submit(player, Command::new(piece, row, col));
        }
        let mut table = LiveTable::new(saved.table.clone(), saved.sitters.clone(), bout, saved.begun);
        table.touched = saved.touched;
        table.keeping = keeping;
        Ok(table)
    }

    /// The game in a form for people or programs.
    pub(crate) fn export(&self, format: Format) -> String {
        match format {
            Format::Json => self.saved().text(),
            Format::Pgn | Format::Sheet => self.sheet(),
            Format::Position => self.position(),
        }
    }

    /// Every command with its second.
    fn sheet(&self) -> String {
        let record = self.bout.record();
        let board = record.start.board();
        let mut sheet = String::new();
        for entry in &record.entries {
            let hundredths = entry.tick.0 * 100 / TICKS_A_SECOND;
            let (minutes, seconds, rest) = (hundredths / 6_000, hundredths / 100 % 60, hundredths % 100);
            let deed = match entry.deed {
                Deed::Move { piece, to } => format!("{} {} → {}", piece.kind, piece.home.name(board), to.name(board)),
                Deed::Resign => "resigns".to_owned(),
                Deed::OfferDraw => "offers a draw".to_owned(),
            };
            // Writing to a text cannot fail.
            let _written = writeln!(
                sheet,
                "{minutes}:{seconds:02}.{rest:02}  {}: {deed}",
                self.name(entry.player)
            );
        }
        if let Some(outcome) = record.outcome {
            let _written = writeln!(sheet, "{}", self.end(outcome).words);
        }
        sheet
    }

    /// Every living piece by its name and the square it stands on or left.
    fn position(&self) -> String {
        let field = self.bout.game().field();
        let pieces = field.living().map(|slot| {
            let piece = field.get(slot);
            format!("{} {}", piece.id, piece.square.name(field.board()))
        });
        pieces.collect::<Vec<_>>().join("\n")
    }
}
