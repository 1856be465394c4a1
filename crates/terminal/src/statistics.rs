//! Statistics of the player's stored games.

use std::collections::BTreeMap;

use host::{Aid, Digest, Host, Occupant, PlayerId, Query, TableKind, TableState};
use ratings::{Rating, bot_rating};

use crate::{offered::OfferedGame, training};

/// Games that are read; what was before them is not counted.
const GAMES: usize = 500;
/// Openings that are shown.
const OPENINGS: usize = 8;

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) won: usize,
    pub(crate) drawn: usize,
    pub(crate) lost: usize,
}

impl Counts {
    pub(crate) const fn games(self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// Adds what the player got on a seat: who shares the first place has a draw.
    fn add(&mut self, places: &[u32], seat: usize) {
        let first = places.iter().filter(|place| **place == 1).count();
        match (places.get(seat), first) {
            (Some(1), 1) => self.won += 1,
            (Some(1), _) => self.drawn += 1,
            _ => self.lost += 1,
        }
    }
}

/// What the finished games of the player add up to.
#[derive(Debug, Default)]
pub(crate) struct Statistics {
    /// All of them.
    pub(crate) all: Counts,
    /// The level by games against rating-limited bots, after each of them; the last is the present one.
    pub(crate) levels: Vec<Rating>,
    /// By game and side.
    pub(crate) sides: Vec<(String, Counts)>,
    /// Against rating-limited bots, by the lower hundred of the rating.
    pub(crate) ratings: Vec<(String, Counts)>,
    /// By bot.
    pub(crate) bots: Vec<(String, Counts)>,
    /// The most played ones.
    pub(crate) openings: Vec<(String, Counts)>,
}

impl Statistics {
    /// Reads the last games of a player.
    pub(crate) fn read(host: &Host, player: PlayerId) -> Statistics {
        let query = Query {
            states: vec![TableState::Over],
            player: Some(player),
            limit: GAMES,
            ..Query::default()
        };
        // A store that cannot be read has no games; the list of games says why.
        let listed = host.list(&query).unwrap_or_default();
        let games = listed.iter().map(|listing| &listing.summary);
        let counted = games.filter(|game| game.kind != TableKind::Study && game.save.is_none());
        // The newest came first.
        let mut digests: Vec<Digest> = counted.filter_map(|game| host.digest(&game.table).ok()).collect();
        digests.reverse();
        Statistics::of(host, player, &digests)
    }

    fn of(host: &Host, player: PlayerId, games: &[Digest]) -> Statistics {
        let mut statistics = Statistics::default();
        let [mut sides, mut ratings, mut bots, mut openings] = [const { BTreeMap::<String, Counts>::new() }; 4];
        for game in games {
            let summary = &game.summary;
            let seat = summary.seats.iter().position(|seat| seat.person() == Some(player));
            let Some(seat) = seat.filter(|_| !game.places.is_empty()) else {
                continue;
            };
            let count = |groups: &mut BTreeMap<String, Counts>, name: String| {
                groups.entry(name).or_default().add(&game.places, seat);
            };
            let offered = OfferedGame::find(host, summary.game);
            let name = offered
                .as_ref()
                .map_or_else(|| summary.game.to_string(), |game| game.short_name().to_owned());
            count(&mut sides, format!("{name}, {}", side_name(summary.seats.len(), seat)));
            let opponent = summary.seats.iter().find_map(|occupant| match occupant {
                Occupant::Bot(spec) => Some(spec.as_str()),
                Occupant::Open | Occupant::Person(_) => None,
            });
            if let Some(spec) = opponent {
                let bot = offered
                    .as_ref()
                    .map_or_else(|| spec.to_owned(), |game| game.bot_name(spec));
                count(&mut bots, format!("{name}, {bot}"));
                if let Some(rating) = bot_rating(spec).filter(|_| game.aid == Aid::Unaided) {
                    let hundred = rating as u32 / 200 * 200;
                    count(&mut ratings, format!("{hundred:>4}–{}", hundred + 199));
                }
            }
            if let Some(opening) = &game.opening {
                count(&mut openings, opening.name.clone());
            }
            statistics.all.add(&game.places, seat);
            let before = statistics.levels.last().copied();
            statistics.levels.extend(training::counted(before, game, player));
        }
        statistics.sides = sides.into_iter().collect();
        statistics.ratings = ratings.into_iter().collect();
        statistics.bots = bots.into_iter().collect();
        statistics.openings = openings.into_iter().collect();
        statistics
            .openings
            .sort_by_key(|(_, counts)| std::cmp::Reverse(counts.games()));
        statistics.openings.truncate(OPENINGS);
        statistics
    }
}

fn side_name(seats: usize, seat: usize) -> String {
    match (seats, seat) {
        (2, 0) => "White".to_owned(),
        (2, _) => "Black".to_owned(),
        _ => play::Army::ALL
            .get(seat)
            .map_or_else(String::new, |army| army.name().to_owned()),
    }
}
