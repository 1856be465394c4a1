//! A turn game in other formats.

use std::time::Duration;

use play::{GameFacts, Moment, MoveNote, Side};
use serde::Serialize;

use super::TurnTable;
use crate::{End, Entry, ExportFormat, Occupant, TableId, decider::Context};

/// A turn game as JSON: all that was played, and nothing that would help an opponent while it runs.
#[derive(Serialize)]
struct ExportedGame {
    table: TableId,
    game: play::GameId,
    /// White's name and Black's.
    names: [String; 2],
    /// The position text of the start.
    start: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<play::Control>,
    begun: play::Moment,
    moves: Vec<Entry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<End>,
}

impl TurnTable {
    pub(super) fn exported(&self, format: ExportFormat, context: &Context) -> String {
        let record = &self.state.record;
        match format {
            ExportFormat::Pgn => self.with_facts(context, |facts| record.pgn(facts)),
            ExportFormat::Sheet => self.with_facts(context, |facts| record.sheet(facts)),
            ExportFormat::Position => record.position_text(record.plies()).unwrap_or_default(),
            ExportFormat::Json => {
                let game = ExportedGame {
                    table: context.table.clone(),
                    game: self.state.setup.game,
                    names: Side::BOTH.map(|side| self.name(side, context)),
                    start: record.position_text(0).unwrap_or_default(),
                    control: self.state.setup.control,
                    begun: self.state.begun,
                    moves: (0..record.plies()).filter_map(|ply| self.entry(ply)).collect(),
                    end: self.end(context),
                };
                serde_json::to_string_pretty(&game).expect("a game has only texts and numbers")
            }
        }
    }

    fn with_facts(&self, context: &Context, write: impl FnOnce(&GameFacts<'_>) -> String) -> String {
        let names = Side::BOTH.map(|side| {
            let known = match &self.state.seat(side).occupant {
                Occupant::Open => false,
                Occupant::Person(player) => context.names.name(*player).is_some(),
                Occupant::Bot(_) => true,
            };
            known.then(|| self.name(side, context))
        });
        let record = &self.state.record;
        let note = |ply: usize| {
            let side = record.turn_after(ply).unwrap_or(Side::White);
            MoveNote {
                clock: self.state.clocks.left_after(ply, side).map(Duration::from_millis),
                ..MoveNote::default()
            }
        };
        write(&GameFacts {
            names: [names[0].as_deref(), names[1].as_deref()],
            control: self.state.setup.control,
            begun: Some(self.state.begun).filter(|begun| *begun != Moment(0)),
            recorded: self.state.recorded().map(|recorded| recorded.winner),
            notes: (0..record.plies()).map(note).collect(),
            ..GameFacts::default()
        })
    }
}
