//! Going on with a stored game: on which seats, and how a list describes it.

use host::{Host, Listing, Occupant, Query, SeatNumber, Summary, TableId, TableKind, TableState};
use play::Army;

use crate::{
    context::AppContext,
    offered::OfferedGame,
    players::LocalPlayers,
    screens::{Screen, boxed, play::Play, study::Study},
    visit::words,
};

/// So many unfinished games are searched at a time.
const PAGE: usize = 20;

/// The newest game that is not over; named saves and studies wait in the list of games.
pub(crate) fn unfinished(host: &Host, players: &LocalPlayers) -> Option<Listing> {
    let mut query = Query {
        states: vec![TableState::Waiting, TableState::Running],
        limit: PAGE,
        ..Query::default()
    };
    loop {
        // A store that cannot be read has nothing to continue; the list of games says why.
        let page = host.list(&query).ok().filter(|page| !page.is_empty())?;
        query.offset += page.len();
        // Games without a move are skipped.
        let waits = |listing: &Listing| {
            let summary = &listing.summary;
            let counts = summary.save.is_none() && summary.plies > 0 && summary.kind != TableKind::Study;
            counts && players.owns(summary) && is_played(host, summary)
        };
        if let Some(listing) = page.into_iter().find(waits) {
            return Some(listing);
        }
    }
}

/// Whether somebody at this keyboard still plays: a player who is out of a live game can only watch it.
fn is_played(host: &Host, summary: &Summary) -> bool {
    if summary.kind != TableKind::Live {
        return true;
    }
    // A game that cannot be read is reported when it is opened.
    let Ok(digest) = host.digest(&summary.table) else {
        return true;
    };
    let people = (0..).map(SeatNumber).zip(&summary.seats);
    let mut people = people.filter(|(_, occupant)| occupant.person().is_some()).peekable();
    people.peek().is_none() || people.any(|(seat, _)| !digest.out.contains(&seat))
}

/// Connects to a stored game on the seats of the people at this keyboard.
pub(crate) fn resume(context: &mut AppContext, listing: &Listing) -> Result<Box<dyn Screen>, String> {
    let table = context.host.resume(&listing.summary.table).map_err(words)?;
    let seats = own_seats(context, &listing.summary, &table)?;
    match listing.summary.kind {
        TableKind::Turn => Play::turn(context, &table, &seats).map(boxed),
        TableKind::Live => {
            // Players of a live game see different things: one seat is played.
            let own = seats.first().map(std::slice::from_ref).unwrap_or_default();
            Play::live(context, &table, own).map(boxed)
        }
        TableKind::Study => Study::open(context, &table).map(boxed),
    }
}

/// The seats of people, or else an open one, which the player takes. All people of this store play at this keyboard.
fn own_seats(context: &AppContext, summary: &Summary, table: &TableId) -> Result<Vec<SeatNumber>, String> {
    let seats = (0..).map(SeatNumber).zip(&summary.seats);
    let people: Vec<SeatNumber> = seats
        .filter(|(_, occupant)| occupant.person().is_some())
        .map(|(seat, _)| seat)
        .collect();
    if people.is_empty() && summary.seats.contains(&Occupant::Open) {
        let player = context.players.you.new_player();
        let seat = context.host.take_seat(table, player, None).map_err(words)?;
        return Ok(vec![seat]);
    }
    Ok(people)
}

/// A stored game in a few words.
pub(crate) fn described(listing: &Listing, context: &AppContext) -> String {
    let summary = &listing.summary;
    let names: Vec<String> = (0..summary.seats.len())
        .map(|seat| name(listing, seat, context))
        .collect();
    let unit = match summary.kind {
        TableKind::Turn => "move",
        TableKind::Live => "command",
        TableKind::Study => "position",
    };
    let plural = if summary.plies == 1 { "" } else { "s" };
    format!("{}, {} {unit}{plural}", names.join(" – "), summary.plies)
}

/// The name on a seat: given, a bot's, the player's own, or the side's.
fn name(listing: &Listing, seat: usize, context: &AppContext) -> String {
    let summary = &listing.summary;
    if let Some(name) = listing
        .names
        .get(seat)
        .cloned()
        .flatten()
        .filter(|name| !name.is_empty())
    {
        return name;
    }
    let people = summary.seats.iter().filter(|occupant| occupant.person().is_some());
    match &summary.seats[seat] {
        Occupant::Bot(spec) => {
            let game = OfferedGame::find(&context.host, summary.game);
            game.map_or_else(|| spec.to_string(), |game| game.bot_name(spec.as_str()))
        }
        Occupant::Person(_) if people.count() == 1 => "You".to_owned(),
        Occupant::Person(_) | Occupant::Open => match (summary.seats.len(), seat) {
            (2, 0) => "White".to_owned(),
            (2, _) => "Black".to_owned(),
            (_, seat) => Army::ALL
                .get(seat)
                .map_or_else(String::new, |army| army.name().to_owned()),
        },
    }
}
