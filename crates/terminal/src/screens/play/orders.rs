//! What is typed at a table: moves, and commands after a slash.

use std::{fs, path::PathBuf};

use host::{BotSpec, CommonCommand, ExportFormat, NewOccupant, OfferAnswer, OfferKind, SeatNumber, TableId};

use super::{Mode, Play};
use crate::{
    context::AppContext,
    offered::OfferedGame,
    remote::ChatCommand,
    screens::{
        Step,
        ask::Ask,
        bot::{BotCard, Changing},
        help::Help,
        rules::Rules,
    },
    setups::{LiveSetup, TurnSetup},
    slash::SlashCommand,
    visit::{Kind, TableView, sentence, words},
};

impl<M: Mode> Play<M> {
    /// The game and its players.
    pub(super) fn full_title(&self) -> String {
        let game = match self.controls.visit.view().map(M::Kind::borrow) {
            None => return "Threefold".to_owned(),
            Some(TableView::Turn(view)) => self.controls.game_name(view.game),
            Some(TableView::Live(view)) => self.controls.game_name(view.game),
            Some(TableView::Study(view)) => self.controls.game_name(view.game),
        };
        format!("{game}: {}", self.controls.names().join(" – "))
    }

    /// Does what a typed line says: a command after a slash, anything else is a move.
    pub(super) fn order(&mut self, text: &str, context: &mut AppContext) -> Step {
        let Some(command) = text.strip_prefix('/') else {
            self.mode.play_text(text, &mut self.controls);
            return Step::Stay;
        };
        match SlashCommand::read(command) {
            Ok(command) => self.obey(command, context),
            Err(error) => {
                self.controls.refuse_text(text, error.to_string());
                Step::Stay
            }
        }
    }

    fn obey(&mut self, command: SlashCommand, context: &mut AppContext) -> Step {
        let controls = &mut self.controls;
        let answer = |answer| CommonCommand::Answer { answer };
        match command {
            SlashCommand::Resign if controls.visit.facts().is_some_and(|facts| facts.may_resign) => {
                return Step::open(Ask::resign());
            }
            SlashCommand::Resign => controls.send_common(CommonCommand::Resign),
            SlashCommand::Draw => controls.send_common(CommonCommand::Offer { what: OfferKind::Draw }),
            SlashCommand::Accept => controls.send_common(answer(OfferAnswer::Accept)),
            SlashCommand::Decline => controls.send_common(answer(OfferAnswer::Decline)),
            SlashCommand::Claim => controls.send_common(CommonCommand::ClaimWin),
            SlashCommand::CallOff => controls.send_common(CommonCommand::CallOff),
            SlashCommand::Flip => controls.flipped = !controls.flipped,
            SlashCommand::Pgn(file) => self.export(file, context),
            SlashCommand::Save(name) => {
                let name = name.unwrap_or_else(|| self.full_title());
                let saved = context.host.save_as(self.controls.visit.table(), &name);
                let saved = saved.map(|_| format!("Stored as '{name}'.")).map_err(words);
                self.controls.status = saved.into();
            }
            SlashCommand::Bot(Some(spec)) => self.change_bot(BotSpec::stored(spec), context),
            SlashCommand::Bot(None) => return self.bot_card(),
            SlashCommand::Review => return self.mode.review(controls, context),
            SlashCommand::Rematch => return self.rematch(context),
            SlashCommand::Theme(name) => controls.status = context.change_theme(name).into(),
            SlashCommand::Say(text) => controls.chat(&ChatCommand::Say(text)),
            SlashCommand::NoChat => controls.chat(&ChatCommand::Off),
            SlashCommand::Rules => return self.rules(),
            SlashCommand::Help => return Step::open(Help::default()),
            SlashCommand::Leave => return self.leave(context),
            SlashCommand::Quit => return Step::Quit,
            own @ (SlashCommand::Undo
            | SlashCommand::Hint
            | SlashCommand::Evaluate
            | SlashCommand::Fen
            | SlashCommand::Pause) => self.mode.obey(&own, controls, context),
        }
        Step::Stay
    }

    /// Gives the seat of the bot to another bot. A program or a model is tested first; if it cannot start, the game
    /// continues with its old bot.
    pub(super) fn change_bot(&mut self, spec: BotSpec, context: &mut AppContext) {
        let controls = &mut self.controls;
        if self.candidate.is_some() {
            return controls.refuse("Another bot is being tried.");
        }
        let game = controls.visit.facts().and_then(|facts| controls.game(facts.game));
        // The bots of a server are the server's business.
        let is_here = context.remote(controls.visit.table()).is_none();
        let Some(trial) = game.filter(|_| is_here).and_then(|game| game.trial(&spec)) else {
            return self.seat_bot(spec);
        };
        let (_, events) = context.subscriber();
        match trial.begin(controls.visit.number(), events) {
            Ok(words) => {
                self.candidate = Some(spec);
                controls.say(words);
            }
            Err(words) => controls.refuse(words),
        }
    }

    /// Gives the seat of the bot to one that can start.
    pub(super) fn seat_bot(&mut self, spec: BotSpec) {
        let controls = &mut self.controls;
        let Some(seat) = controls.bot() else {
            return controls.refuse("No bot sits at this table.");
        };
        let game = controls.visit.facts().and_then(|facts| controls.game(facts.game));
        let name = game.map_or_else(|| spec.to_string(), |game| game.bot_name(spec.as_str()));
        controls.send_common(CommonCommand::SetSeat {
            seat,
            occupant: NewOccupant::Bot(spec),
        });
        controls.say(format!("The seat of {} goes to {name}.", controls.name(seat)));
    }

    /// Opens the card of the bot at the table.
    fn bot_card(&mut self) -> Step {
        let controls = &mut self.controls;
        let bot = controls.bot_spec();
        let game = controls.visit.facts().and_then(|facts| controls.game(facts.game));
        let (Some(spec), Some(game)) = (bot, game) else {
            controls.refuse("No bot sits at this table.");
            return Step::Stay;
        };
        let over = controls.visit.facts().is_some_and(|facts| facts.end.is_some());
        let changing = match game {
            OfferedGame::Turn(_) if !over => Changing::Possible,
            OfferedGame::Turn(_) | OfferedGame::Live => Changing::Impossible,
        };
        Step::open(BotCard::new(game.clone(), &spec, changing))
    }

    /// Opens the rules of the game.
    pub(super) fn rules(&self) -> Step {
        let game = self.controls.visit.facts().map(|facts| facts.game);
        match game.and_then(|id| self.controls.game(id)) {
            Some(game) => Step::open(Rules::of(game)),
            None => Step::Stay,
        }
    }

    /// Opens the next table and connects to it; everybody sits one seat further.
    pub(super) fn rematch(&mut self, context: &mut AppContext) -> Step {
        if context.remote(self.controls.visit.table()).is_some() {
            // The others are asked; the game goes on when they agree.
            let what = OfferKind::Rematch;
            self.controls.send_common(CommonCommand::Offer { what });
            return Step::Stay;
        }
        let Some(facts) = self.controls.visit.facts() else {
            return Step::Stay;
        };
        let count = facts.seats.len().max(1) as u8;
        let mut seats: Vec<SeatNumber> = facts
            .yours
            .iter()
            .map(|seat| SeatNumber((seat.0 + 1) % count))
            .collect();
        seats.sort_unstable();
        let next = context.host.rematch(self.controls.visit.table());
        let next = next.map_err(|error| sentence(&error.to_string()));
        match next.and_then(|table| Play::<M>::open(context, &table, &seats)) {
            Ok(play) => Step::replace(play),
            Err(words) => {
                self.controls.refuse(words);
                Step::Stay
            }
        }
    }

    /// Begins the same game against bots of another level.
    pub(super) fn play_level(&mut self, spec: &str, context: &mut AppContext) -> Step {
        let game = self.controls.visit.facts().map(|facts| facts.game);
        let Some(game) = game.and_then(|id| self.controls.game(id)).cloned() else {
            return Step::Stay;
        };
        let setup = game.setup();
        let mut answers = context.remembered.answers(&setup.name());
        match game {
            OfferedGame::Turn(_) => TurnSetup::answer_level(&mut answers, spec),
            OfferedGame::Live => LiveSetup::answer_level(&mut answers, spec),
        }
        match setup.submit(&answers.completed(&*setup), context) {
            Ok(screen) => Step::Replace(screen),
            Err(words) => {
                self.controls.refuse(words);
                Step::Stay
            }
        }
    }

    /// Goes to the table of the rematch that everybody at a table of a server has agreed to.
    pub(super) fn follow_rematch(&mut self, context: &mut AppContext) -> Step {
        let Some(remote) = context.remote(self.controls.visit.table()).cloned() else {
            return Step::Stay;
        };
        let next = remote.0.rematch().map_err(|error| sentence(&error));
        let opened = next.and_then(|next| {
            context.remote = Some(next.clone());
            Play::<M>::open(context, next.0.table(), next.0.seats())
        });
        match opened {
            Ok(play) => Step::replace(play),
            Err(words) => {
                context.remote = Some(remote);
                self.controls.refuse(words);
                Step::Stay
            }
        }
    }

    /// Writes the game to a file.
    pub(super) fn export(&mut self, file: Option<String>, context: &AppContext) {
        self.controls.status = export_game(context, self.controls.visit.table(), file, M::EXPORT).into();
    }
}

/// Writes a game to the file that the player names, or into the export folder under the table's code; gives the path. A
/// named file that exists is never overwritten.
pub(crate) fn export_game(
    context: &AppContext,
    table: &TableId,
    file: Option<String>,
    format: ExportFormat,
) -> Result<String, String> {
    let text = context.host.export(table, format);
    let text = text.map_err(|error| sentence(&error.to_string()))?;
    let failed = |path: &PathBuf, error: std::io::Error| format!("{} cannot be written: {error}", path.display());
    let path = match (file, &context.folders) {
        (Some(file), _) => {
            let path = PathBuf::from(file);
            if path.exists() {
                return Err(format!("{} exists already; name another file.", path.display()));
            }
            path
        }
        (None, Some(folders)) => {
            let folder = folders.exports();
            fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
            let ending = match format {
                ExportFormat::Json => "json",
                ExportFormat::Pgn | ExportFormat::Position | ExportFormat::Sheet => "pgn",
            };
            folder.join(format!("{table}.{ending}"))
        }
        (None, None) => return Err("Name a file: /pgn FILE".to_owned()),
    };
    fs::write(&path, text).map_err(|error| failed(&path, error))?;
    Ok(format!("Written to {}", path.display()))
}
