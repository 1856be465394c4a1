//! A turn game in other formats.

use std::time::Duration;

use play::{GameFacts, Moment, MoveNote, MoveTree, Remarks, Side, Start, TreeMove};
use serde::Serialize;

use super::TurnTable;
use crate::{Aid, Digest, End, Entry, ExportFormat, Occupant, PlayerId, Refusal, Summary, TableId, decider::Context};

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
    pub(super) fn digested(&self, summary: Summary) -> Digest {
        let setup = &self.state.setup;
        let turn = (!self.state.is_over()).then(|| self.state.record.turn().into());
        let places = match self.state.record.outcome().map(|outcome| outcome.winner) {
            None => Vec::new(),
            Some(None) => vec![1, 1],
            Some(Some(winner)) => Side::BOTH.map(|side| if side == winner { 1 } else { 2 }).to_vec(),
        };
        Digest {
            summary,
            control: setup.control,
            has_usual_start: setup.start == Start::default() && setup.recorded.is_none(),
            turn,
            out: Vec::new(),
            opening: self.state.record.opening(),
            aid: if self.state.aided { Aid::Aided } else { Aid::Unaided },
            places,
        }
    }

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

    /// The game for a study of it. While somebody else plays there is none: the engine would help there.
    pub(super) fn studied(&self, asking: &[PlayerId], context: &Context) -> Result<MoveTree, Refusal> {
        let others = |side: &Side| match &self.state.seat(*side).occupant {
            Occupant::Open => true,
            Occupant::Person(player) => !asking.contains(player),
            Occupant::Bot(_) => false,
        };
        if !self.state.is_over() && Side::BOTH.iter().any(others) {
            return Err(Refusal::NoHelp);
        }
        let record = &self.state.record;
        // A tag without a name would be a name in the files of others.
        let names = Side::BOTH.map(|side| Some((side.to_string(), self.known_name(side, context)?)));
        let date = self.state.begun.date().map(|date| ("Date".to_owned(), date));
        let moves = (0..record.plies()).filter_map(|ply| {
            let played = record.played(ply)?;
            Some(TreeMove {
                parent: ply,
                code: played.mv.code,
                remarks: Remarks {
                    clock: self
                        .state
                        .clocks
                        .left_after(ply, played.side)
                        .map(Duration::from_millis),
                    ..Remarks::default()
                },
            })
        });
        let outcome = record.outcome().map(|outcome| outcome.winner);
        let recorded = self.state.recorded().map(|recorded| recorded.winner);
        Ok(MoveTree {
            tags: names.into_iter().flatten().chain(date).collect(),
            start: self.state.setup.start.clone(),
            result: outcome.or(recorded).into(),
            preface: Remarks::default(),
            moves: moves.collect(),
        })
    }

    /// The name at a seat, unless it would only be the side's.
    fn known_name(&self, side: Side, context: &Context) -> Option<String> {
        let is_known = match &self.state.seat(side).occupant {
            Occupant::Open => false,
            Occupant::Person(player) => context.names.name(*player).is_some(),
            Occupant::Bot(_) => true,
        };
        is_known.then(|| self.name(side, context))
    }

    fn with_facts(&self, context: &Context, write: impl FnOnce(&GameFacts<'_>) -> String) -> String {
        let names = Side::BOTH.map(|side| self.known_name(side, context));
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
