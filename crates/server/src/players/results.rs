//! Finished games: in the lists of their players, and in their ratings. Each is recorded once.

use host::{Aid, Digest, Occupant, TableId};
use ratings::{List, Rating, Score, bot_rating, four, trained, two};

use super::{GameResult, Players, PlayersError, adoption::counted_as, standing::list_of};
use crate::store::sql::{Connection, values};

/// How a game changed the ratings of its players.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RatedGame {
    /// Whether it was opened as a rated game.
    pub(crate) rated: bool,
    pub(crate) changes: Vec<RatingChange>,
}

/// How a game changed one rating.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RatingChange {
    pub(crate) player: String,
    pub(crate) list: List,
    pub(crate) was: f64,
    pub(crate) rating: Rating,
}

/// A person at a finished game.
struct Seated {
    seat: usize,
    /// Under whose id the results are counted.
    player: String,
}

impl Players {
    /// Notes that a table was opened for a rated game.
    pub(crate) fn set_rated(&self, table: &TableId) -> Result<(), PlayersError> {
        self.pool.write(|db| {
            let insert = "INSERT INTO rated_games (game) VALUES ($1) ON CONFLICT DO NOTHING";
            db.run(insert, values![table.as_str()])?;
            Ok(())
        })
    }

    /// Whether a table was opened for a rated game.
    pub(crate) fn is_rated(&self, table: &TableId) -> Result<bool, PlayersError> {
        self.pool.read(|db| is_rated(db, table.as_str()))
    }

    /// Finished games that are not recorded, some of them.
    pub(crate) fn unrecorded(&self) -> Result<Vec<TableId>, PlayersError> {
        let rows = self.pool.read(|db| {
            let unrecorded =
                "SELECT id FROM games WHERE is_over AND recorded = 0 AND fault IS NULL ORDER BY id LIMIT 100";
            db.run(unrecorded, &[])
        })?;
        Ok(rows.iter().filter_map(|row| row.text(0).parse().ok()).collect())
    }

    /// Records a finished game, unless it is recorded; everything in one transaction.
    pub(crate) fn record(&self, game: &Digest) -> Result<(), PlayersError> {
        self.pool.write(|db| {
            let table = game.summary.table.as_str();
            let mark = "UPDATE games SET recorded = 1 WHERE id = $1 AND is_over AND recorded = 0 RETURNING id";
            if db.run(mark, values![table])?.is_empty() || game.places.is_empty() {
                return Ok(());
            }
            let mut people = Vec::new();
            for (seat, occupant) in game.summary.seats.iter().enumerate() {
                if let Some(person) = occupant.person() {
                    let player = counted_as(db, &person.to_string())?;
                    people.push(Seated { seat, player });
                }
            }
            let list = match rated_list(db, game, &people)? {
                Some(list) => Some((list, rate(db, game, list, &people)?)),
                None => train(db, game, &people)?,
            };
            for person in &people {
                enter(db, game, person, &people, list.as_ref())?;
            }
            Ok(())
        })
    }

    /// What a game did to the ratings of its players.
    pub(crate) fn rated_game(&self, table: &TableId) -> Result<RatedGame, PlayersError> {
        self.pool.read(|db| {
            let changes = db.run(
                "SELECT c.player, c.list, c.was, c.value, c.deviation FROM rating_changes c WHERE c.game = $1 ORDER BY c.player",
                values![table.as_str()],
            )?;
            let change = |row: &crate::store::sql::Row| {
                Some(RatingChange {
                    player: row.text(0).to_owned(),
                    list: row.text(1).parse().ok()?,
                    was: row.real(2),
                    rating: Rating {
                        value: row.real(3),
                        deviation: row.real(4),
                        volatility: Rating::NEW.volatility,
                    },
                })
            };
            Ok(RatedGame {
                rated: is_rated(db, table.as_str())?,
                changes: changes.iter().filter_map(change).collect(),
            })
        })
    }
}

fn is_rated(db: &mut dyn Connection, table: &str) -> Result<bool, PlayersError> {
    let rows = db.run("SELECT game FROM rated_games WHERE game = $1", values![table])?;
    Ok(!rows.is_empty())
}

/// The list in which a finished game counts: it was opened as rated, different accounts had all seats, and nobody had
/// help.
fn rated_list(db: &mut dyn Connection, game: &Digest, people: &[Seated]) -> Result<Option<List>, PlayersError> {
    let alone = people.len() == game.summary.seats.len() && game.aid == Aid::Unaided && game.has_usual_start;
    if !alone || !is_rated(db, game.summary.table.as_str())? {
        return Ok(None);
    }
    for (number, person) in people.iter().enumerate() {
        let is_again = people.iter().take(number).any(|other| other.player == person.player);
        let account = db.run("SELECT player FROM accounts WHERE player = $1", values![&person.player])?;
        if is_again || account.is_empty() {
            return Ok(None);
        }
    }
    Ok(list_of(game.summary.game, game.control, game.summary.live))
}

/// Rates the players of a game; returns the rating of each before it, in the order of `people`.
fn rate(db: &mut dyn Connection, game: &Digest, list: List, people: &[Seated]) -> Result<Vec<f64>, PlayersError> {
    let now = game.summary.touched.0 as i64;
    let mut before = Vec::new();
    for person in people {
        before.push(rating(db, &person.player, list, now)?);
    }
    let ratings: Vec<Rating> = before.iter().map(|(rating, _)| *rating).collect();
    let after = match *ratings {
        [one, other] => two([one, other], score(&game.places, 0)).to_vec(),
        _ => four(&ratings, &game.places),
    };
    for ((person, (was, games)), after) in people.iter().zip(&before).zip(after) {
        store(db, game, &person.player, list, was.value, after, games + 1)?;
    }
    Ok(ratings.iter().map(|rating| rating.value).collect())
}

/// Counts a game of one person against a rating-limited bot for the training rating.
fn train(db: &mut dyn Connection, game: &Digest, people: &[Seated]) -> Result<Option<(List, Vec<f64>)>, PlayersError> {
    let [person] = people else { return Ok(None) };
    let bots = game.summary.seats.iter().filter_map(|seat| match seat {
        Occupant::Bot(spec) => bot_rating(spec.as_str()),
        Occupant::Open | Occupant::Person(_) => None,
    });
    let bots: Vec<f64> = bots.collect();
    let counts = game.summary.game.as_str() == "chess"
        && game.summary.seats.len() == 2
        && game.aid == Aid::Unaided
        && game.has_usual_start;
    let &[bot] = bots.as_slice() else { return Ok(None) };
    if !counts {
        return Ok(None);
    }
    let list = List::Training;
    let (was, games) = rating(db, &person.player, list, game.summary.touched.0 as i64)?;
    let after = trained(was, bot, score(&game.places, person.seat));
    store(db, game, &person.player, list, was.value, after, games + 1)?;
    Ok(Some((list, vec![was.value])))
}

fn score(places: &[u32], seat: usize) -> Score {
    match GameResult::of(places, seat) {
        GameResult::Won => Score::Win,
        GameResult::Drawn => Score::Draw,
        GameResult::Lost => Score::Loss,
    }
}

/// A player's rating in a list at a moment, and after how many games.
fn rating(db: &mut dyn Connection, player: &str, list: List, now: i64) -> Result<(Rating, i64), PlayersError> {
    const DAY: f64 = 86_400_000.0;
    let rows = db.run(
        "SELECT value, deviation, volatility, games, played FROM ratings WHERE player = $1 AND list = $2",
        values![player, list.key()],
    )?;
    Ok(rows.first().map_or((Rating::NEW, 0), |row| {
        let stored = Rating {
            value: row.real(0),
            deviation: row.real(1),
            volatility: row.real(2),
        };
        let days = (now - row.int(4)) as f64 / DAY;
        (stored.after_days(days), row.int(3))
    }))
}

fn store(
    db: &mut dyn Connection,
    game: &Digest,
    player: &str,
    list: List,
    was: f64,
    rating: Rating,
    games: i64,
) -> Result<(), PlayersError> {
    let now = game.summary.touched.0 as i64;
    db.run(
        "INSERT INTO ratings (player, list, value, deviation, volatility, games, played)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (player, list) DO UPDATE SET value = excluded.value, deviation = excluded.deviation,
             volatility = excluded.volatility, games = excluded.games, played = excluded.played",
        values![
            player,
            list.key(),
            rating.value,
            rating.deviation,
            rating.volatility,
            games,
            now
        ],
    )?;
    db.run(
        "INSERT INTO rating_changes (player, list, played, game, was, value, deviation)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        values![
            player,
            list.key(),
            now,
            game.summary.table.as_str(),
            was,
            rating.value,
            rating.deviation
        ],
    )?;
    Ok(())
}

/// Enters a game into the list of one of its players.
fn enter(
    db: &mut dyn Connection,
    game: &Digest,
    person: &Seated,
    people: &[Seated],
    rated: Option<&(List, Vec<f64>)>,
) -> Result<(), PlayersError> {
    let summary = &game.summary;
    let (mut opponent, mut bot, mut opponent_rating) = (None, None, None);
    if let [one, other] = &summary.seats[..] {
        match if person.seat == 0 { other } else { one } {
            Occupant::Person(player) => {
                opponent = Some(player.to_string());
                let place = people.iter().position(|other| other.seat != person.seat);
                let before = rated.zip(place).and_then(|((_, before), place)| before.get(place));
                opponent_rating = before.map(|before| before.round() as i64);
            }
            Occupant::Bot(spec) => {
                bot = Some(spec.to_string());
                let known = bot_rating(spec.as_str()).filter(|_| summary.game.as_str() == "chess");
                opponent_rating = known.map(|rating| rating as i64);
            }
            Occupant::Open => {}
        }
    }
    db.run(
        "INSERT INTO player_games (player, game, variant, seat, result, opponent, bot, opponent_rating, list, opening,
             plies, begun, ended)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING",
        values![
            &person.player,
            summary.table.as_str(),
            summary.game.as_str(),
            person.seat as i64,
            GameResult::of(&game.places, person.seat).word(),
            opponent,
            bot,
            opponent_rating,
            rated.map(|(list, _)| list.key().to_owned()),
            game.opening.as_ref().map(|opening| opening.name.clone()),
            i64::from(summary.plies),
            summary.begun.0 as i64,
            summary.touched.0 as i64,
        ],
    )?;
    Ok(())
}
