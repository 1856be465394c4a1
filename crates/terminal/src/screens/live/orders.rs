//! What is typed at a table without turns, and what becomes of it.

use hall::{Asked, Format, Input, Phase, SeatNumber};

use super::{Live, replay::Beneath};
use crate::{
    command::Command,
    house::House,
    screens::{
        Screen, Step,
        help::Help,
        play::{Tone, keep_game, write_game},
    },
};

impl Live {
    /// Does what a typed line says: a command after a slash, anything else is two squares.
    pub(super) fn order(&mut self, text: &str, house: &mut House) -> Step {
        let Some(command) = text.strip_prefix('/') else {
            self.unchoose();
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
            Command::Draw | Command::Accept => self.wish(Input::Offer { what: Asked::Draw }),
            Command::Pause => self.toggle_pause(),
            Command::Flip => self.flipped = !self.flipped,
            Command::Pgn(file) => self.export(file, house),
            Command::Save(name) => {
                let name = name.unwrap_or_else(|| self.title());
                self.message = keep_game(house, self.visit.table(), &name).into();
            }
            Command::Review => self.begin_replay(Beneath::Table),
            Command::Rematch => return self.rematch(house),
            Command::Theme(name) => self.message = house.change_theme(name).into(),
            Command::Help => return Step::open(Help::default()),
            Command::Leave => return self.leave(),
            Command::Quit => return Step::Quit,
            Command::Decline | Command::Undo | Command::Hint | Command::Evaluate | Command::Fen | Command::Bot(_) => {
                self.say("That is for games with turns.".to_owned(), Tone::Refusal);
            }
        }
        Step::Stay
    }

    pub(super) fn rematch(&mut self, house: &mut House) -> Step {
        let Some(view) = self.view().filter(|view| view.frame.phase == Phase::Over) else {
            self.say("The game is not over yet.".to_owned(), Tone::Refusal);
            return Step::Stay;
        };
        // Everybody sits one seat further.
        let count = view.frame.seats.len() as u8;
        let seats: Vec<SeatNumber> = view
            .yours
            .iter()
            .map(|seat| SeatNumber((seat.0 + 1) % count.max(1)))
            .collect();
        let table = house
            .hall
            .rematch(self.visit.table())
            .map_err(|error| error.to_string());
        match table.and_then(|table| Live::sit(house, &table, &seats)) {
            Ok(live) => Step::replace(live),
            Err(words) => {
                self.say(words, Tone::Refusal);
                Step::Stay
            }
        }
    }

    /// Writes the game to a file: all of it, so that it can be replayed.
    pub(super) fn export(&mut self, file: Option<String>, house: &House) {
        self.message = write_game(house, self.visit.table(), file, Format::Json).into();
    }
}
