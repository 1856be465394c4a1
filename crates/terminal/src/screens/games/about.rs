//! What a list says about a game.

use host::{Listing, TableKind};

use crate::context::AppContext;

/// Whose turn it is, while that is so, and the opening, as far as the game has them.
pub(crate) fn about_game(listing: &Listing, context: &AppContext) -> String {
    let summary = &listing.summary;
    if summary.kind != TableKind::Turn {
        return String::new();
    }
    // A log that cannot be read now is shown without what only the log knows.
    let Ok(digest) = context.host.digest(&summary.table) else {
        return String::new();
    };
    let turn = digest.turn.map(|seat| {
        let own = |person: host::PlayerId| person == context.players.you.id || person == context.players.second.id;
        let occupant = summary.seats.get(usize::from(seat.0));
        let people = summary.seats.iter().filter_map(host::Occupant::person).count();
        match occupant.and_then(host::Occupant::person) {
            Some(person) if own(person) && people == 1 => ", your turn",
            _ if seat.0 == 0 => ", White's turn",
            _ => ", Black's turn",
        }
    });
    let opening = digest.opening.map(|opening| format!(", {opening}"));
    format!("{}{}", turn.unwrap_or_default(), opening.unwrap_or_default())
}

/// When a game was last played, in words for today and yesterday.
pub(crate) fn played_on(listing: &Listing, context: &AppContext) -> String {
    const DAY: u64 = 86_400_000;
    let days = (context.host.now().0 / DAY).saturating_sub(listing.summary.touched.0 / DAY);
    match days {
        0 => "today".to_owned(),
        1 => "yesterday".to_owned(),
        _ => day(listing),
    }
}

/// The day on which a game was last played.
pub(crate) fn day(listing: &Listing) -> String {
    listing.summary.touched.date().unwrap_or_default().replace('.', "-")
}
