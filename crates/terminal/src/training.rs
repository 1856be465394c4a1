//! The player's level by games against rating-limited bots.

use host::{Aid, Digest, Host, Occupant, PlayerId, Query, Summary, TableId, TableState};
use play::GameId;
use ratings::{Rating, Score, bot_rating, trained};

/// The game whose bots have ratings.
const GAME: GameId = GameId::new("chess");

/// Games that count; what was before them hardly shows in the rating.
const GAMES: usize = 200;

/// What a finished game says about the player's level; nothing if it was no training.
pub(crate) fn level_after(host: &Host, player: PlayerId, table: &TableId) -> Option<String> {
    result(&host.digest(table).ok()?, player)?;
    let rating = rating(host, player)?;
    Some(if rating.is_provisional() {
        format!("Your level so far: about {:.0}", rating.value)
    } else {
        format!("Your level: about {rating}")
    })
}

/// The player's training rating by the last stored games; nothing before the first.
pub(crate) fn rating(host: &Host, player: PlayerId) -> Option<Rating> {
    let query = Query {
        games: vec![GAME],
        states: vec![TableState::Over],
        player: Some(player),
        ..Query::default()
    };
    let mut games: Vec<Summary> = host
        .list(&query)
        .ok()?
        .into_iter()
        .map(|listing| listing.summary)
        .collect();
    games.retain(|game| game.save.is_none() && opponent(game, player).is_some());
    games.truncate(GAMES);
    // The newest came first.
    let digests = games.iter().rev().filter_map(|game| host.digest(&game.table).ok());
    digests.fold(None, |rating, game| counted(rating, &game, player).or(rating))
}

/// The training rating after one more game; nothing if the game is no training.
pub(crate) fn counted(before: Option<Rating>, game: &Digest, player: PlayerId) -> Option<Rating> {
    let (bot, score) = result(game, player)?;
    (game.summary.game == GAME).then(|| trained(before.unwrap_or(Rating::NEW), bot, score))
}

/// The rating of the bot, and what the player got, if the game is training.
fn result(game: &Digest, player: PlayerId) -> Option<(f64, Score)> {
    let bot = opponent(&game.summary, player)?;
    let seats = &game.summary.seats;
    let seat = seats.iter().position(|occupant| occupant.person() == Some(player))?;
    let [own, other] = [game.places.get(seat)?, game.places.get(1 - seat)?];
    let score = match own.cmp(other) {
        std::cmp::Ordering::Less => Score::Win,
        std::cmp::Ordering::Equal => Score::Draw,
        std::cmp::Ordering::Greater => Score::Loss,
    };
    (game.aid == Aid::Unaided && game.has_usual_start).then_some((bot, score))
}

/// The rating of the bot in a game of the player against a rating-limited one.
fn opponent(game: &Summary, player: PlayerId) -> Option<f64> {
    match &game.seats[..] {
        [Occupant::Person(person), Occupant::Bot(bot)] | [Occupant::Bot(bot), Occupant::Person(person)]
            if *person == player =>
        {
            bot_rating(bot.as_str())
        }
        _ => None,
    }
}
