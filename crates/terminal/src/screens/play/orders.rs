//! What is typed at a table, and what becomes of it.

use std::{fs, path::PathBuf};

use hall::{Asked, Format, Input};

use super::{Listening, Play, Tone, completion};
use crate::{
    command::Command,
    house::{Effect, House},
    screens::{Screen, Step, help::Help, leave::Leave, review::Review},
    widgets::line::Cycle,
};

impl Play {
    /// Does what a typed line says: a command after a slash, anything else is a move.
    pub(super) fn order(&mut self, text: &str, house: &mut House) -> Step {
        let Some(command) = text.strip_prefix('/') else {
            self.past = None;
            self.wish(Input::Typed { text: text.to_owned() });
            return Step::Stay;
        };
        match Command::read(command) {
            Ok(command) => self.obey(command, house),
            Err(error) => {
                self.say(error.to_string(), Tone::Refusal);
                Step::Stay
            }
        }
    }

    fn obey(&mut self, command: Command, house: &mut House) -> Step {
        match command {
            Command::Resign => self.wish(Input::Resign),
            Command::Draw => self.wish(Input::Offer { what: Asked::Draw }),
            Command::Accept => self.wish(Input::Answer { yes: true }),
            Command::Decline => self.wish(Input::Answer { yes: false }),
            Command::Undo => self.wish(Input::Undo),
            Command::Hint => self.ask_hint(),
            Command::Evaluate => self.toggle_thoughts(),
            Command::Flip => self.flipped = !self.flipped,
            Command::Fen => self.copy(house),
            Command::Pgn(file) => self.export(file, house),
            Command::Save(name) => {
                let name = name.unwrap_or_else(|| self.title());
                self.message = keep_game(house, self.visit.table(), &name).into();
            }
            Command::Bot(spec) => match self.bot() {
                Some(seat) => self.wish(Input::Replace { seat, spec }),
                None => self.say("No bot sits at this table.".to_owned(), Tone::Refusal),
            },
            Command::Review => return self.review(house),
            Command::Rematch => return self.rematch(house),
            Command::Theme(name) => self.message = house.change_theme(name).into(),
            Command::Pause => self.say("Time can be stopped in Kung Fu Chess only.".to_owned(), Tone::Refusal),
            Command::Help => return Step::open(Help::default()),
            Command::Leave => {
                let runs = self.frame().is_some_and(|frame| frame.end.is_none());
                return if runs { Step::open(Leave::default()) } else { Step::Back };
            }
            Command::Quit => return Step::Quit,
        }
        Step::Stay
    }

    pub(super) fn complete(&mut self, step: Cycle) {
        let choices = self.frame().map(|frame| frame.choices.clone()).unwrap_or_default();
        self.line
            .complete(step, |typed| completion::candidates(typed, &choices));
    }

    /// Sends a wish; what it changes is told by the table.
    pub(super) fn wish(&mut self, input: Input) {
        self.message = super::Message::default();
        self.chosen = None;
        self.visit.wish(input);
    }

    pub(super) fn ask_hint(&mut self) {
        self.wish(Input::Hint);
        self.say("Looking for a good move…".to_owned(), Tone::Calm);
    }

    pub(super) fn toggle_thoughts(&mut self) {
        let (thought, on) = match self.thought {
            Listening::Off => (Listening::On(None), true),
            Listening::On(_) => (Listening::Off, false),
        };
        self.thought = thought;
        self.visit.wish(Input::Listen { on });
    }

    pub(super) fn rematch(&mut self, house: &mut House) -> Step {
        let over = self.frame().is_some_and(|frame| frame.end.is_some());
        if !over {
            self.say("The game is not over yet.".to_owned(), Tone::Refusal);
            return Step::Stay;
        }
        // Who sat on one side sits on the other; who played both plays both.
        let yours = self.visit.view().map(|view| view.yours.clone()).unwrap_or_default();
        let seats: Vec<_> = match yours.as_slice() {
            &[seat] => vec![hall::SeatNumber(1 - seat.0.min(1))],
            both => both.to_vec(),
        };
        let table = house
            .hall
            .rematch(self.visit.table())
            .map_err(|error| error.to_string());
        match table.and_then(|table| Play::sit(house, &table, &seats)) {
            Ok(play) => Step::replace(play),
            Err(words) => {
                self.say(words, Tone::Refusal);
                Step::Stay
            }
        }
    }

    pub(super) fn review(&mut self, house: &mut House) -> Step {
        let table = self.visit.table().clone();
        match Review::open(house, &table, self.below()) {
            Ok(review) => Step::open(review),
            Err(words) => {
                self.say(words, Tone::Refusal);
                Step::Stay
            }
        }
    }

    /// Puts the shown position on the clipboard, and says it.
    pub(super) fn copy(&mut self, house: &mut House) {
        if let Some(text) = self.scene().map(|scene| scene.text.clone()) {
            house.effects.push(Effect::Copy(text.clone()));
            self.say(format!("Copied: {text}"), Tone::Calm);
        }
    }

    pub(super) fn export(&mut self, file: Option<String>, house: &House) {
        self.message = write_game(house, self.visit.table(), file, Format::Pgn).into();
    }
}

/// Keeps a game under a name; says so.
pub(crate) fn keep_game(house: &House, table: &hall::TableId, name: &str) -> Result<String, String> {
    let kept = house.hall.keep(table, name);
    kept.map(|_| format!("Kept as '{name}'."))
        .map_err(|error| error.to_string())
}

/// Writes a game where the player says, or among the exports under the table's name, and says where; an existing file of
/// another name is never written over.
pub(crate) fn write_game(
    house: &House,
    table: &hall::TableId,
    file: Option<String>,
    format: Format,
) -> Result<String, String> {
    let text = house.hall.export(table, format).map_err(|error| error.to_string())?;
    let told = |path: &PathBuf, error: std::io::Error| format!("{} cannot be written: {error}", path.display());
    let path = match (file, &house.folders) {
        (Some(file), _) => {
            let path = PathBuf::from(file);
            if path.exists() {
                return Err(format!("{} is there already; name another file.", path.display()));
            }
            path
        }
        (None, Some(folders)) => {
            let folder = folders.exports();
            fs::create_dir_all(&folder).map_err(|error| told(&folder, error))?;
            let ending = match format {
                Format::Json => "json",
                Format::Pgn | Format::Position | Format::Sheet => "pgn",
            };
            folder.join(format!("{table}.{ending}"))
        }
        (None, None) => return Err("Say where: /pgn FILE".to_owned()),
    };
    fs::write(&path, text).map_err(|error| told(&path, error))?;
    Ok(format!("Written to {}", path.display()))
}
