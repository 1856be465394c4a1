//! A live game in a list and in the formats it is exported in.

use std::fmt::Write as _;

use kungfu::{Deed, Record, TICKS_A_SECOND};
use play::{GameId, Moment};
use serde::Serialize;

use super::{GAME, LiveTable, convert::seat_of, words};
use crate::{
    Aid, BotSpec, Digest, ExportFormat, FORMAT, Occupant, Refusal, SeatNumber, Summary, TableId, TableKind, TableState,
    Visibility, decider::Context,
};

/// A finished live game as JSON.
#[derive(Serialize)]
struct LiveExport<'a> {
    /// The version of this format.
    format: u32,
    /// The table it was played at.
    table: &'a TableId,
    /// Always `kungfu`.
    game: GameId,
    /// In the order of play.
    players: Vec<ExportedPlayer>,
    /// When the table was opened.
    begun: Moment,
    /// When something last happened there.
    touched: Moment,
    /// `1-0`, `0-1` or `1/2-1/2`; of four players the winner's army.
    result: String,
    /// Who won and why, for people.
    words: String,
    /// Start, version of the rules, seed, every accepted command with its tick, and the outcome (7.1).
    record: &'a Record,
}

/// A player of an exported game.
#[derive(Serialize)]
struct ExportedPlayer {
    /// The seat.
    seat: SeatNumber,
    /// The side's name.
    side: &'static str,
    /// The player's name, or the side's.
    name: String,
    /// The bot, if one played.
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<BotSpec>,
}

impl LiveTable {
    /// The table in a list. Who may see it there, and the name of a save, are not in the log.
    pub(super) fn list_entry(&self, context: &Context) -> Summary {
        let record = self.state.bout.record();
        let (board, speed) = (record.start.board(), record.start.speed());
        Summary {
            table: context.table.clone(),
            game: GAME,
            kind: TableKind::Live,
            seats: self.state.seats.clone(),
            plies: u32::try_from(record.entries.len()).unwrap_or(u32::MAX),
            state: match (self.state.is_over(), self.state.has_begun()) {
                (true, _) => TableState::Over,
                (false, true) => TableState::Running,
                (false, false) => TableState::Waiting,
            },
            result: match self.state.verdict() {
                Some(verdict) => Some(words::verdict(verdict).result),
                None if self.state.called_off => Some(words::CALLED_OFF.to_owned()),
                None => record.outcome.map(|outcome| words::result(board, outcome.winner)),
            },
            begun: self.state.created,
            touched: self.state.touched,
            save: None,
            live: Some((board, speed)),
            clock: None,
            visibility: Visibility::default(),
        }
    }

    pub(super) fn digested(&self, summary: Summary) -> Digest {
        let game = self.state.game();
        // Players still in the game rank above those who are out; those who lost later rank above those who lost
        // earlier.
        let standing = |player: kungfu::Player| {
            let lost = self.state.out.iter().find(|(_, out)| *out == player);
            lost.map_or(kungfu::Tick(u32::MAX), |(tick, _)| *tick)
        };
        let players = game.players();
        let place = |player| {
            1 + players
                .iter()
                .filter(|&other| standing(other) > standing(player))
                .count() as u32
        };
        Digest {
            summary,
            control: None,
            has_usual_start: self.state.scenario.is_none(),
            turn: None,
            out: self.state.out.iter().map(|(_, player)| seat_of(*player)).collect(),
            opening: None,
            aid: if self.state.paused { Aid::Aided } else { Aid::Unaided },
            // A mission is won or lost by its task, and counts among no games.
            places: match game.outcome() {
                Some(_) if self.state.scenario.is_none() => players.iter().map(place).collect(),
                Some(_) | None => Vec::new(),
            },
        }
    }

    /// The game in some format; before its end every format would show where pieces are going (6.1).
    pub(super) fn export_as(&self, format: ExportFormat, context: &Context) -> Result<String, Refusal> {
        let end = self.end_of(self.state.game(), context);
        let end = end.filter(|_| !self.state.called_off).ok_or(Refusal::NotOver)?;
        Ok(match format {
            ExportFormat::Pgn | ExportFormat::Sheet => self.sheet(&end.words, context),
            ExportFormat::Position => self.position(),
            ExportFormat::Json => {
                let export = LiveExport {
                    format: FORMAT,
                    table: &context.table,
                    game: GAME,
                    players: self.players(context),
                    begun: self.state.created,
                    touched: self.state.touched,
                    result: end.result,
                    words: end.words,
                    record: self.state.bout.record(),
                };
                serde_json::to_string(&export).expect("a game has only texts and numbers")
            }
        })
    }

    fn players(&self, context: &Context) -> Vec<ExportedPlayer> {
        let board = self.state.game().field().board();
        let player = |player: kungfu::Player| ExportedPlayer {
            seat: seat_of(player),
            side: words::side(board, player),
            name: self.name(player, context),
            bot: match &self.state.seats[player.index()] {
                Occupant::Bot(spec) => Some(spec.clone()),
                Occupant::Open | Occupant::Person(_) => None,
            },
        };
        board.players().iter().map(player).collect()
    }

    /// Every command with its time, and the end.
    fn sheet(&self, end: &str, context: &Context) -> String {
        let record = self.state.bout.record();
        let board = record.start.board();
        let mut sheet = String::new();
        for entry in &record.entries {
            let hundredths = u64::from(entry.tick.0) * 100 / u64::from(TICKS_A_SECOND);
            let (minutes, seconds, rest) = (hundredths / 6_000, hundredths / 100 % 60, hundredths % 100);
            let deed = match entry.deed {
                Deed::Move { piece, to } => format!("{} {} → {}", piece.kind, piece.home.name(board), to.name(board)),
                Deed::Resign => "resigns".to_owned(),
                Deed::OfferDraw => "offers a draw".to_owned(),
            };
            let name = self.name(entry.player, context);
            writeln!(sheet, "{minutes}:{seconds:02}.{rest:02}  {name}: {deed}").expect("a text can be written to");
        }
        writeln!(sheet, "{end}").expect("a text can be written to");
        sheet
    }

    /// Every living piece by its name, and its square or the one it has left.
    fn position(&self) -> String {
        let field = self.state.game().field();
        let pieces = field.living().map(|slot| {
            let piece = field.get(slot);
            format!("{} {}", piece.id, piece.square.name(field.board()))
        });
        pieces.collect::<Vec<_>>().join("\n")
    }
}
