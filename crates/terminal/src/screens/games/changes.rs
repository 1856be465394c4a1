//! What is done with the games of a list: searching, writing to files, deleting.

use host::{ExportFormat, TableKind};

use super::{ACTIONS, Asking, Games, StoredGame, paths};
use crate::{
    context::AppContext,
    keys::Action,
    screens::{Step, boxed, file_games::FileGames, play::export_game},
    status::Status,
    widgets::line::Cycle,
};

impl Games {
    /// The stored game of an entry.
    fn stored_at(&self, place: usize) -> Option<&StoredGame> {
        self.listed.get(place.checked_sub(ACTIONS.len())?)
    }

    /// Writes the chosen game to a file.
    pub(super) fn export(&self, context: &AppContext) -> Result<String, String> {
        let game = self.stored_at(self.menu.at);
        let summary = &game
            .ok_or_else(|| "Choose a game of the list.".to_owned())?
            .listing
            .summary;
        let format = match summary.kind {
            TableKind::Turn | TableKind::Study => ExportFormat::Pgn,
            TableKind::Live => ExportFormat::Json,
        };
        export_game(context, &summary.table, None, format)
    }

    /// Deletes the chosen game from the list when it is asked for a second time.
    pub(super) fn delete(&mut self, context: &mut AppContext) {
        let game = self.stored_at(self.menu.at);
        let Some(table) = game.map(|game| game.listing.summary.table.clone()) else {
            return;
        };
        if self.leaving.take().as_ref() != Some(&table) {
            self.status = Status::calm("Once more deletes this game from the list. It stays stored.");
            self.leaving = Some(table);
            return;
        }
        match context.hidden.hide(&table) {
            Ok(()) => {
                self.read_again(context);
                self.status = Status::calm("The game is deleted from the list.");
            }
            Err(error) => self.status = Status::refusal(format!("That cannot be stored: {error}.")),
        }
    }

    /// Does something with the line on which something is asked for.
    pub(super) fn answer(&mut self, action: Action, context: &mut AppContext) -> Step {
        let Some(asking) = &mut self.asking else {
            return Step::Stay;
        };
        if asking.line().edit(action) {
            self.status = Status::default();
            if let Some(Asking::Word(line)) = &self.asking {
                self.wanted = line.text().trim().to_lowercase();
                self.menu.at = ACTIONS.len();
                self.read_again(context);
            }
            return Step::Stay;
        }
        match (asking, action) {
            (Asking::File(line), Action::Complete | Action::Down) => line.complete(Cycle::On, paths::candidates),
            (Asking::File(line), Action::CompleteBack | Action::Up) => line.complete(Cycle::Back, paths::candidates),
            (Asking::File(line), Action::Enter) => {
                let path = paths::expanded(line.text().trim());
                return self.follow(FileGames::open(&path, context).map(boxed));
            }
            (Asking::Word(_), Action::Enter) => self.asking = None,
            (Asking::Word(_), Action::Up | Action::Down) => {
                self.menu.steer(action, self.count());
            }
            (asking, Action::Back) => {
                let was_word = matches!(asking, Asking::Word(_));
                self.asking = None;
                self.status = Status::default();
                if was_word {
                    self.wanted.clear();
                    self.read_again(context);
                }
            }
            _ => {}
        }
        Step::Stay
    }
}
