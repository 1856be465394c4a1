//! Searching a player's finished games for mistakes, on a thread of its own.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, TryRecvError, channel},
    },
    thread,
    time::Duration,
};

use host::{ExportFormat, Listing, Query, TableState};
use play::{GameId, Registry, Side};
use practice::own_puzzles;
use puzzles::Puzzle;

use super::file::PracticeFile;
use crate::{context::AppContext, status::Status};

/// How often the screen checks for results.
pub(super) const LOOK: Duration = Duration::from_millis(200);
/// So many games are searched at once, the newest first.
const MOST_GAMES: usize = 20;

/// Games that are being searched.
pub(super) struct OwnGames {
    found: Receiver<Result<Vec<Puzzle>, String>>,
    games: usize,
    searched: usize,
    new: usize,
}

impl OwnGames {
    /// Begins with the finished games of the player; nothing if there are none. Gives words for people.
    pub(super) fn search(context: &AppContext, registry: &Arc<Registry>, game: GameId) -> (Option<Self>, String) {
        let query = Query {
            games: vec![game],
            states: vec![TableState::Over],
            player: Some(context.players.you.id),
            limit: MOST_GAMES,
            ..Query::default()
        };
        let listed = match context.host.list(&query) {
            Ok(listed) => listed,
            Err(error) => return (None, format!("The games cannot be read: {error}")),
        };
        let exported = listed.iter().filter_map(|listing| {
            let text = context.host.export(&listing.summary.table, ExportFormat::Json).ok()?;
            Some((text, side_of(listing, context)))
        });
        let games: Vec<(String, Option<Side>)> = exported.collect();
        if games.is_empty() {
            return (None, "There are no finished games of yours yet.".to_owned());
        }
        let (sender, found) = channel();
        let (count, registry) = (games.len(), Arc::clone(registry));
        let search = move || {
            for (text, side) in games {
                let made = own_puzzles(&registry, &text, side).map_err(|error| error.to_string());
                // The screen was left: nobody wants the rest.
                if sender.send(made).is_err() {
                    return;
                }
            }
        };
        if let Err(error) = thread::Builder::new().name("own-puzzles".to_owned()).spawn(search) {
            return (None, format!("The search cannot be started: {error}"));
        }
        let own = OwnGames {
            found,
            games: count,
            searched: 0,
            new: 0,
        };
        let words = own.words();
        (Some(own), words)
    }

    /// Takes the results since the last call; returns a new message, if there is one.
    pub(super) fn receive(&mut self, file: &mut PracticeFile) -> Option<Status> {
        let mut status = None;
        loop {
            match self.found.try_recv() {
                Ok(Ok(puzzles)) => {
                    self.searched += 1;
                    status = Some(match file.add_own(puzzles) {
                        Ok(new) => {
                            self.new += new;
                            Status::calm(self.words())
                        }
                        Err(words) => Status::refusal(words),
                    });
                }
                Ok(Err(words)) => {
                    self.searched += 1;
                    status = Some(Status::refusal(words));
                }
                Err(TryRecvError::Empty) => return status,
                Err(TryRecvError::Disconnected) => {
                    self.searched = self.games;
                    return status;
                }
            }
        }
    }

    pub(super) const fn is_over(&self) -> bool {
        self.searched >= self.games
    }

    fn words(&self) -> String {
        let state = if self.is_over() { "Searched" } else { "Searching" };
        let [games, puzzles] = [self.games, self.new].map(|count| if count == 1 { "" } else { "s" });
        format!(
            "{state}: {} of {} game{games}, {} new puzzle{puzzles}.",
            self.searched, self.games, self.new
        )
    }
}

/// The side of the player, if it is one side alone.
fn side_of(listing: &Listing, context: &AppContext) -> Option<Side> {
    let you = context.players.you.id;
    let seats = listing.summary.seats.iter().zip(Side::BOTH);
    let mut own = seats
        .filter(|(seat, _)| seat.person() == Some(you))
        .map(|(_, side)| side);
    own.next().filter(|_| own.next().is_none())
}
